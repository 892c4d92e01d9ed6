import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extraAttributes, extraBytes } from './extra.ts';
import { asInputs, bytesIn, converted, given, outputIn } from './testing/convert.ts';
import { lasFile, type TestPoint } from './testing/las-file.ts';
import { readTileset } from './testing/read-tiles.ts';

const names = ['amplitude', 'reflectance', 'deviation'];
/** Two bytes, four, and eight. */
const types = [3, 9, 10];
const size = 14;
const count = 1234;

function descriptors(): Buffer {
  const all = Buffer.alloc(192 * types.length);
  for (const [n, type] of types.entries()) {
    all.writeUInt8(type, 192 * n + 2);
    all.write(names[n] ?? '', 192 * n + 4);
  }
  return all;
}

const points = (format: number): TestPoint[] =>
  Array.from({ length: count }, (_, n) => ({
    place: [n % 40, Math.floor(n / 40), n % 7],
    color: format === 7 || format === 3 ? [n % 256, 1, 2] : [0, 0, 0],
    intensity: n,
    classification: 2,
    returnNumber: 1,
    returnCount: 1,
    withheld: false,
    userData: 0,
    source: 1,
    time: n,
  }));

/** A file whose points have attributes of their own; `described`: in how many records it says how many of them. */
function withExtra(format: number, minor: number, described: readonly number[] = [types.length]): Buffer {
  const layout = { minor, format, scale: 0.01, offset: [0, 0, 0] as const, extra: size, epsg: 0 };
  const plain = lasFile(points(format), layout);
  let from = 0;
  const records = described.map((many) => {
    const record = Buffer.alloc(54);
    record.write('LASF_Spec', 2);
    record.writeUInt16LE(4, 18);
    record.writeUInt16LE(192 * many, 20);
    from += many;
    return Buffer.concat([record, descriptors().subarray(192 * (from - many), 192 * from)]);
  });
  const added = Buffer.concat(records);
  const at = plain.readUInt32LE(96);
  const stride = plain.readUInt16LE(105);
  const file = Buffer.concat([plain.subarray(0, at), added, plain.subarray(at)]);
  file.writeUInt32LE(at + added.length, 96);
  file.writeUInt32LE(records.length, 100);
  for (let n = 0; n < count; n++) {
    const end = at + added.length + (n + 1) * stride;
    file.writeUInt16LE((n * 7) % 65_536, end - 14);
    file.writeFloatLE(Math.sin(n), end - 12);
    file.writeDoubleLE(n / 3, end - 8);
  }
  return file;
}

/** The attributes of all points of a LAS file, by their intensities, which are their numbers. */
function extraIn(file: Buffer): string[] {
  const [at, stride] = [file.readUInt32LE(96), file.readUInt16LE(105)];
  return Array.from({ length: count }, (_, n) => {
    const start = at + n * stride;
    return `${file.readUInt16LE(start + 12)} ${file.toString('hex', start + stride - size, start + stride)}`;
  }).sort();
}

/** Intensities, flags, classes, colours and attributes of all points of a LAS file of format 7. */
function wholeOf(file: Buffer, wide = 1): string[] {
  const [at, stride] = [file.readUInt32LE(96), file.readUInt16LE(105)];
  return Array.from({ length: count }, (_, n) => {
    const start = at + n * stride;
    const colors = [30, 32, 34].map((k) => file.readUInt16LE(start + k) * wide);
    const own = file.toString('hex', start + stride - size, start + stride);
    return [file.readUInt16LE(start + 12), file.toString('hex', start + 14, start + 17), ...colors, own].join(' ');
  }).sort();
}

const lost = (warnings: readonly { readonly code: string; readonly params: readonly string[] }[]) =>
  warnings.filter(({ code }) => code === 'AttributesLeftOut').flatMap(({ params }) => params);

describe('attributes that a LAS file adds', () => {
  for (const [format, minor] of [
    [1, 2],
    [3, 2],
    [6, 4],
    [7, 4],
  ] as const) {
    it(`are kept by LAS and LAZ, of format ${format}`, async () => {
      const file = withExtra(format, minor);
      const result = await converted([given('scan.las', file)], 'LAS', ['LAS', 'LAZ']);
      assert.deepEqual(lost(result.warnings), []);
      const las = bytesIn(result, 'LAS');
      assert.deepEqual(extraIn(las), extraIn(file));
      assert.ok(las.includes(descriptors()), 'they are described');
      const back = await converted(asInputs(outputIn(result, 'LAZ')), 'LAZ', ['LAS']);
      assert.deepEqual(extraIn(bytesIn(back, 'LAS')), extraIn(file));
      assert.deepEqual(lost(back.warnings), []);
    });
  }

  it('are kept with the colours of points of several scanner channels, which LAZ 1.4 holds', async () => {
    const file = withExtra(7, 4);
    const [at, stride] = [file.readUInt32LE(96), file.readUInt16LE(105)];
    for (let n = 0; n < count; n++) {
      file.writeUInt8(((n * 7) % 3) << 4, at + n * stride + 15);
      file.writeUInt8(n % 200, at + n * stride + 16);
    }
    const made = await converted([given('scan.las', file)], 'LAS', ['LAZ']);
    const laz = bytesIn(made, 'LAZ');
    assert.deepEqual([laz.readUInt8(25), laz.readUInt8(104) & 63, laz.readUInt16LE(105)], [4, 7, 36 + size]);
    const back = bytesIn(await converted(asInputs(outputIn(made, 'LAZ')), 'LAZ', ['LAS']), 'LAS');
    assert.deepEqual(wholeOf(back), wholeOf(file, 257));
  });

  for (const format of ['GLB', 'GLBC'] as const) {
    it(`are attributes of the points of tiles, by their names: ${format}`, async () => {
      const made = await converted([given('scan.las', withExtra(7, 4))], 'LAS', [format]);
      assert.deepEqual(lost(made.warnings), []);
      const points = await readTileset(outputIn(made, format));
      assert.equal(points.length, count);
      for (const { intensity: n = -1, extras } of points) {
        const expected = [(n * 7) % 65_536, Math.fround(Math.sin(n)), Math.fround(n / 3)];
        assert.deepEqual(extras, new Map(names.map((name, k) => [`_${name.toUpperCase()}`, expected[k]])));
      }
    });
  }

  it('are scaled as the file says, and bounded in number and by what is a number', () => {
    const text = Buffer.alloc(192 * 12);
    const types = [3, 0, 13, ...Array<number>(9).fill(1)];
    for (const [n, type] of types.entries()) {
      text.writeUInt8(type, 192 * n + 2);
      text.write(n < 5 ? 'Pulse width [ns]' : 'intensity', 192 * n + 4);
    }
    text.writeUInt8(8 | 16, 3);
    text.writeDoubleLE(0.5, 112);
    text.writeDoubleLE(100, 136);
    text.writeUInt8(7, 192 + 3); // seven bytes that nobody describes
    const size = 2 + 7 + 4 + 9;
    const { attributes, areAll } = extraAttributes(extraBytes([text], size) ?? assert.fail());
    assert.equal(areAll, false);
    assert.deepEqual(
      attributes.map(({ name }) => name),
      ['PULSE_WIDTH_NS', 'PULSE_WIDTH_NS_2', 'PULSE_WIDTH_NS_3', ...[2, 3, 4, 5, 6].map((n) => `INTENSITY_${n}`)],
    );
    const bytes = Uint8Array.from({ length: size }, (_, n) => n + 1);
    const read = attributes.map((one) => one.read(new DataView(bytes.buffer), 0));
    assert.deepEqual(read.slice(0, 3), [100 + 0.5 * (1 + 2 * 256), 14, 15]);
  });

  it('that several records describe are one description, in their order', async () => {
    const file = withExtra(7, 4, [1, 2]);
    const made = await converted([given('scan.las', file)], 'LAS', ['LAS', 'GLBC']);
    assert.deepEqual(lost(made.warnings), []);
    const las = bytesIn(made, 'LAS');
    assert.deepEqual(extraIn(las), extraIn(file));
    assert.ok(las.includes(descriptors()), 'in one record');
    const [point] = await readTileset(outputIn(made, 'GLBC'));
    assert.deepEqual(
      [...(point?.extras.keys() ?? [])],
      names.map((name) => `_${name.toUpperCase()}`),
    );
  });

  for (const described of [[], [1]]) {
    it(`of which ${described.length} of 3 are described are kept as they are`, async () => {
      const file = withExtra(7, 4, described);
      const made = await converted([given('scan.las', file)], 'LAS', ['LAS', 'LAZ']);
      assert.deepEqual(lost(made.warnings), []);
      assert.deepEqual(extraIn(bytesIn(made, 'LAS')), extraIn(file));
      const back = await converted(asInputs(outputIn(made, 'LAZ')), 'LAZ', ['LAS']);
      assert.deepEqual(extraIn(bytesIn(back, 'LAS')), extraIn(file));
      const tiles = await converted([given('scan.las', file)], 'LAS', ['GLBC']);
      assert.deepEqual(lost(tiles.warnings), ['extra bytes']);
    });
  }

  it('are told where an output has no room for them', async () => {
    const other = await converted([given('scan.las', withExtra(7, 4))], 'LAS', ['LAS', 'E57']);
    assert.deepEqual(lost(other.warnings), ['extra bytes']);
    assert.deepEqual(extraIn(bytesIn(other, 'LAS')), extraIn(withExtra(7, 4)));
  });

  it('are kept of merged files that have the same, and told of others', async () => {
    const [one, other] = [given('a.las', withExtra(7, 4)), given('b.las', withExtra(7, 4))];
    const same = await converted([one, other], 'LAS', ['LAS'], { merge: true });
    assert.deepEqual(lost(same.warnings), []);
    assert.equal(bytesIn(same, 'LAS').readUInt16LE(105), 36 + size);
    const plain = given(
      'c.las',
      lasFile(points(7), { minor: 4, format: 7, scale: 0.01, offset: [0, 0, 0], extra: 0, epsg: 0 }),
    );
    const mixed = await converted([one, plain], 'LAS', ['LAS'], { merge: true });
    assert.deepEqual(lost(mixed.warnings), ['extra bytes']);
    assert.equal(bytesIn(mixed, 'LAS').readUInt16LE(105), 36);
  });
});
