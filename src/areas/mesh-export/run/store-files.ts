import { extname } from 'node:path';
import type { ExportedFile, ExportedFiles, ExportType } from '../../../engines/tiles/params.ts';
import { saveFile } from '../../../kernel/blobs/local.ts';
import type { Blobs, SavedBlob } from '../../../kernel/blobs/port.ts';
import type { RunningJob } from '../../../kernel/jobs/job.ts';
import type { MeshFileRow } from '../tables.ts';

const place = { area: 'mesh-export', container: 'files' };
const atOnce = 8;

const contentTypes: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.glb': 'model/gltf-binary',
  '.gltf': 'model/gltf+json',
  '.bin': 'application/octet-stream',
};
const typeOf = (name: string): string => contentTypes[extname(name)] ?? 'application/octet-stream';

/** Stores each file once, however many exports have it, and answers the files of each type. */
export async function storeFiles(
  job: Pick<RunningJob<unknown>, 'progress' | 'signal'>,
  blobs: Blobs,
  exports: readonly ExportedFiles[],
): Promise<ReadonlyMap<ExportType, readonly Omit<MeshFileRow, 'export_id'>[]>> {
  const all = new Map(exports.flatMap(({ files }) => files.map((file) => [file.path, file] as const)));
  const saved = new Map<string, SavedBlob>();
  const waiting = all.values();
  job.progress({ step: 'Storing' });
  const storeNext = async (): Promise<void> => {
    for (const { path, name } of waiting) {
      job.signal.throwIfAborted();
      saved.set(path, await saveFile(blobs, place, path, typeOf(name)));
      job.progress({ message: `${saved.size} of ${all.size} files` });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, storeNext));
  const rowOf = ({ name, path }: ExportedFile) => {
    const blob = saved.get(path);
    if (blob === undefined) throw new Error(`${name} was not stored.`);
    return { name, blob_id: blob.id, size: blob.size, sha256: blob.sha256, content_type: blob.contentType };
  };
  return new Map(exports.map(({ type, files }) => [type, files.map(rowOf)]));
}
