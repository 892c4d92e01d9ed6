import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Kit } from '../../../api/area.ts';
import { faultText } from '../../../api/ports/models.ts';
import type { CarbonLabel, CarbonSource } from '../../../engines/carbon/params.ts';
import { copyBlob } from '../../../kernel/blobs/local.ts';
import { JobFailure, type RunningJob } from '../../../kernel/jobs/job.ts';
import { isUuid } from '../../../std/ids.ts';
import { itemIdOf } from '../../../std/item-id.ts';
import { versionOf } from './settle.ts';
import type { Work } from './work.ts';

interface Place {
  readonly twinId: string;
  /** Of the job, for what is fetched. */
  readonly folder: string;
  readonly job: Pick<RunningJob<unknown>, 'signal'>;
}

/** Fetches what a job takes its quantities from. Throws where that is not there, with the sentence for it. */
export async function fetchSource(work: Work, place: Place, kit: Kit): Promise<CarbonSource> {
  const { reportId, modelId, extractionId } = work;
  if (reportId !== null) {
    const model = await kit.ports.models.find(kit.db, reportId);
    if (model?.twinId === place.twinId) return fetchModel(reportId, extractionId, place, kit);
    return fetchTables(reportId, 'Report data is not available.', place, kit);
  }
  if (extractionId !== null && isUuid(extractionId)) {
    return fetchTables(extractionId.toLowerCase(), 'Extraction data is not available.', place, kit);
  }
  return fetchModel(modelId ?? '', extractionId, place, kit);
}

async function fetchModel(
  modelId: string,
  extractionId: string | null,
  { twinId, folder, job }: Place,
  { db, ports }: Kit,
): Promise<CarbonSource> {
  const model = await ports.models.find(db, modelId);
  if (model?.twinId !== twinId) throw new JobFailure('ModelNotAvailable', 'The model is not available.');
  const version = await versionOf(db, modelId, extractionId, ports);
  if (version?.state === 'Failed') {
    const why = version.error ? faultText(version.error) : 'The import failed.';
    throw new JobFailure('ImportFailed', `Version ${version.index} could not be imported: ${why}`);
  }
  const artefacts = version && (await ports.models.artefacts(db, modelId, version.id));
  if (version === undefined || artefacts === undefined) {
    throw new JobFailure('ExtractionNotAvailable', 'Extraction data is not available.');
  }
  const snapshot = join(folder, 'snapshot');
  await copyBlob(ports.blobs, artefacts.snapshot, snapshot, { signal: job.signal });
  return { kind: 'model', snapshot, modelId, changesetId: version.id };
}

async function fetchTables(
  guid: string,
  absent: string,
  { twinId, folder, job }: Place,
  { ports }: Kit,
): Promise<CarbonSource> {
  const opened = await ports.files.open(itemIdOf({ twinId, guid }));
  if (opened === undefined) throw new JobFailure('FileNotAvailable', absent);
  const file = join(folder, 'tables');
  await pipeline(opened.stream, createWriteStream(file), { signal: job.signal });
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return { kind: 'tables', file, name: opened.name, fileId: opened.id, sha256: digest.digest('hex') };
}

/** What every report of tool a has: these columns in its first table; of a model its volumes. */
const usualLabel = (source: CarbonSource, mappingId: string | undefined): CarbonLabel => ({
  name: 'Report',
  table: null,
  elementNameColumn: 'Name',
  materialColumns: ['Material'],
  elementQuantityColumn: source.kind === 'model' ? 'Volume' : 'Quantity',
  ...(mappingId === undefined ? {} : { mappingId }),
});

/** `usual`: the mapping of labels that name none. */
export function labelsFor({ labels }: Work, source: CarbonSource, usual: string | undefined): readonly CarbonLabel[] {
  if (labels === null) return [usualLabel(source, usual)];
  return labels.map(
    ({ name, elementNameColumn, elementQuantityColumn, materials, reportTable, mappingId, groupName }) => {
      const mapping = mappingId ?? usual;
      const columns = {
        elementNameColumn,
        elementQuantityColumn,
        materialColumns: materials.map((one) => one.nameColumn),
      };
      const group = groupName ?? '*';
      const table =
        reportTable !== undefined
          ? { table: reportTable }
          : source.kind === 'model'
            ? { table: null, group }
            : { table: `${mappingId}/${group}` };
      return { name, ...columns, ...table, ...(mapping === undefined ? {} : { mappingId: mapping }) };
    },
  );
}
