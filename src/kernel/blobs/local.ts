import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { RandomAccess } from '../../engines/random-access.ts';
import type { BlobPlace, Blobs, SavedBlob } from './port.ts';

/*
 * Blobs and files of the disk, for engines: they read and write files.
 */

export interface CopyOptions {
  readonly signal?: AbortSignal;
  /** Told the bytes copied so far. */
  readonly progress?: (done: number, total: number) => void;
}

/** Writes the bytes of a blob into a new file. Rejects with `ContentChanged` when they are not those that were stored. */
export async function copyBlob(blobs: Blobs, id: string, path: string, options: CopyOptions = {}): Promise<void> {
  const blob = await blobs.read(id);
  if (blob === undefined) throw new Error(`Blob ${id} is not there.`);
  let done = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _, next) {
      done += chunk.length;
      options.progress?.(done, blob.size);
      next(null, chunk);
    },
  });
  const { signal } = options;
  await pipeline(blob.stream, measure, createWriteStream(path), ...(signal ? [{ signal }] : []));
}

/** Stores a file as a blob, which still has to be taken with `take`. */
export async function saveFile(
  blobs: Blobs,
  place: BlobPlace,
  path: string,
  contentType = 'application/octet-stream',
): Promise<SavedBlob> {
  const { size } = await stat(path);
  return blobs.save(place, createReadStream(path), { contentType, length: size });
}

/** A blob that is read in pieces. */
export async function openBlob(blobs: Blobs, id: string): Promise<RandomAccess> {
  const first = await blobs.read(id, { start: 0, end: 0 });
  if (first === undefined) throw new Error(`Blob ${id} is not there.`);
  first.stream.destroy();
  return {
    size: first.size,
    async read(offset, length) {
      const piece = await blobs.read(id, { start: offset, end: offset + length - 1 });
      if (piece === undefined) throw new Error(`Blob ${id} is not there any more.`);
      return buffer(piece.stream);
    },
    close: async () => {},
  };
}
