import { openSnapshot, type Snapshot } from '../../engines/snapshot/reader.ts';
import { openBlob } from '../../kernel/blobs/local.ts';
import type { Blobs } from '../../kernel/blobs/port.ts';
import { evictOldest } from '../../std/evict-oldest.ts';

const kept = 32;

/** Opens snapshots, and keeps those used last: their headers and lists of blocks, not their elements. Blobs never change. */
export function snapshotOpener(blobs: Blobs): (blobId: string) => Promise<Snapshot> {
  const opened = new Map<string, Promise<Snapshot>>();
  return (blobId) => {
    const found = opened.get(blobId) ?? openBlob(blobs, blobId).then(openSnapshot);
    opened.delete(blobId);
    opened.set(blobId, found);
    found.catch(() => opened.delete(blobId));
    if (opened.size > kept) evictOldest(opened);
    return found;
  };
}
