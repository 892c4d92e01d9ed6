import { join } from 'node:path';
import { openFileStore } from './file-store.ts';
import { parseS3Url } from './s3-url.ts';
import type { BlobStore } from './store.ts';

/** The bucket that `blobUrl` names, or files in the data folder. Errors: an `Error` when the address is wrong. */
export async function openBlobStore(blobUrl: string | undefined, dataDir: string): Promise<BlobStore> {
  if (blobUrl === undefined) return openFileStore(join(dataDir, 'blobs'));
  const { openS3Store } = await import('./s3-store.ts'); // its library takes long to load
  return openS3Store(parseS3Url(blobUrl), join(dataDir, 'unfinished-parts'));
}
