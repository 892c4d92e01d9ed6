import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { BlobPlace, Blobs } from '../../kernel/blobs/port.ts';
import { type Range, TooLarge } from '../../kernel/blobs/store.ts';

/**
 * A request's body that lies in the blob store. Its handler takes it with `ports.blobs.take` in the transaction that
 * names it; what the handler has not taken is removed after it.
 */
export interface StreamedUpload {
  /** Of the blob. */
  readonly id: string;
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
  /** The media type that the request names, in lower case; '' for none. */
  readonly type: string;
  /** The bytes, or some of them, before they are taken. */
  open(range?: Range): Promise<Readable>;
}

/** A poured body, and what ends it. */
export interface Poured {
  readonly body: StreamedUpload;
  /** Removes the bytes, unless they were taken. */
  done(): Promise<void>;
}

/**
 * Pours a body into the blob store as it arrives. `tooLarge` when there is more than `most`, told as soon as it is known.
 * Nothing is left of what is broken off. Errors: as `BlobStore.put`.
 */
export async function pourBody(
  request: IncomingMessage,
  blobs: Blobs,
  { place, type, most }: { readonly place: BlobPlace; readonly type: string; readonly most: number },
): Promise<Poured | 'tooLarge'> {
  const length = request.headers['content-length'];
  const saved = await blobs
    .save(place, request, {
      contentType: type === '' ? 'application/octet-stream' : type,
      limit: most,
      ...(length === undefined ? {} : { length: Number(length) }),
    })
    .catch((error) => {
      if (error instanceof TooLarge) return 'tooLarge' as const;
      throw error;
    });
  if (saved === 'tooLarge') return saved;
  const { id, size, sha256 } = saved;
  return {
    body: { id, size, sha256, type, open: (range) => blobs.openSaved(id, range) },
    done: () => blobs.drop(id),
  };
}
