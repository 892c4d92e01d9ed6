import { type ArchivedTwin, type AreaArchive, archiveKind, type StoredRow, within } from '../../api/archive/kind.ts';
import { bit } from '../../api/archive/rules.ts';
import { oneOf } from '../../kernel/schema/shapes.ts';

/** Without its results a comparison is to be made anew. */
const asToBeMade = ({ status }: StoredRow, { choices }: ArchivedTwin): StoredRow =>
  status === 'Completed' && !choices.derived ? { status: 'Queued' } : {};

/** What of the tables of this area goes into the archive of a twin. */
export const changedElementsArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'changed-elements/tracking',
      table: 'comparison_tracking',
      order: 47,
      columns: `model_id=ref:models/model* twin_id=twin enabled=int`,
      where: within('model_id', 'models/model'),
      shapes: { enabled: bit },
    }),
    archiveKind({
      kind: 'changed-elements/comparison',
      table: 'comparisons',
      order: 47,
      columns: `id=key:uuid* twin_id=twin model_id=ref:models/model start_id=text end_id=text status=text waiting=-
job_id=job created_by=person created=time error=text? full_blob=derived:blob? minimal_blob=derived:blob?`,
      note: 'Without derived data a Completed one is Queued and made anew; Queued likewise.',
      where: within('model_id', 'models/model'),
      change: asToBeMade,
      shapes: { status: oneOf(['Queued', 'Completed', 'Failed']) },
    }),
  ],
  excused: {},
};
