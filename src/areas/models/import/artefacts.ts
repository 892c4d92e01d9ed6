import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kit } from '../../../api/area.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { IfcResult } from '../../../engines/ifc/params.ts';
import { openFile } from '../../../engines/random-access.ts';
import { openSnapshot } from '../../../engines/snapshot/reader.ts';
import type { SnapshotHeader } from '../../../engines/snapshot/types.ts';
import { copyBlob, saveFile } from '../../../kernel/blobs/local.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { RunningJob } from '../../../kernel/jobs/job.ts';
import { jsonOf } from '../../../std/json.ts';
import { updateChangeset } from '../store/changesets.ts';
import { setIdsBlob } from '../store/models.ts';
import { summaryOf } from '../summary.ts';
import type { ChangesetRow, ModelRow } from '../tables.ts';

const place = { area: 'models', container: 'artefacts' };

/** What was made of a version, saved but not yet named anywhere. */
export interface Stored {
  readonly change: Partial<ChangesetRow> & { readonly state: 'Ready' };
  /** Saved, still to be taken over. */
  readonly blobs: readonly string[];
  /** Of the grown list of keys, where there are new ones. */
  readonly ids: string | undefined;
}

/** Reads the bytes of a version into artefacts. */
export function makeArtefacts(
  job: RunningJob<unknown>,
  changeset: ChangesetRow,
  model: ModelRow,
  kit: Kit,
): Promise<Stored> {
  const { engines, settings } = kit.ports;
  return engines.workFolder(async (folder) => {
    const fetched = await fetchInput(job, changeset, model, folder, kit);
    const result = await engines.run(job, 'ifc', { ...fetched, output: folder, limits: settings.ifc });
    job.progress({ step: 'Storing', message: null });
    return storeResult(result, fetched.knownIds, kit);
  });
}

/** Gives them to the version. The lane of its model has kept the list of keys as it was. */
export async function takeArtefacts(
  tx: Transaction,
  model: ModelRow,
  row: ChangesetRow,
  stored: Stored,
  { blobs }: Pick<Ports, 'blobs'>,
): Promise<void> {
  await blobs.take(tx, stored.blobs);
  if (stored.ids !== undefined) {
    await setIdsBlob(tx, model.id, stored.ids);
    if (model.ids_blob !== null) await blobs.remove(tx, [model.ids_blob]);
  }
  await updateChangeset(tx, row, stored.change);
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** The version's own bytes, whatever the file holds by now, and the keys of all elements the model ever had. */
async function fetchInput(
  job: RunningJob<unknown>,
  changeset: ChangesetRow,
  model: ModelRow,
  folder: string,
  { ports }: Kit,
) {
  const input = join(folder, 'content');
  const knownIds = join(folder, 'ids');
  const { signal } = job;
  await copyBlob(ports.blobs, changeset.content_blob, input, {
    signal,
    // what counts are elements: bytes would stay behind as `done`, which never falls
    progress: (done, total) =>
      job.progress({ step: 'Fetching the file', message: `${megabytes(done)} of ${megabytes(total)} MB` }),
  });
  if (model.ids_blob === null) await writeFile(knownIds, '');
  else await copyBlob(ports.blobs, model.ids_blob, knownIds, { signal });
  return { input, knownIds };
}

async function storeResult(result: IfcResult, knownIds: string, { ports }: Kit): Promise<Stored> {
  const save = async (path: string) => (await saveFile(ports.blobs, place, path)).id;
  const snapshot = await save(result.snapshot);
  const geometry: string[] = [];
  for (const path of result.geometry) geometry.push(await save(path));
  let ids: string | undefined;
  if (result.newIdCount > 0) {
    await appendFile(knownIds, await readFile(result.newIds));
    ids = await save(knownIds);
  }
  const header = await readHeader(result.snapshot);
  return {
    change: {
      state: 'Ready',
      error_line: null,
      error_reason: null,
      snapshot_blob: snapshot,
      geometry_blobs: jsonOf(geometry),
      geometry_refused: result.geometryRefused ?? null,
      summary: jsonOf(summaryOf(header)),
      element_count: result.elementCount,
      format: header.format,
    },
    blobs: [snapshot, ...geometry, ...(ids === undefined ? [] : [ids])],
    ids,
  };
}

async function readHeader(path: string): Promise<SnapshotHeader> {
  const snapshot = await openSnapshot(await openFile(path));
  await snapshot.close();
  return snapshot.header;
}
