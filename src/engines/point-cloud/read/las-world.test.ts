import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EngineFailure } from '../../engine.ts';
import { chunkEncoder } from '../laz/chunk.ts';
import { asInputs, bytesIn, converted, given, outputIn } from '../testing/convert.ts';
import { type LasLayout, lasFile, readLas, type TestPoint } from '../testing/las-file.ts';
import { lazFile } from '../testing/laz-file.ts';

const layout: LasLayout = { minor: 4, format: 7, scale: 0.001, offset: [0, 0, 0], extra: 0, epsg: 0 };
const points = Array.from(
  { length: 500 },
  (_, n): TestPoint => ({
    place: [n * 10, (n * 7) % 900, n % 50],
    color: [n & 255, (3 * n) & 255, 7],
    intensity: n,
    classification: n & 15,
    returnNumber: 1,
    returnCount: 1,
    withheld: false,
    userData: 0,
    source: 0,
    time: 2.5e8 + n,
    infrared: (37 * n) & 65_535,
  }),
);
const asLas = async (name: string, bytes: Uint8Array) =>
  bytesIn(await converted([given(name, bytes)], name.endsWith('z') ? 'LAZ' : 'LAS', ['LAS']), 'LAS');

describe('LAS and LAZ of other programs', () => {
  it('of LAS 1.5 have their times by its offset', async () => {
    const file = lasFile(points, { ...layout, minor: 5 });
    file.writeUInt16LE(0x40, 6);
    file.writeUInt16LE(1300, 391);
    const read = await asLas('a.las', file);
    assert.equal(read.readUInt16LE(6) & 1, 1, 'times are standard');
    assert.deepEqual(
      readLas(read).map(({ time }) => time),
      points.map(({ time }) => time + 300e6),
    );
  });

  it('of LAS 1.5 without an offset have the times that they had', async () => {
    const read = readLas(await asLas('a.las', lasFile(points, { ...layout, minor: 5 })));
    assert.deepEqual(
      read.map(({ time }) => time),
      points.map(({ time }) => time),
    );
  });

  it('keep near infrared in LAS, LAZ and PLY, and tell where others lose it', async () => {
    const made = await converted([given('a.las', lasFile(points, { ...layout, format: 8 }))], 'LAS', [
      'LAZ',
      'PLY',
      'E57',
    ]);
    assert.deepEqual(
      made.warnings.find(({ code }) => code === 'AttributesLeftOut'),
      { code: 'AttributesLeftOut', params: ['near infrared'] },
    );
    for (const format of ['LAZ', 'PLY'] as const) {
      const back = bytesIn(await converted(asInputs(outputIn(made, format)), format, ['LAS']), 'LAS');
      assert.equal(back.readUInt8(104), 8, format);
      assert.deepEqual(
        readLas(back).map(({ infrared }) => infrared),
        points.map(({ infrared }) => infrared),
        format,
      );
    }
    const tiles = await converted([given('a.las', lasFile(points, { ...layout, format: 8 }))], 'LAS', ['GLBC']);
    assert.deepEqual(tiles.warnings.at(-1), { code: 'AttributesLeftOut', params: ['near infrared'] });
  });

  const chunked = async (change: (compressor: Buffer) => void) => {
    const plain = lasFile(points, { ...layout, minor: 2, format: 3 });
    const made = bytesIn(await converted([given('a.las', plain)], 'LAS', ['LAZ']), 'LAZ');
    assert.equal(made.readUInt8(104) & 63, 3);
    change(made.subarray(made.indexOf('laszip encoded') + 52));
    return { laz: made, records: plain.subarray(plain.readUInt32LE(96)) };
  };

  it('that are compressed in one piece, as the first compressors did it, are read', async () => {
    const { laz, records } = await chunked((compressor) => {
      compressor.writeUInt16LE(1, 0);
      compressor.writeUInt32LE(2 ** 32 - 1, 12);
    });
    const encoder = chunkEncoder(34);
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
    for (let at = 0; at < records.length; at += 34) encoder.put(view, at);
    const file = Buffer.concat([laz.subarray(0, laz.readUInt32LE(96)), ...encoder.end()]);
    const want = await asLas('b.laz', lazFile((await chunked(() => {})).laz, records, 100));
    assert.deepEqual(readLas(await asLas('a.laz', file)), readLas(want));
  });

  for (const [what, change, words] of [
    ['of an unknown compressor', (one: Buffer) => one.writeUInt16LE(9, 0), /its compressor 9 is not known/],
    ['of an unknown version', (one: Buffer) => one.writeUInt16LE(1, 38), /version 1 of the item 6/],
  ] as const) {
    it(`${what} are refused with that`, async () => {
      const { laz } = await chunked(change);
      await assert.rejects(asLas('a.laz', laz), (error) => {
        assert.ok(error instanceof EngineFailure, String(error));
        assert.match(error.message, words);
        return true;
      });
    });
  }
});
