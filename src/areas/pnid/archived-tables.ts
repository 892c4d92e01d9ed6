import {
  type ArchivedTwin,
  type AreaArchive,
  archiveKind,
  type LeftOut,
  type RecordFault,
  type StoredRow,
  unended,
  within,
} from '../../api/archive/kind.ts';
import { faultIn, shapeFault } from '../../api/archive/rules.ts';
import { allOf, condition } from '../../kernel/db/condition.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { anyObject, oneOf } from '../../kernel/schema/shapes.ts';
import { membersOf } from '../../std/records.ts';
import { checkedSet } from './symbols/check.ts';
import { type SetContent, setUpdate } from './symbols/schema.ts';
import { q } from './tables.ts';

const ofInference = within('inference_id', 'pnid/inference');

/** Nobody reads on where the archive is restored. */
const asEnded = ({ status }: StoredRow): StoredRow =>
  status === 'queued' || status === 'inProgress' ? { status: 'canceled', message: unended } : {};

/** A set is stored as it is sent. */
function setFault(content: unknown): RecordFault | undefined {
  const sent = { ...membersOf(content), displayName: 'Set' };
  const fault = shapeFault(setUpdate, sent, 'content');
  if (fault) return fault;
  const checked = checkedSet(sent as SetContent);
  return 'faults' in checked ? faultIn(checked.faults) : undefined;
}

/** What of the tables of this area goes into the archive of a twin. */
export const pnidArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'pnid/symbol-set',
      table: 'pnid_symbol_sets',
      order: 50,
      columns: `id=key:uuid* twin_id=twin display_name=text version=int content=json created_by=person modified=time`,
      shapes: { displayName: setUpdate.properties.displayName, content: anyObject() },
      check: ({ content }) => setFault(content),
    }),
    archiveKind({
      kind: 'pnid/symbol-set-version',
      table: 'pnid_symbol_set_versions',
      order: 51,
      columns: `set_id=ref:pnid/symbol-set* version=int* display_name=text content=json modified=time`,
      where: within('set_id', 'pnid/symbol-set'),
      shapes: { displayName: setUpdate.properties.displayName, content: anyObject() },
      check: ({ content }) => setFault(content),
    }),
    archiveKind({
      kind: 'pnid/inference',
      table: 'pnid_inferences',
      order: 52,
      columns: `id=key:uuid* twin_id=twin model_version=text symbol_set_id=ref?:pnid/symbol-set? created_by=person
created=time modified=time`,
    }),
    archiveKind({
      kind: 'pnid/input',
      table: 'pnid_inputs',
      order: 53,
      columns: `inference_id=ref:pnid/inference* name=text* blob_id=blob size=int sha256=text content_type=text
created_by=person`,
      where: ofInference,
    }),
    archiveKind({
      kind: 'pnid/run',
      table: 'pnid_runs',
      order: 54,
      columns: `inference_id=ref:pnid/inference* status=text job_id=job created=time started=time? ended=time?
sheets=int? sheets_done=int message=text?`,
      note: 'queued and inProgress are archived as canceled with the sentence of 3.4.',
      where: ofInference,
      change: asEnded,
      shapes: { status: oneOf(['completed', 'failed', 'canceled']) },
    }),
    archiveKind({
      kind: 'pnid/sheet',
      table: 'pnid_sheets',
      order: 55,
      columns: `inference_id=ref:pnid/inference* position=int* name=text page=int state=text tries=int error=text?`,
      where: ofInference,
      shapes: { state: oneOf(['waiting', 'done', 'failed']) },
    }),
    archiveKind({
      kind: 'pnid/result',
      table: 'pnid_results',
      order: 56,
      columns: `inference_id=ref:pnid/inference* name=text* blob_id=blob size=int sha256=text content_type=text
version=int visible=int`,
      note: 'Visible ones. Reviews are in them: not derived.',
      where: (of) => allOf([ofInference(of), condition`visible = 1`]),
    }),
    archiveKind({
      kind: 'pnid/review',
      table: 'pnid_reviews',
      order: 57,
      columns: `inference_id=ref:pnid/inference* sheet=text* input_sha256=text recognised_blob_id=blob
reviewed_blob_id=blob`,
      where: ofInference,
    }),
    archiveKind({
      kind: 'pnid/tag',
      table: 'pnid_tags',
      order: 57,
      columns: `inference_id=ref:pnid/inference* sheet=text* region_id=text* twin_id=twin tag_key=text tag=text
model_class=text status=text`,
      where: ofInference,
      shapes: { status: oneOf(['pending', 'approved']) },
    }),
    archiveKind({
      kind: 'pnid/correction',
      table: 'pnid_corrections',
      order: 58,
      columns: `inference_id=ref:pnid/inference* sheet=text* item_id=text* kind=text change=text made_by=person made=time`,
      where: ofInference,
      shapes: {
        kind: oneOf(['region', 'link']),
        change: oneOf(['added', 'changed', 'approved', 'deleted', 'reopened', 'removed']),
      },
    }),
  ],
  excused: {},
  leftOut,
};

async function leftOut(db: Reader, { twinId }: ArchivedTwin): Promise<LeftOut[]> {
  const runs = q
    .selectFrom('pnid_runs as run')
    .innerJoin('pnid_inferences as inference', 'inference.id', 'run.inference_id')
    .select('inference.id')
    .where('inference.twin_id', '=', twinId)
    .where('run.status', 'in', ['queued', 'inProgress']);
  return (await db.all(runs)).map(({ id }) => ({ code: 'UnfinishedJob', kind: 'pnid/run', id, message: unended }));
}
