import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EngineFailure } from '../../engine.ts';
import { bytesIn, converted, given } from '../testing/convert.ts';
import { readLas } from '../testing/las-file.ts';

const head = (columns: number, rows: number, move: readonly number[]) =>
  `${columns}\n${rows}\n${move.join(' ')}\n1 0 0\n0 1 0\n0 0 1\n0 1 0 0\n-1 0 0 0\n0 0 1 0\n${move.join(' ')} 1\n`;
const scans = `${head(2, 2, [458_300, 5_550_200, 120])}1 2 3 0.5 10 20 30\n0 0 0 0.5 0 0 0\n4 5 6 1 255 0 0\n0 0 0 0 0 0 0
${head(1, 1, [0, 0, 0])}7 8 9 0 1 2 3\n`;

const failsAt = (name: string, text: string, words: RegExp) =>
  assert.rejects(converted([given(name, text)], 'PTX', ['LAS']), (error) => {
    assert.ok(error instanceof EngineFailure, String(error));
    assert.equal(error.code, 'InputFile_Invalid');
    assert.match(error.message, words);
    return true;
  });

describe('scans in PTX', () => {
  it('stand where their matrices put them, without directions from which nothing came back', async () => {
    const result = await converted([given('a.ptx', scans)], 'PTX', ['LAS']);
    assert.deepEqual(
      readLas(bytesIn(result, 'LAS')).map(({ place, intensity, color }) => [place, intensity, color]),
      [
        [[458_298, 5_550_201, 123], 32_768, [10 * 257, 20 * 257, 30 * 257]],
        [[458_295, 5_550_204, 126], 65_535, [65_535, 0, 0]],
        [[-8, 7, 9], 0, [257, 514, 771]],
      ],
    );
    assert.deepEqual(
      result.warnings.find(({ code }) => code === 'PointsLeftOut'),
      { code: 'PointsLeftOut', params: ['2', 'invalid'] },
    );
  });

  it('that are cut off, or have no head, are refused with the reason', async () => {
    await failsAt('a.ptx', scans.slice(0, -14), /cut off within a scan/);
    await failsAt('a.ptx', '1 2 3\n'.repeat(20), /head of a scan/);
    await failsAt('a.ptx', '2\n2\n', /no head/);
    await failsAt('a.ptx', scans.replace('4 5 6 1 255 0 0', '4 5 6'), /line 13 is no point/);
  });
});

describe('Gaussian splats in PLY', () => {
  const names = ['x', 'y', 'z', 'nx', 'f_dc_0', 'f_dc_1', 'f_dc_2', 'opacity', 'scale_0', 'rot_0'];
  const splats = [
    [1, 2, 3, 0, 0, 1, 9, 2, -4, 1],
    [4, 5, 6, 0, -9, -1, 0.5, 2, -4, 1],
  ];
  const bytes = Buffer.concat([
    Buffer.from(
      `ply\nformat binary_little_endian 1.0\nelement vertex 2\n${names.map((name) => `property float ${name}\n`).join('')}end_header\n`,
    ),
    Buffer.from(new Float32Array(splats.flat()).buffer),
  ]);

  for (const format of ['GS_PLY', 'PLY'] as const) {
    it(`are their centres and colours, with a warning, as ${format}`, async () => {
      const result = await converted([given('a.ply', bytes)], format, ['LAS']);
      const share = (value: number) => Math.round(65_535 * Math.min(1, Math.max(0, 0.5 + 0.282_094_79 * value)));
      const las = bytesIn(result, 'LAS');
      assert.deepEqual(
        readLas(las).map(({ place, color }) => [place, color]),
        splats.map(([x, y, z, , red = 0, green = 0, blue = 0]) => [
          [x, y, z],
          [share(red), share(green), share(blue)],
        ]),
      );
      assert.equal(las.readUInt16LE(105), 36, 'nothing else is added');
      assert.deepEqual(
        result.warnings.map(({ code }) => code),
        ['NoGeoreference', 'SplatsAsPoints'],
      );
    });
  }
});
