import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InputFormat } from '../../conversion/params.ts';
import { EngineFailure } from '../../engine.ts';
import { bytesIn, converted, given } from '../testing/convert.ts';
import { type ReadPoint, readLas } from '../testing/las-file.ts';

async function pointsOf(name: string, text: string | Uint8Array, format: InputFormat = 'XYZ') {
  const result = await converted([given(name, text)], format, ['LAS']);
  const las = bytesIn(result, 'LAS');
  return { points: readLas(las), added: addedTo(las), warnings: result.warnings };
}

/** What a LAS file adds to its points, by name. */
function addedTo(las: Buffer): Record<string, number[]> {
  const from = las.readUInt16LE(94);
  const pointsAt = las.readUInt32LE(96);
  for (let at = from; at + 54 <= pointsAt; at += 54 + las.readUInt16LE(at + 20)) {
    if (las.toString('latin1', at + 2, at + 11) !== 'LASF_Spec' || las.readUInt16LE(at + 18) !== 4) continue;
    return valuesIn(las, las.subarray(at + 54, at + 54 + las.readUInt16LE(at + 20)));
  }
  return {};
}

const readers = [
  { type: 1, size: 1, read: (las: Buffer, at: number) => las.readUInt8(at) },
  { type: 3, size: 2, read: (las: Buffer, at: number) => las.readUInt16LE(at) },
  { type: 9, size: 4, read: (las: Buffer, at: number) => las.readFloatLE(at) },
  { type: 10, size: 8, read: (las: Buffer, at: number) => las.readDoubleLE(at) },
];

function valuesIn(las: Buffer, descriptors: Buffer): Record<string, number[]> {
  const stride = las.readUInt16LE(105);
  const count = Number(las.readBigUInt64LE(247));
  const size = { 6: 30, 7: 36 }[las.readUInt8(104)] ?? assert.fail();
  const found: Record<string, number[]> = {};
  let place = size;
  for (let at = 0; at < descriptors.length; at += 192) {
    const reader = readers.find(({ type }) => type === descriptors.readUInt8(at + 2)) ?? assert.fail();
    const start = las.readUInt32LE(96) + place;
    found[descriptors.toString('utf8', at + 4, at + 36).replaceAll('\0', '')] = Array.from({ length: count }, (_, n) =>
      reader.read(las, start + n * stride),
    );
    place += reader.size;
  }
  assert.equal(place, stride);
  return found;
}

const placesOf = (points: readonly ReadPoint[]) =>
  points.map(({ place }) => place.map((one) => Math.round(one * 1000)));
const [one, other] = [
  [700_000_125, 5_400_000_250, 95_500],
  [700_001_125, 5_400_001_250, -96_500],
];

describe('a cloud of text', () => {
  for (const [what, text] of [
    ['blanks', '700000.125 5400000.25  95.5\n 700001.125 5400001.25 -96.5\n'],
    ['commas', '700000.125,5400000.25,95.5\n700001.125, 5400001.25, -96.5\r\n'],
    ['commas at the end of lines, too', '700000.125,5400000.25,95.5,\n700001.125,5400001.25,-96.5,\n'],
    ['semicolons', '700000.125;5400000.25;95.5\n700001.125;5400001.25;-96.5'],
    ['semicolons, with decimal commas', 'X;Y;Z\n700000,125;5400000,25;95,5\n700001,125;5400001,25;-96,5\n'],
    ['tabs, with decimal commas', '700000,125\t5400000,25\t95,5\n700001,125\t5400001,25\t-96,5\n'],
    ['blanks, with decimal commas', '700000,125 5400000,25 95,5\n700001,125 5400001,25 -96,5\n'],
    ['bars', '# bars\n700000.125|5400000.25|95.5\n700001.125|5400001.25|-96.5\n'],
    ['commas and blanks in turns', '700000.125, 5400000.25 95.5\n700001.125 5400001.25, -96.5\n'],
    ['exponents of Fortran', '7.00000125D+05 5.40000025E6 9.55d1\n700001.125 5400001.25 -96.5\n'],
    ['quotes', '"700000.125","5400000.25","95.5"\n"700001.125","5400001.25","-96.5"\n'],
    [
      'heights first',
      'Höhe [m];Hochwert [m];Rechtswert [m]\n95,5;5400000,25;700000,125\n-96,5;5400001,25;700001,125\n',
    ],
    ['longitude and latitude', 'lat,lon,altitude\n5400000.25,700000.125,95.5\n5400001.25,700001.125,-96.5\n'],
    ['names in the comment before', '//E N Elevation\n700000.125 5400000.25 95.5\n700001.125 5400001.25 -96.5\n'],
  ] as const) {
    it(`with ${what} is read as it is meant`, async () => {
      assert.deepEqual(placesOf((await pointsOf('a.txt', text)).points), [one, other]);
    });
  }

  it('has its colours, classes and intensities by the names of its head, parts of one among them', async () => {
    const text = 'x y z Reflectance Class Rf Gf Bf\n1 2 3 700 6 1 0.5 0\n4 5 6 0 2 0 0 1\n';
    const { points } = await pointsOf('a.txt', text);
    assert.deepEqual(
      points.map(({ intensity, classification, color }) => [intensity, classification, color]),
      [
        [700, 6, [65_535, 32_768, 0]],
        [0, 2, [0, 0, 65_535]],
      ],
    );
  });

  it('keeps other columns of numbers, and tells of those that are none', async () => {
    const text = 'Point;X;Y;Z;Deviation;Remark\n1;1;2;3;0,25;good\n2;4;5;6;-0,5;poor\n';
    const { added, warnings } = await pointsOf('a.csv', text);
    assert.deepEqual(added, { Point: [1, 2], Deviation: [0.25, -0.5] });
    assert.deepEqual(
      warnings.find(({ code }) => code === 'AttributesLeftOut'),
      { code: 'AttributesLeftOut', params: ['Remark'] },
    );
  });

  it('has the columns, the delimiter and the decimal sign that somebody gives, where it does not tell itself', async () => {
    const text = '1,5;2,5;3,5;17;9\n4,5;5,5;6,5;18;8\n';
    const options = { columns: '- z x y label', delimiter: ';', decimal: ',' } as const;
    const result = await converted([given('a.txt', text)], 'XYZ', ['LAS'], options);
    assert.deepEqual(
      readLas(bytesIn(result, 'LAS')).map(({ place, classification }) => [...place, classification]),
      [
        [3.5, 17, 2.5, 9],
        [6.5, 18, 5.5, 8],
      ],
    );
    await assert.rejects(
      converted([given('a.txt', text)], 'XYZ', ['LAS'], { ...options, delimiter: 'tab' }),
      /columns cannot be told apart: line 1/,
    );
  });

  for (const [what, text, line] of [
    ['thousands are set apart', '700.000,125;5.400.000,25;95,5\n700.001,125;5.400.001,25;96,5\n', 1],
    ['commas stand for both', '1,5,2,5,3,5\n1,5,2,5,3\n', 2],
    ['a line has more columns', '1;2;3\n4;5;6\n7;8;9;10\n', 3],
    ['a line has words', '1 2 3\n4 five 6\n', 2],
  ] as const) {
    it(`is refused with the line where ${what}`, () =>
      assert.rejects(pointsOf('a.txt', text), (error) => {
        assert.ok(error instanceof EngineFailure, String(error));
        assert.equal(error.code, 'InputFile_Invalid');
        assert.match(error.message, new RegExp(`columns cannot be told apart: line ${line}\\b`));
        return true;
      }));
  }

  it('is converted without the tables of other things that lie beside it', async () => {
    const files = [
      given('scan.xyz', '1 2 3\n4 5 6\n'),
      given('more.csv', 'x,y,z\n7,8,9\n'),
      given('targets.csv', 'Name,Remark\nA,on the wall\n'),
    ];
    const { outputs, warnings } = await converted(files, 'XYZ', ['LAS']);
    assert.deepEqual(
      outputs[0]?.files.map(({ name }) => name),
      ['scan.las', 'more.las'],
    );
    assert.deepEqual(
      warnings.find(({ code }) => code === 'FilesIgnored'),
      { code: 'FilesIgnored', params: ['targets.csv'] },
    );
  });
});

describe('scalar fields of a PLY', () => {
  const head = (format: string, count: number, properties: readonly string[]) =>
    [
      'ply',
      `format ${format} 1.0`,
      `element vertex ${count}`,
      ...properties.map((one) => `property ${one}`),
      'end_header\n',
    ].join('\n');
  const properties = ['double x', 'double y', 'double z', 'float scalar_Classification', 'float scalar_Intensity'];

  it('are classes and intensities as they are, though they are floats', async () => {
    const text = `${head('ascii', 3, properties)}1 2 3 17 0.5\n4 5 6 2 1\n7 8 9 0 0\n`;
    const { points } = await pointsOf('a.ply', text, 'PLY');
    assert.deepEqual(
      points.map(({ classification, intensity }) => [classification, intensity]),
      [
        [17, 32_768],
        [2, 65_535],
        [0, 0],
      ],
    );
  });

  it('that are known to nobody are kept with their kinds of numbers', async () => {
    const own = ['double x', 'double y', 'double z', 'float scalar_Confidence', 'uchar planarity', 'ushort ring'];
    const bytes = Buffer.alloc(2 * 31);
    for (const [n, at] of [0, 31].entries()) {
      for (let axis = 0; axis < 3; axis++) bytes.writeDoubleBE(n + axis, at + 8 * axis);
      bytes.writeFloatBE(0.25 * (n + 1), at + 24);
      bytes.writeUInt8(200 + n, at + 28);
      bytes.writeUInt16BE(60_000 + n, at + 29);
    }
    const file = Buffer.concat([Buffer.from(head('binary_big_endian', 2, own)), bytes]);
    const { added } = await pointsOf('a.ply', file, 'PLY');
    assert.deepEqual(added, { Confidence: [0.25, 0.5], planarity: [200, 201], ring: [60_000, 60_001] });
  });
});
