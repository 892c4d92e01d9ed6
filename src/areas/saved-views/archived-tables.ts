import { type AreaArchive, archiveKind, within } from '../../api/archive/kind.ts';

/** What of the tables of this area goes into the archive of a twin. */
export const savedViewsArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'saved-views/group',
      table: 'saved_view_groups',
      order: 80,
      columns: `id=key:view* twin_id=twin model_id=ref?:models/model? name=text name_folded=- created=time
created_by=person version=int shared=int read_only=int`,
    }),
    archiveKind({
      kind: 'saved-views/tag',
      table: 'saved_view_tags',
      order: 80,
      columns: `id=key:view* twin_id=twin model_id=ref?:models/model? name=text name_folded=- created=time
created_by=person version=int`,
    }),
    archiveKind({
      kind: 'saved-views/view',
      table: 'saved_views',
      order: 81,
      columns: `id=key:view* twin_id=twin model_id=ref?:models/model? name=text name_folded=- created=time
created_by=person version=int group_id=ref?:saved-views/group? shared=int modified=time image=json+blobs?
data_size=- extensions_size=- data=json+ids`,
      note: 'image: blobs full and thumbnail.',
      contents: ['full', 'thumbnail'],
    }),
    archiveKind({
      kind: 'saved-views/extension',
      table: 'saved_view_extensions',
      order: 82,
      columns: `view_id=ref:saved-views/view* name=text* markdown_url=address? schema_url=address? version=int
data=text+ids`,
      note: 'data is JSON text as it was given: kept byte for byte where no id in it is mapped.',
      where: within('view_id', 'saved-views/view'),
    }),
    archiveKind({
      kind: 'saved-views/tagged',
      table: 'saved_view_tagged',
      order: 82,
      columns: `view_id=ref:saved-views/view* tag_id=ref:saved-views/tag*`,
      where: within('view_id', 'saved-views/view'),
    }),
  ],
  excused: {},
};
