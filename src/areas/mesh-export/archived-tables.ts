import { type ArchivedTwin, type AreaArchive, archiveKind, type StoredRow, within } from '../../api/archive/kind.ts';
import { bit } from '../../api/archive/rules.ts';
import { allOf, condition } from '../../kernel/db/condition.ts';
import { oneOf } from '../../kernel/schema/shapes.ts';
import { requestableTypes } from './types.ts';

const ofModel = within('model_id', 'models/model');
const ofExport = within('export_id', 'mesh-export/export');
const wanted = ({ choices }: ArchivedTwin) => condition`${choices.derived ? 1 : 0} = 1`;

/** Those that nobody asked for are made of each version anyway. */
const asked = (of: ArchivedTwin) => condition`kept = 1 or (${wanted(of)} and status = 'Complete')`;

/** Without its files an export is to be made anew; one under way is so in any case. */
const asToBeMade = ({ status }: StoredRow, { choices }: ArchivedTwin): StoredRow =>
  status === 'Invalid' || (status === 'Complete' && choices.derived) ? {} : { status: 'NotStarted' };

/** What of the tables of this area goes into the archive of a twin. */
export const meshExportArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'mesh-export/export',
      table: 'mesh_exports',
      order: 45,
      columns: `id=key:uuid* model_id=ref:models/model twin_id=twin changeset_id=text changeset_index=int type=text
options=json? filter=text? asked=text exporter_version=text automatic=int kept=int created_by=person?
status=text error=text? job_id=job created=time changed=time`,
      note: 'Those that somebody asked for (kept 1). Without derived data a Complete one is NotStarted and is made anew after its version. Automatic ones are derived: only Complete ones, and only with derived.',
      where: (of) => allOf([ofModel(of), asked(of)]),
      change: asToBeMade,
      shapes: {
        status: oneOf(['NotStarted', 'Complete', 'Invalid']),
        type: oneOf(requestableTypes),
        automatic: bit,
        kept: bit,
      },
    }),
    archiveKind({
      kind: 'mesh-export/file',
      table: 'mesh_files',
      order: 46,
      columns: `export_id=ref:mesh-export/export* name=text* blob_id=blob size=int sha256=text content_type=text`,
      note: 'Only with derived.',
      where: (of) => allOf([ofExport(of), wanted(of)]),
    }),
  ],
  excused: {},
};
