import { createHash } from 'node:crypto';
import { type DigestName, type Measured, TooLarge } from './store.ts';

/** Counts and hashes bytes as they pass. */
export interface Meter {
  /** Errors: `TooLarge` when more than the limit have passed. */
  take(chunk: Uint8Array): void;
  read(): Measured;
}

export function meter(digests: readonly DigestName[] = [], limit = Number.POSITIVE_INFINITY): Meter {
  const hashes = digests.map((name) => ({ name, hash: createHash(name) }));
  let size = 0;
  return {
    take(chunk) {
      size += chunk.length;
      if (size > limit) throw new TooLarge(`The source has more than ${limit} bytes.`);
      for (const { hash } of hashes) hash.update(chunk);
    },
    read: () => ({ size, digests: Object.fromEntries(hashes.map(({ name, hash }) => [name, hash.digest('hex')])) }),
  };
}
