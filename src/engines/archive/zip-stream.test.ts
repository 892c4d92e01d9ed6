import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import yauzl from 'yauzl';
import { chanceOf, seedOf } from '../../../test/support/chance.ts';
import { endOfDirectory, localHeader } from './zip-format.ts';
import { EntryChanged, type OpenEntry, type ZipChunk, type ZipPlace, zipBeginning, zipChunks } from './zip-stream.ts';

const at = new Date('2026-11-26T23:14:06Z');

interface Given {
  readonly name: string;
  readonly bytes: Buffer;
  readonly packed: boolean;
  readonly known: boolean;
}

function entryOf({ name, bytes, packed, known }: Given): OpenEntry {
  const stored = packed ? deflateRawSync(bytes) : bytes;
  const crc = known || packed ? crc32(bytes) : undefined;
  const method = packed ? 8 : 0;
  return {
    name,
    method,
    size: bytes.length,
    packed: stored.length,
    crc,
    open: async () => Readable.from(pieces(stored)),
  };
}

function* pieces(all: Buffer): Generator<Buffer> {
  for (let from = 0; from < all.length; from += 700) yield all.subarray(from, from + 700);
}

const sourceOf = (given: readonly Given[], from: ZipPlace, directory: readonly Buffer[]) => ({
  entries: Readable.from(given.slice(from.entry).map(entryOf)),
  async *directory() {
    yield* directory;
  },
  at,
});

/** The file from a place on. `directory`: what is known of the entries before; it grows. */
async function written(given: readonly Given[], from = zipBeginning, directory: Buffer[] = []): Promise<ZipChunk[]> {
  const chunks: ZipChunk[] = [];
  for await (const chunk of zipChunks(sourceOf(given, from, directory), from)) {
    if (chunk.directory) directory.push(chunk.directory);
    chunks.push(chunk);
  }
  return chunks;
}

const { whole, pick, bytes: randomBytes, happens } = chanceOf(seedOf('zip streams'));
const someEntries = (): Given[] =>
  Array.from({ length: whole(1, 9) }, (_, number) => ({
    name: `base/data/${number} ä.bin`,
    bytes: randomBytes(pick([0, 1, 699, 700, 701, 3000])),
    packed: happens(0.5),
    known: happens(0.5),
  }));

describe('a ZIP file that is written as a stream', () => {
  it('is read by others, with the bytes, names and times that were given', async () => {
    for (let round = 0; round < 12; round++) {
      const given = someEntries();
      const file = Buffer.concat((await written(given)).map(({ bytes }) => bytes));
      const zip = await yauzl.fromBufferPromise(file, { lazyEntries: true });
      const found: [string, Buffer][] = [];
      for await (const entry of zip.eachEntry()) {
        assert.equal(entry.externalFileAttributes >>> 16, 0o100644);
        assert.equal(entry.getLastModDate({ timezone: 'UTC' }).toISOString(), '2026-11-26T23:14:06.000Z');
        found.push([entry.fileName, await buffer(await zip.openReadStreamPromise(entry))]);
      }
      assert.deepEqual(
        found,
        given.map(({ name, bytes }) => [name, bytes]),
      );
    }
  });

  it('goes on from every place as if it had never stopped', async () => {
    for (let round = 0; round < 6; round++) {
      const given = someEntries();
      const all = await written(given);
      for (const [cut, { place }] of all.entries()) {
        const before = all.slice(0, cut + 1);
        const directory = before.flatMap((chunk) => chunk.directory ?? []);
        const rest = await written(given, place, directory);
        const joined = Buffer.concat([...before, ...rest].map(({ bytes }) => bytes));
        assert.deepEqual(joined, Buffer.concat(all.map(({ bytes }) => bytes)), `cut at ${cut}`);
      }
    }
  });

  it('is not ended with an entry whose bytes are others than was said', async () => {
    const entry = entryOf({ name: 'a', bytes: Buffer.from('abc'), packed: false, known: true });
    for (const other of ['abd', 'ab', 'abcd']) {
      const changed = { ...entry, open: async () => Readable.from([Buffer.from(other)]) };
      const source = { ...sourceOf([], zipBeginning, []), entries: Readable.from([changed]) };
      await assert.rejects(async () => {
        for await (const _ of zipChunks(source, zipBeginning));
      }, EntryChanged);
    }
  });

  it('may have more entries than 16 bits can count', async () => {
    const given = Array.from({ length: 70_000 }, (_, number) => ({
      name: `base/${number}`,
      bytes: Buffer.alloc(0),
      packed: false,
      known: true,
    }));
    const file = Buffer.concat((await written(given)).map(({ bytes }) => bytes));
    const zip = await yauzl.fromBufferPromise(file, { lazyEntries: true });
    const names: string[] = [];
    for await (const { fileName } of zip.eachEntry()) names.push(fileName);
    assert.deepEqual([names.length, names.at(-1)], [70_000, 'base/69999']);
  });

  it('has numbers of 64 bits where 32 do not hold them', () => {
    const large = 2 ** 32 + 5;
    const header = localHeader({ name: 'a', method: 0, size: large, packed: large, crc: 7 }, at);
    assert.deepEqual(
      [header.readUInt32LE(18), header.readUInt32LE(22), header.readUInt16LE(28)],
      [2 ** 32 - 1, 2 ** 32 - 1, 20],
    );
    assert.equal(header.readBigUInt64LE(35), BigInt(large));
    const end = endOfDirectory({ count: 70_000, size: 8_000_000, start: large });
    assert.deepEqual([end.readBigUInt64LE(24), end.readBigUInt64LE(48)], [70_000n, BigInt(large)]);
    assert.deepEqual([end.readUInt16LE(84), end.readUInt32LE(92)], [65_535, 2 ** 32 - 1]);
  });
});
