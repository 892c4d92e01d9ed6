import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fc, holds, sized } from '../../../test/support/chance.ts';
import type { CloudInput } from '../conversion/params.ts';
import { EngineFailure } from '../engine.ts';
import { converted, given, outputIn } from './testing/convert.ts';
import { type LasLayout, lasFile, type TestPoint } from './testing/las-file.ts';

const layout: LasLayout = { minor: 4, format: 7, scale: 0.001, offset: [0, 0, 0], extra: 0, epsg: 25_832 };
const point = (n: number): TestPoint => ({
  place: [n, 2 * n, 3 * n],
  color: [n & 255, 0, 7],
  intensity: n,
  classification: n & 15,
  returnNumber: 1,
  returnCount: 1,
  withheld: false,
  userData: 0,
  source: 0,
  time: n,
});
const points = Array.from({ length: 300 }, (_, n) => point(n));
const las = lasFile(points, layout);
const changed = (bytes: Buffer, change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
};
const failsWith = (code: string, words: RegExp, subject?: string) => (error: unknown) => {
  assert.ok(error instanceof EngineFailure, String(error));
  assert.equal(error.code, code);
  assert.match(error.message, words);
  if (subject !== undefined) assert.equal(error.params[0], subject);
  return true;
};

const ply = (count: number | string, lines: string, more = '') =>
  `ply\nformat ascii 1.0\n${more}element vertex ${count}\nproperty double x\nproperty double y\nproperty double z\nend_header\n${lines}`;
const pcd = (count: number, data: string, body: string) =>
  `VERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH ${count}\nHEIGHT 1\nPOINTS ${count}\nDATA ${data}\n${body}`;

/** It promises to expand 16 bytes to 12 million. */
const bomb = Buffer.concat([
  Buffer.from(pcd(1e6, 'binary_compressed', '')),
  Buffer.from([16, 0, 0, 0, 0, 0x1b, 0xb7, 0]),
  Buffer.alloc(16),
]);

const broken: readonly (readonly [string, CloudInput, string, string | Uint8Array, RegExp])[] = [
  ['an empty LAS', 'LAS', 'a.las', '', /shorter/],
  ['text as LAS', 'LAS', 'a.las', 'x'.repeat(500), /does not begin/],
  ['a LAS that is cut off', 'LAS', 'a.las', las.subarray(0, 2000), /cut off.*300.*are there/],
  [
    'a LAS of 2 ^ 40 points',
    'LAS',
    'a.las',
    changed(las, (file) => file.writeBigUInt64LE(2n ** 40n, 247)),
    /1099511627776/,
  ],
  [
    'a LAS whose points begin behind it',
    'LAS',
    'a.las',
    changed(las, (file) => file.writeUInt32LE(2 ** 31, 96)),
    /outside/,
  ],
  ['a LAS of unknown points', 'LAS', 'a.las', changed(las, (file) => file.writeUInt8(63, 104)), /format 63/],
  ['a LAS of short records', 'LAS', 'a.las', changed(las, (file) => file.writeUInt16LE(3, 105)), /too short/],
  ['a LAS without scale', 'LAS', 'a.las', changed(las, (file) => file.writeDoubleLE(Number.NaN, 131)), /no number/],
  [
    'a LAS of places without end',
    'LAS',
    'a.las',
    changed(las, (file) => file.writeDoubleLE(1e300, 155)),
    /no points that can/,
  ],
  ['a LAS as LAZ', 'LAZ', 'a.laz', changed(las, (file) => file.writeUInt8(0x87, 104)), /how it is compressed/],
  ['a PLY that is cut off', 'PLY', 'a.ply', ply(3, '1 2 3\n4 5 6\n'), /cut off.*3 points.*2 are/],
  ['a PLY of 2 ^ 60 points', 'PLY', 'a.ply', ply(2 ** 60, '1 2 3\n'), /no count/],
  ['a PLY of broken numbers', 'PLY', 'a.ply', ply(2, '1 2 3\n4 5\n'), /point 2 has 2/],
  [
    'a PLY without places',
    'PLY',
    'a.ply',
    'ply\nformat ascii 1.0\nelement vertex 1\nproperty float q\nend_header\n1\n',
    /no x, y and z/,
  ],
  ['a PLY without end of header', 'PLY', 'a.ply', 'ply\nformat ascii 1.0\n', /does not begin/],
  ['a PLY of places that are none', 'PLY', 'a.ply', ply(1, 'nan nan nan\n'), /no points that can/],
  ['a PCD that is cut off', 'PCD', 'a.pcd', pcd(2 ** 40, 'binary', 'xxxx'), /cut off.*1099511627776/],
  ['a compressed PCD that expands without end', 'PCD', 'a.pcd', bomb, /damaged/],
  ['a PCD without header', 'PCD', 'a.pcd', 'hello\n', /no header/],
  ['text of words', 'XYZ', 'a.xyz', 'once upon a time\n', /no lines of x, y and z/],
  ['text that is cut off', 'XYZ', 'a.pts', '5\n1 2 3\n4 5 6\n', /promises 5 points, and 2/],
  ['text whose last line is cut off', 'XYZ', 'a.xyz', '1 2 3 4\n1 2\n', /line 2/],
  ['text as E57', 'E57', 'a.e57', 'x'.repeat(4096), /does not begin/],
  ['a tileset of nothing', 'PNTS', 'tileset.json', '{"asset":{"version":"1.0"},"root":{}}', /no tiles/],
  ['a tileset of missing tiles', 'PNTS', 'tileset.json', '{"root":{"content":{"uri":"a.pnts"}}}', /a\.pnts/],
  ['a tileset in a circle', 'PNTS', 'tileset.json', '{"root":{"content":{"uri":"tileset.json"}}}', /circle/],
];

describe('a broken cloud', () => {
  for (const [what, format, name, bytes, words] of broken) {
    it(`${what} ends with a reason that names the file`, () =>
      assert.rejects(converted([given(name, bytes)], format, ['LAS']), failsWith('InputFile_Invalid', words, name)));
  }

  it('over the limit is refused before it is read', () =>
    assert.rejects(
      converted([given('a.las', las)], 'LAS', ['LAS'], {}, { limits: { points: 299 } }),
      failsWith('LimitExceeded', /299/, 'CLOUD_POINTS'),
    ));

  it('over the limit is refused as soon as that is seen', () =>
    assert.rejects(
      converted([given('a.xyz', '1 2 3\n'.repeat(300))], 'XYZ', ['LAS'], {}, { limits: { points: 299 } }),
      failsWith('LimitExceeded', /299/),
    ));

  it('leaves points without a place out, and says how many', async () => {
    const result = await converted([given('a.ply', ply(3, '1 2 3\nnan 0 0\n4 inf 6\n'))], 'PLY', ['LAS']);
    assert.equal(outputIn(result, 'LAS').points, 1);
    assert.deepEqual(result.warnings, [
      { code: 'NoGeoreference', params: [] },
      { code: 'PointsLeftOut', params: ['2', 'without a place'] },
    ]);
  });

  it('without files of its format, or with a system that nobody knows, is told', async () => {
    await assert.rejects(converted([given('a.txt', '')], 'LAS', ['LAS']), failsWith('InputData_Invalid', /LAS/, 'LAS'));
    const xyz = given('a.xyz', '1 2 3\n');
    await assert.rejects(
      converted([xyz], 'XYZ', ['LAS'], { outputSRS: 'EPSG:25832' }),
      failsWith('InputSrsUnknown', /a\.xyz/, 'a.xyz'),
    );
    await assert.rejects(
      converted([xyz], 'XYZ', ['LAS'], { inputSRS: 'EPSG:99999' }),
      failsWith('SrsUnknown', /99999/, 'EPSG:99999'),
    );
  });

  it('says which files were ignored', async () => {
    const result = await converted([given('a.las', las), given('b.dwg', 'x'), given('a.prj', '')], 'LAS', ['LAS']);
    const ignored = result.warnings.filter(({ code }) => code === 'FilesIgnored');
    assert.deepEqual(ignored, [{ code: 'FilesIgnored', params: ['b.dwg'] }]);
  });

  const samples = '../shared/data/reality/clouds';
  for (const [name, format] of [
    ['site-a-14.las', 'LAS'],
    ['site-a.laz', 'LAZ'],
    ['site-a.e57', 'E57'],
    ['site-a.ply', 'PLY'],
    ['site-a.pcd', 'PCD'],
  ] as const) {
    it(`${name} that is cut off ends with a reason`, { skip: !existsSync(samples) }, async () => {
      const whole = readFileSync(`${samples}/${name}`);
      for (const share of [0.001, 0.3, 0.6, 0.99]) {
        const part = given(name, whole.subarray(0, Math.floor(share * whole.length)));
        await assert.rejects(converted([part], format, ['LAS']), failsWith('InputFile_Invalid', /./, name));
      }
    });

    it(`${name} with changed bytes ends well or with a reason`, { skip: !existsSync(samples) }, async (test) => {
      const whole = readFileSync(`${samples}/${name}`);
      // most of what decides is at the beginning; of E57 at the end
      const place = fc.oneof(
        fc.nat(400),
        fc.nat(whole.length - 1),
        fc.integer({ min: whole.length - 2000, max: whole.length - 1 }),
      );
      await holds(
        'broken-clouds',
        test.name,
        fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 3 }),
        async (changes) => {
          const bytes = Buffer.from(whole);
          for (const [at, value] of changes) bytes[at] = value;
          await converted([given(name, bytes)], format, ['LAS']).catch((error: unknown) =>
            assert.ok(error instanceof EngineFailure, error instanceof Error ? error.stack : String(error)),
          );
        },
        { numRuns: sized(4, 8) },
      );
    });
  }

  it('with a wrong checksum is told by its page', { skip: !existsSync(samples) }, async () => {
    const bytes = readFileSync(`${samples}/site-a.e57`);
    const at = 300 * 1024 + 17;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await assert.rejects(
      converted([given('a.e57', bytes)], 'E57', ['LAS']),
      failsWith('InputFile_Invalid', /page 301/, 'a.e57'),
    );
  });
});
