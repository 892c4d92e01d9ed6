import { type AreaArchive, archiveKind, type RecordFault, within } from '../../api/archive/kind.ts';
import { bit, faultIn } from '../../api/archive/rules.ts';
import { anyText, input, oneOf } from '../../kernel/schema/shapes.ts';
import { checkCharacters } from './body-rules.ts';
import { checkExtension } from './extension/rules.ts';
import { largestImage, mostPixels } from './image/bounds.ts';
import { savedViewData } from './schema/data.ts';
import { extensionCreate } from './schema/extension.ts';
import { name } from './schema/view.ts';

/** What names, and texts in data, must not hold. */
const charactersFault = (body: Readonly<Record<string, unknown>>): RecordFault | undefined =>
  faultIn(checkCharacters({ body, query: {}, headers: {} }));

const storedImage = input({ type: oneOf(['image/png', 'image/jpeg']), full: anyText(), thumbnail: anyText() });

/** What of the tables of this area goes into the archive of a twin. */
export const savedViewsArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'saved-views/group',
      table: 'saved_view_groups',
      order: 80,
      columns: `id=key:view* twin_id=twin model_id=ref?:models/model? name=text name_folded=- created=time
created_by=person version=int shared=int read_only=int`,
      shapes: { name: name(), shared: bit, readOnly: bit },
      check: ({ name: text }) => charactersFault({ name: text }),
    }),
    archiveKind({
      kind: 'saved-views/tag',
      table: 'saved_view_tags',
      order: 80,
      columns: `id=key:view* twin_id=twin model_id=ref?:models/model? name=text name_folded=- created=time
created_by=person version=int`,
      shapes: { name: name() },
      check: ({ name: text }) => charactersFault({ name: text }),
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
      shapes: { name: name(), shared: bit, data: savedViewData, image: storedImage },
      pictures: { bytes: largestImage, pixels: mostPixels },
      check: ({ name: text, data }) => charactersFault({ name: text, data }),
    }),
    archiveKind({
      kind: 'saved-views/extension',
      table: 'saved_view_extensions',
      order: 82,
      columns: `view_id=ref:saved-views/view* name=text* markdown_url=address? schema_url=address? version=int
data=text+ids`,
      note: 'data is JSON text as it was given: kept byte for byte where no id in it is mapped.',
      where: within('view_id', 'saved-views/view'),
      shapes: {
        name: extensionCreate.properties.extensionName,
        data: extensionCreate.properties.data,
        markdownUrl: extensionCreate.properties.markdownUrl,
        schemaUrl: extensionCreate.properties.schemaUrl,
      },
      check: ({ name: extensionName, data }) => faultIn(checkExtension({ extensionName, data })),
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
