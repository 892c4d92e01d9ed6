import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Ports } from '../../../api/ports/ports.ts';

/** Writes a blob into a file; false where it is not there any more. */
export async function fetchBlob(blobId: string, path: string, { blobs }: Pick<Ports, 'blobs'>): Promise<boolean> {
  const blob = await blobs.read(blobId);
  if (blob) await pipeline(blob.stream, createWriteStream(path));
  return blob !== undefined;
}
