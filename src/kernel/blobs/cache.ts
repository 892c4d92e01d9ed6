import { buffer } from 'node:stream/consumers';
import { ContentLost } from '../../std/unavailable.ts';
import type { Blobs } from './port.ts';

const mebibyte = 2 ** 20;
const largest = mebibyte;
const mostTogether = 48 * mebibyte;

/** Bytes of the small blobs that were asked for lately: viewers of one model read the same tiles. What is kept never changes. */
export interface BlobCache {
  /** Undefined for one that is too large to be kept. Errors: as `Blobs.read`, and `ContentLost`. */
  of(blobId: string, size: number): Promise<Uint8Array> | undefined;
}

export function blobCache(blobs: Pick<Blobs, 'read'>): BlobCache {
  const kept = new Map<string, { readonly size: number; readonly bytes: Promise<Uint8Array> }>();
  let together = 0;
  const drop = (id: string) => {
    together -= kept.get(id)?.size ?? 0;
    kept.delete(id);
  };
  return {
    of(id, size) {
      if (size > largest) return undefined;
      const found = kept.get(id);
      const entry = found ?? { size, bytes: read(blobs, id) };
      if (found === undefined) entry.bytes.catch(() => drop(id));
      else drop(id);
      kept.set(id, entry); // the last one asked for is the last one to go
      together += size;
      for (const oldest of kept.keys()) {
        if (together <= mostTogether) break;
        drop(oldest);
      }
      return entry.bytes;
    },
  };
}

async function read(blobs: Pick<Blobs, 'read'>, id: string): Promise<Uint8Array> {
  const blob = await blobs.read(id);
  if (blob === undefined) throw new ContentLost(`Blob ${id} is not there.`);
  return buffer(blob.stream);
}
