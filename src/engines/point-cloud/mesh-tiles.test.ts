import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { EngineFailure } from '../engine.ts';
import { asInputs, bytesIn, converted, given, outputIn } from './testing/convert.ts';
import { readLas } from './testing/las-file.ts';

/** A square of 20 m, 3 m high, red in the west and green in the east, at a place of a map. */
const square = () => [
  given(
    'square.obj',
    ['mtllib a.mtl', 'usemtl red', ...corners(0), 'f 1 2 3 4', 'usemtl green', ...corners(10), 'f 5 6 7 8'].join('\n'),
  ),
  given('a.mtl', 'newmtl red\nKd 1 0 0\nnewmtl green\nKd 0 1 0\n'),
  given(
    'metadata.xml',
    '<ModelMetadata><SRS>EPSG:25832</SRS><SRSOrigin>451000,5411000,300</SRSOrigin></ModelMetadata>',
  ),
];

const corners = (x: number) =>
  [
    [x, 0],
    [x + 10, 0],
    [x + 10, 20],
    [x, 20],
  ].map(([a, b]) => `v ${a} ${b} 3`);

describe('tilesets of meshes as clouds', () => {
  it('have a point for each square step of their surface, where it is, in its colours', async () => {
    const tiles = await converted(square(), 'OBJ', ['Cesium3DTiles']);
    const inputs = asInputs(outputIn(tiles, 'Cesium3DTiles'));
    const result = await converted(inputs, 'Cesium3DTiles', ['LAS'], { sampleWorldStep: 0.25 });
    const points = readLas(bytesIn(result, 'LAS'));
    assert.ok(Math.abs(points.length - 400 / 0.25 ** 2) <= 13, `${points.length} points`); // a map is not to scale everywhere
    assert.equal(outputIn(result, 'LAS').crs?.id, 'EPSG:25832');
    const cells = new Set<string>();
    for (const { place, color } of points) {
      const [x, y, z] = [place[0] - 451_000, place[1] - 5_411_000, place[2] - 300];
      assert.ok(x > -0.01 && x < 20.01 && y > -0.01 && y < 20.01 && Math.abs(z - 3) < 0.01, `${place}`);
      cells.add(`${Math.floor(x)} ${Math.floor(y)}`);
      if (x < 9.9) assert.deepEqual(color, [65_535, 0, 0]);
      if (x > 10.1) assert.deepEqual(color, [0, 65_535, 0]);
    }
    assert.ok(cells.size >= 399, `points in ${cells.size} of 400 square metres`);
  });

  it('end with a reason where tiles hold points, or are damaged', async () => {
    const cloud = await converted([given('a.xyz', '1 2 3\n4 5 6\n7 8 9')], 'XYZ', ['GLB']);
    const points = asInputs(outputIn(cloud, 'GLB'));
    await assert.rejects(converted(points, 'Cesium3DTiles', ['LAS']), fault(/holds no surfaces/));
    const tiles = asInputs(outputIn(await converted(square(), 'OBJ', ['Cesium3DTiles']), 'Cesium3DTiles'));
    const broken = tiles.map((file) => {
      if (!file.name.endsWith('.glb')) return file;
      const bytes = readFileSync(file.path);
      bytes.fill(0x5a, bytes.length - 200);
      return { ...given('tile.glb', bytes), name: file.name };
    });
    await assert.rejects(converted(broken, 'Cesium3DTiles', ['LAS']), fault(/cannot be read/));
  });
});

const fault = (message: RegExp) => (error: unknown) =>
  error instanceof EngineFailure && error.code === 'InputFile_Invalid' && message.test(error.message);
