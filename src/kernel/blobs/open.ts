import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openFileStore } from './file-store.ts';
import { parseS3Url } from './s3-url.ts';
import type { BlobStore } from './store.ts';

/** Writes, reads and removes an object, as the program will have to. Rejects where it may not, or the store is away. */
export async function provePermission(store: BlobStore): Promise<void> {
  await store.ping();
  const key = `probe-${randomUUID()}`;
  await store.put(key, Readable.from([Buffer.from('x')]), { length: 1 });
  (await store.get(key)).destroy();
  await store.remove([key]);
}

/** The bucket that `blobUrl` names, or files in the data folder. Errors: an `Error` when the address is wrong. */
export async function openBlobStore(
  blobUrl: string | undefined,
  dataDir: string,
  publicEndpoint?: string,
): Promise<BlobStore> {
  if (blobUrl === undefined) return openFileStore(join(dataDir, 'blobs'));
  const { openS3Store } = await import('./s3-store.ts'); // its library takes long to load
  return openS3Store(parseS3Url(blobUrl), join(dataDir, 'unfinished-parts'), { publicEndpoint });
}
