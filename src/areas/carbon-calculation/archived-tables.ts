import {
  type ArchivedTwin,
  type AreaArchive,
  archiveKind,
  type LeftOut,
  type StoredRow,
  unended,
  within,
} from '../../api/archive/kind.ts';
import { bit, faultIn, shapeFault } from '../../api/archive/rules.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { anyObject, input, line, oneOf } from '../../kernel/schema/shapes.ts';
import { mappingFaults } from './mapping/rules.ts';
import { configurationUpdate } from './schema/configuration.ts';
import { mappingUpdate } from './schema/mapping.ts';
import { q } from './tables.ts';

const mappingContent = input({
  groups: mappingUpdate.properties.groups,
  materials: mappingUpdate.properties.materials,
});

/** Nobody calculates on where the archive is restored. */
const asEnded = ({ status }: StoredRow): StoredRow =>
  status === 'Queued' ? { status: 'Failed', message: unended } : {};

/** What of the tables of this area goes into the archive of a twin. */
export const carbonCalculationArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'carbon-calculation/configuration',
      table: 'carbon_configurations',
      order: 60,
      columns: `id=key:uuid* tool=text twin_id=twin form=text report_id=guid?:storage/item? model_id=ref?:models/model?
display_name=text description=text? labels=json+ids created=time created_by=person modified=time
modified_by=person version=int`,
      note: 'report_id is the GUID of a file.',
      shapes: {
        displayName: configurationUpdate.properties.displayName,
        description: configurationUpdate.properties.description,
        labels: configurationUpdate.properties.labels,
        form: oneOf(['report', 'extraction']),
      },
    }),
    archiveKind({
      kind: 'carbon-calculation/declaration',
      table: 'carbon_epds',
      order: 61,
      columns: `id=key:uuid* twin_id=twin name=text name_key=- declaration=json example=int valid_until=text?
source_format=text file_name=text source_sha=text source_position=int created=time created_by=person`,
      shapes: { name: line({ min: 1 }), example: bit, declaration: anyObject() },
      unique: [['sourceSha', 'sourcePosition']],
    }),
    archiveKind({
      kind: 'carbon-calculation/mapping',
      table: 'carbon_mappings',
      order: 62,
      columns: `id=key:uuid* twin_id=twin display_name=text version=int state=text is_default=int study_period=num
content=json+ids reviewed_by=person? reviewed=time? created=time created_by=person`,
      note: 'content names declarations.',
      shapes: {
        displayName: mappingUpdate.properties.displayName,
        state: oneOf(['Draft', 'Reviewed']),
        isDefault: bit,
      },
      check: ({ content }) =>
        shapeFault(mappingContent, content, 'content') ??
        faultIn(mappingFaults({ body: content, query: {}, headers: {} })),
    }),
    archiveKind({
      kind: 'carbon-calculation/job',
      table: 'carbon_jobs',
      order: 63,
      columns: `id=key:uuid* public_id=id:carbon tool=text twin_id=twin model_id=ref?:models/model? work=json+ids
project_name=text? status=text waiting=- token=secret message=text? project_url=address? job_id=job
created=time ended=time? changeset_id=text? embodied=num?`,
      note: 'Queued is archived as Failed with the sentence of 3.4. public_id is made again from the mapped id and what stands in front of it.',
      change: asEnded,
      shapes: { status: oneOf(['Succeeded', 'Failed']) },
    }),
    archiveKind({
      kind: 'carbon-calculation/file',
      table: 'carbon_files',
      order: 64,
      columns: `job_id=ref:carbon-calculation/job* name=text* blob_id=blob size=int content_type=text`,
      note: 'Results were made by formulas of their day and are kept as they are; not derived.',
      where: within('job_id', 'carbon-calculation/job'),
    }),
  ],
  excused: {
    carbon_mapping_epds: 'Which mapping names which declaration: read from content.',
  },
  leftOut,
};

async function leftOut(db: Reader, { twinId }: ArchivedTwin): Promise<LeftOut[]> {
  const jobs = q.selectFrom('carbon_jobs').select('id').where('twin_id', '=', twinId).where('status', '=', 'Queued');
  return (await db.all(jobs)).map(({ id }) => ({
    code: 'UnfinishedJob',
    kind: 'carbon-calculation/job',
    id,
    message: unended,
  }));
}
