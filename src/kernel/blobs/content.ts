import type { Hash } from 'node:crypto';
import { finished, Readable } from 'node:stream';
import { freeBuffer } from '../../std/free-buffer.ts';
import type { Pace } from '../../std/pace.ts';
import type { Reader } from '../db/database.ts';
import type { BlobStore, Range } from './store.ts';
import { partsIn } from './tables.ts';

/** `size` bytes from `start` on in an object of the store. */
export interface Slice {
  readonly key: string;
  readonly start: number;
  readonly size: number;
}

/**
 * The bytes of slices, one after the other; the next one is asked for while one is read. Answers once the first bytes
 * can come, so that a store that is away is told before anything is sent. Errors: as `BlobStore.get`.
 */
export async function readSlices(store: Pick<BlobStore, 'get'>, slices: readonly Slice[]): Promise<Readable> {
  const wanted = merged(slices);
  const first = wanted[0];
  if (first === undefined) return Readable.from([]);
  const opened = await openSlice(store, first);
  if (wanted.length === 1) return opened;
  return inTurn(
    opened,
    wanted.slice(1).map((slice) => () => openSlice(store, slice)),
  );
}

/** Streams one after the other as one, whose chunks pass as they come; the next is opened while one is read. */
function inTurn(first: Readable, others: readonly (() => Promise<Readable>)[]): Readable {
  let current = first;
  let following: Promise<Readable> | undefined;
  const all = new Readable({
    read: () => void current.resume(),
    destroy(error, done) {
      current.destroy();
      following?.then((stream) => stream.destroy()).catch(() => {});
      done(error);
    },
  });
  const fail = (error: Error) => void all.destroy(error);
  function follow(stream: Readable, [open, ...rest]: typeof others): void {
    if (all.destroyed) return void stream.destroy();
    current = stream;
    following = open?.();
    following?.catch(() => {}); // told when its turn comes
    finished(stream, { writable: false }, (error) => {
      if (error) fail(error);
      else if (following === undefined) all.push(null);
      else following.then((next) => follow(next, rest)).catch(fail);
    });
    stream.on('data', (chunk) => {
      if (!all.push(chunk)) stream.pause();
    });
  }
  follow(first, others);
  return all;
}

const openSlice = (store: Pick<BlobStore, 'get'>, { key, start, size }: Slice) =>
  store.get(key, { start, end: start + size - 1 });

/** Without empty slices, and with those joined that follow each other in one object. */
function merged(slices: readonly Slice[]): Slice[] {
  const found: Slice[] = [];
  for (const slice of slices) {
    const last = found.at(-1);
    if (slice.size === 0) continue;
    if (last?.key === slice.key && last.start + last.size === slice.start) {
      found[found.length - 1] = { ...last, size: last.size + slice.size };
    } else {
      found.push(slice);
    }
  }
  return found;
}

/** The bytes of a range of a blob's content. Errors: as `BlobStore.get`. */
export async function readRange(deps: ContentDeps, blob: string, range: Range): Promise<Readable> {
  return readSlices(deps.store, await slicesOf(deps, blob, range));
}

/** Where a range of a blob's content lies. */
export async function slicesOf({ db }: Pick<ContentDeps, 'db'>, blob: string, range: Range): Promise<Slice[]> {
  const parts = await db.all(partsIn, { blob, ...range });
  return merged(
    parts.map(({ key, start, size, offset }) => {
      const from = Math.max(range.start - offset, 0);
      const to = Math.min(range.end - offset, size - 1);
      return { key, start: start + from, size: to - from + 1 };
    }),
  );
}

interface ContentDeps {
  readonly db: Reader;
  readonly store: BlobStore;
}

/** Hashes the bytes of a stored stream, as fast as the pace says; its chunks are used up. */
export async function hashInto(hash: Hash, stream: Readable, pace?: Pace): Promise<void> {
  for await (const chunk of stream) {
    const { length } = chunk;
    hash.update(chunk);
    freeBuffer(chunk);
    await pace?.(length);
  }
}
