import {
  type ArchivedTwin,
  type AreaArchive,
  archiveKind,
  type LeftOut,
  type StoredRow,
  unended,
  within,
} from '../../api/archive/kind.ts';
import { bit } from '../../api/archive/rules.ts';
import { allOf, condition } from '../../kernel/db/condition.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { integer, oneOf } from '../../kernel/schema/shapes.ts';
import { q as jobs } from '../../reality-jobs/tables.ts';
import { jsonOf } from '../../std/json.ts';
import { dataCreate } from './schema.ts';
import { q } from './tables.ts';
import { classifications } from './types.ts';

const ofItem = within('item_id', 'storage/item');

const unendedJobs = ({ twinId }: ArchivedTwin) =>
  jobs.selectFrom('reality_jobs').select('id').where('home_twin', '=', twinId).where('state', '=', 'active');

/** What a job at work has not filled yet. */
const notOfUnended = (of: ArchivedTwin) => {
  const outputs = jobs.selectFrom('reality_job_outputs').select('data_id').where('job_id', 'in', unendedJobs(of));
  return condition`id not in ${outputs.where('data_id', 'is not', null)}`;
};

const notEnded = { code: 'JobNotEnded', title: 'The job had not ended', message: unended, params: [] };

/** Nobody works on where the archive is restored. */
const asEnded = ({ state }: StoredRow): StoredRow =>
  state === 'active' ? { state: 'cancelled', errors: jsonOf([notEnded]) } : {};

/** What of the tables of this area goes into the archive of a twin. */
export const realityDataArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'reality-data/data',
      table: 'reality_data',
      order: 70,
      columns: `id=guid:storage/item* twin_id=twin item_id=ref:storage/item type=text declared=int display_name=text
dataset=text? group_name=text? description=text? attribution=text? terms=text? root_document=text?
found_root=text? classification=text tags=json acquired_from=time? acquired_to=time? acquirer=text?
west=num? south=num? east=num? north=num? crs_id=text? crs_vertical=text? authoring=int owner_id=person
size_bytes=int content=- search=- name_folded=- created=time modified=time accessed=time version=-
workspace=int`,
      note: 'content is looked at anew, and version counts such looks: it begins at 1 again. authoring and open writing links end with the export: authoring is archived as it is, links are not.',
      where: (of) => allOf([ofItem(of), notOfUnended(of)]),
      shapes: {
        displayName: dataCreate.properties.displayName,
        classification: oneOf(classifications),
        tags: dataCreate.properties.tags,
        declared: bit,
        authoring: bit,
        workspace: bit,
      },
      ahead: ['acquiredFrom', 'acquiredTo'],
    }),
    archiveKind({
      kind: 'reality-data/association',
      table: 'reality_data_twins',
      order: 71,
      columns: `data_id=ref:reality-data/data* twin_id=other-twin*`,
      note: 'Restored in mode same only, where that twin exists and the restorer may manage reality data there; else told.',
      where: within('data_id', 'reality-data/data'),
    }),
    archiveKind({
      kind: 'reality-data/job',
      table: 'reality_jobs',
      order: 73,
      columns: `id=key:uuid* api=text twin_id=twin? home_twin=twin workspace_id=ref?:capture/workspace? type=text
name=text state=text settings=json+ids cost=json? owner_id=person email=email created=time modified=time
submitted=time? started=time? ended=time? units=num? errors=json warnings=json percentage=int
queue_id=job? version=int`,
      note: 'Jobs of capture, conversion, analysis (v1 and v2). active is archived as cancelled with the sentence of 3.4. email follows its person. Detector names in settings stay texts.',
      change: asEnded,
      shapes: {
        api: oneOf(['capture', 'conversion', 'analysis', 'analysis2']),
        state: oneOf(['unsubmitted', 'success', 'failed', 'cancelled']),
        percentage: integer({ minimum: 0, maximum: 100 }),
      },
    }),
    archiveKind({
      kind: 'reality-data/job-input',
      table: 'reality_job_inputs',
      order: 74,
      columns: `job_id=ref:reality-data/job* place=int* given_id=any-id data_id=ref?:reality-data/data kind=text
description=text?`,
      note: 'given_id: reality data or an item; mapped where it is known.',
      where: within('job_id', 'reality-data/job'),
    }),
    archiveKind({
      kind: 'reality-data/job-output',
      table: 'reality_job_outputs',
      order: 74,
      columns: `job_id=ref:reality-data/job* place=int* kind=text data_id=ref?:reality-data/data?`,
      where: within('job_id', 'reality-data/job'),
    }),
  ],
  excused: {},
  leftOut,
};

async function leftOut(db: Reader, of: ArchivedTwin): Promise<LeftOut[]> {
  const shared = q
    .selectFrom('reality_data_twins')
    .select('data_id')
    .where(condition`data_id in ${of.idsOf('reality-data/data')}`);
  const twins = (await db.all(shared)).length;
  const ended = (await db.all(unendedJobs(of))).map(({ id }) => ({
    code: 'UnfinishedJob' as const,
    kind: 'reality-data/job',
    id,
    message: unended,
  }));
  const told = { code: 'OtherTwin' as const, kind: 'reality-data/association', count: twins };
  return [
    ...ended,
    ...(twins === 0
      ? []
      : [{ ...told, message: 'Reality data is shared with other twins, which are not in the archive.' }]),
  ];
}
