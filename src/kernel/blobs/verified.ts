import { createHash } from 'node:crypto';
import { finished, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ContentChanged } from '../../std/unavailable.ts';
import type { Reader } from '../db/database.ts';
import { readRange } from './content.ts';
import type { DamageWatch } from './damage.ts';
import type { BlobStore, Range } from './store.ts';
import type { BlobRow } from './tables.ts';

/** Content up to this size is compared before the first byte goes on. */
const comparedFirst = 2 ** 20;

interface Deps {
  readonly db: Reader;
  readonly store: BlobStore;
  readonly damage: DamageWatch;
}

/**
 * The bytes of a blob, or of a range of them. A range that is the whole content is compared with the hash that was stored when it
 * was committed: of small content before this answers, of large content while it passes. Then the last chunk is held back until the
 * hash is right, and a stream of other bytes ends with an error, so that nobody takes it for whole. Errors: as `BlobStore.get`, and
 * `ContentChanged`.
 */
export async function readContent(
  deps: Deps,
  blob: Pick<BlobRow, 'id' | 'area' | 'container' | 'size' | 'sha256'>,
  range: Range,
): Promise<Readable> {
  const stream = await readRange(deps, blob.id, range);
  const { size, sha256 } = blob;
  if (size === null || sha256 === null || range.start > 0 || range.end < size - 1) return stream;
  const changed = () => {
    deps.damage.found(blob);
    return new ContentChanged(`The stored bytes of blob ${blob.id} are not those that were stored.`);
  };
  const whole = compared(stream, sha256, changed);
  return size > comparedFirst ? whole : Readable.from([await buffer(whole)]);
}

/** The same chunks, the last of them once the hash of all is right; else it ends with the error. */
export function compared(source: Readable, sha256: string, changed: () => Error): Readable {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  const all = new Readable({
    read: () => void source.resume(),
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
  finished(source, { writable: false }, (error) => {
    if (all.destroyed) return;
    if (error) return void all.destroy(error);
    if (hash.digest('hex') !== sha256) return void all.destroy(changed());
    if (held !== undefined) all.push(held);
    all.push(null);
  });
  source.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    if (held !== undefined && !all.push(held)) source.pause();
    held = chunk;
  });
  return all;
}
