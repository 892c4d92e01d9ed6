import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PlacedFile } from '../../api/ports/files.ts';
import type { Ports } from '../../api/ports/ports.ts';
import { copyBlob } from '../../kernel/blobs/local.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { JobFailure } from '../../kernel/jobs/job.ts';
import type { RealityInputRow } from '../tables.ts';
import type { AtWork } from './stage.ts';

/** An input of a job as engines see it. */
export interface FetchedInput {
  readonly row: RealityInputRow;
  readonly displayName: string;
  /** Type of the reality data now. */
  readonly type: string;
  /** Folder with its files; names are those in the reality data. */
  readonly folder: string;
  readonly files: readonly string[];
}

const mostFiles = 100_000;
const atOnce = 4;

interface Needs {
  readonly db: Reader;
  readonly ports: Pick<Ports, 'blobs' | 'realityData'>;
}

interface Wanted {
  readonly row: RealityInputRow;
  readonly displayName: string;
  readonly type: string;
  readonly files: readonly PlacedFile[];
}

/**
 * Copies the files of all inputs below a folder, as they are now; those that an earlier attempt has copied are kept.
 * Throws a `JobFailure` where an input is gone or empty.
 */
export async function fetchInputs(
  job: AtWork,
  rows: readonly RealityInputRow[],
  folder: string,
  needs: Needs,
): Promise<FetchedInput[]> {
  const wanted: Wanted[] = [];
  for (const row of rows) wanted.push(await wantedOf(row, needs));
  const all = wanted.flatMap(({ row, files }) =>
    files.map((file) => ({ file, path: placeOf(folder, row, file.path) })),
  );
  if (all.length > mostFiles) {
    throw new JobFailure('LimitExceeded', `There are more than ${mostFiles} files.`, [`${mostFiles} files`]);
  }
  const total = all.reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  const waiting = all.values();
  const copyNext = async (): Promise<void> => {
    for (const { file, path } of waiting) {
      job.signal.throwIfAborted();
      await copyWhole(file, path, job, needs.ports);
      done += file.size;
      job.progress({ done, total, message: `${megabytes(done)} of ${megabytes(total)} MB` });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, copyNext));
  return wanted.map(({ row, displayName, type, files }) => ({
    row,
    displayName,
    type,
    folder: inputFolder(folder, row),
    files: files.map(({ path }) => path),
  }));
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
const inputFolder = (folder: string, { place }: RealityInputRow): string => join(folder, 'inputs', String(place));

/** No name in Storage leads out of a folder; one that did is refused all the same. */
function placeOf(folder: string, row: RealityInputRow, name: string): string {
  const root = inputFolder(folder, row);
  const path = join(root, name);
  if (!path.startsWith(`${root}/`))
    throw new JobFailure('InputData_Invalid', `The name "${name}" is not usable.`, [name]);
  return path;
}

async function wantedOf(row: RealityInputRow, { db, ports }: Needs): Promise<Wanted> {
  const data = await ports.realityData.find(db, row.data_id);
  if (data === undefined) {
    throw new JobFailure('InputData_Missing', `The input "${row.given_id}" is not available any more.`, [row.given_id]);
  }
  const files = await ports.realityData.files(db, data.id);
  if (files.length === 0) {
    throw new JobFailure('InputData_Missing', `The input "${data.displayName}" has no files.`, [data.displayName]);
  }
  return { row, displayName: data.displayName, type: data.type, files };
}

/** Copies a blob to a path, where it is there as a whole or not at all; one that is there already stays. */
export async function copyWhole(
  file: Pick<PlacedFile, 'blobId' | 'size'>,
  path: string,
  job: Pick<AtWork, 'signal'>,
  { blobs }: Pick<Ports, 'blobs'>,
): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there?.size === file.size) return;
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  await copyBlob(blobs, file.blobId, part, { signal: job.signal });
  await rename(part, path);
}
