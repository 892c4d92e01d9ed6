import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import yauzl from 'yauzl';
import { type OpenEntry, zipBeginning, zipChunks } from './zip-stream.ts';

const size = 5 * 2 ** 30;
const zeros = Buffer.alloc(2 ** 20);

function* manyZeros(): Generator<Buffer> {
  for (let left = size; left > 0; left -= zeros.length) yield zeros;
}

const entry = (name: string, length: number, bytes: () => Iterable<Buffer>): OpenEntry => ({
  name,
  method: 0,
  size: length,
  packed: length,
  crc: undefined,
  open: async () => Readable.from(bytes()),
});

describe('a ZIP file of more than 4 GiB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zip-large-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is read by others, what lies behind 4 GiB, too', async () => {
    const path = join(folder, 'large.zip');
    const file = openSync(path, 'w');
    const directory: Buffer[] = [];
    const entries = [entry('base/zeros', size, manyZeros), entry('base/behind', 5, () => [Buffer.from('hello')])];
    const source = {
      entries: Readable.from(entries),
      directory: async function* () {
        yield* directory;
      },
      at: new Date(),
    };
    let at = 0;
    for await (const chunk of zipChunks(source, zipBeginning)) {
      if (chunk.directory) directory.push(chunk.directory);
      if (!chunk.bytes.equals(zeros)) writeSync(file, chunk.bytes, 0, chunk.bytes.length, at); // the rest is a hole
      at += chunk.bytes.length;
    }
    ftruncateSync(file, at);
    const zip = await yauzl.openPromise(path, { lazyEntries: true });
    const found: [string, number][] = [];
    for await (const one of zip.eachEntry()) {
      found.push([one.fileName, one.uncompressedSize]);
      if (one.uncompressedSize === 5) assert.equal(await text(await zip.openReadStreamPromise(one)), 'hello');
    }
    assert.deepEqual(found, [
      ['base/zeros', size],
      ['base/behind', 5],
    ]);
    const python = spawnSync('python3', ['-m', 'zipfile', '-t', path]);
    if (python.error === undefined) assert.match(String(python.stdout), /^Done testing/);
  });
});
