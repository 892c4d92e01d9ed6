import { createHash } from 'node:crypto';
import { type Measured, type PutOptions, TooLarge } from './store.ts';

/** Counts and hashes bytes as they pass, as a store's `put` is asked to. */
export interface Meter {
  /** Errors: `TooLarge` when more than the limit have passed. */
  take(chunk: Uint8Array): void;
  read(): Measured;
}

export function meter({ digests = [], limit = Number.POSITIVE_INFINITY, onChunk }: PutOptions): Meter {
  const hashes = digests.map((name) => ({ name, hash: createHash(name) }));
  let size = 0;
  return {
    take(chunk) {
      size += chunk.length;
      if (size > limit) throw new TooLarge(`The source has more than ${limit} bytes.`);
      for (const { hash } of hashes) hash.update(chunk);
      onChunk?.(chunk);
    },
    read: () => ({ size, digests: Object.fromEntries(hashes.map(({ name, hash }) => [name, hash.digest('hex')])) }),
  };
}
