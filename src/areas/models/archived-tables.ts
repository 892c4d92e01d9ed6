import { Type } from 'typebox';
import { type AreaArchive, archiveKind, within } from '../../api/archive/kind.ts';
import { countable } from '../../api/archive/rules.ts';
import { integer, line, oneOf } from '../../kernel/schema/shapes.ts';

/** What of the tables of this area goes into the archive of a twin. */
export const modelsArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'models/model',
      table: 'models',
      order: 40,
      columns: `id=guid:storage/item* twin_id=twin file_id=ref:storage/item ids_blob=blob? renewal_job=-`,
      note: 'ids_blob is no derived thing: it holds the element ids of all versions.',
      where: within('file_id', 'storage/item'),
    }),
    archiveKind({
      kind: 'models/changeset',
      table: 'model_changesets',
      order: 41,
      columns: `model_id=ref:models/model* idx=int* id=text parent_id=text twin_id=twin state=text pushed=time
creator_id=person display_name=text description=text? size=int content_blob=blob sha256=text job_id=job
error_line=int? error_reason=text? snapshot_blob=derived:blob? geometry_blobs=derived:blobs?
geometry_refused=derived:text? summary=derived:json? element_count=derived:int? format=derived:int?
renewal_failed=-`,
      note: 'All versions with their contents. id and parent_id stay in a copy: they come from the contents. Ready without derived data is Importing after a restore and is imported anew, oldest first; Importing likewise; Failed stays.',
      where: within('model_id', 'models/model'),
      shapes: {
        idx: integer({ minimum: 1 }),
        id: Type.String({ pattern: '^[0-9a-f]{40}$' }),
        parentId: Type.String({ pattern: '^([0-9a-f]{40})?$' }),
        state: oneOf(['Importing', 'Ready', 'Failed']),
        sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
        displayName: line({ min: 1, max: 255 }),
        size: countable,
      },
      unique: [['modelId', 'id']],
    }),
  ],
  excused: {},
};
