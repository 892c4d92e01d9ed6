import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { numbersOf } from '../../../../test/support/chance.ts';
import { readClouds } from '../cloud/read.ts';
import { writeCloudFile } from '../cloud/write.ts';
import { writeMask } from '../detect/picture.ts';
import { projected, rayOf } from '../scene/camera.ts';
import type { Photo, Place } from '../scene/types.ts';
import { sceneJson } from '../scene/write.ts';
import { cameraAt } from '../testing/photos.ts';
import { inputFrom, newFolder, run } from '../testing/runs.ts';
import { siteOf } from '../testing/site.ts';

const quiet = { progress: () => {}, log: () => {} };
const bare = { crs: undefined, grid: undefined } as const;

/** Points of a wall that stands upright, 6 m wide and 4 m high. */
function wallPoints() {
  const random = numbersOf(4);
  const places = Array.from({ length: 40_000 }, (): Place => [100 + 6 * random(), 200, 50 + 4 * random()]);
  const column = (axis: 0 | 1 | 2) => Float64Array.from(places, (place) => place[axis]);
  return { count: places.length, x: column(0), y: column(1), z: column(2) };
}

/** A crack across the wall: where it is at a place along the wall. */
const crackAt = (x: number) => 52 + 0.5 * Math.sin(1.5 * (x - 100));
const isCrack = ([x, , z]: Place) => x > 101 && x < 105 && Math.abs(z - crackAt(x)) < 0.08;
/** A stain, 1 m wide and 0.6 m high. */
const isStain = ([x, , z]: Place) => x > 104.4 && x < 105.4 && z > 50.4 && z < 51;

async function wallScene() {
  const masks = newFolder();
  const photos: Photo[] = [];
  for (const [n, x] of [101, 102.5, 104, 105.5].entries()) {
    const camera = cameraAt([x, 194, 52.5], [103, 200, 52], 640, 480, 420);
    const labels = new Uint16Array(640 * 480);
    for (let v = 0; v < 480; v++) {
      for (let u = 0; u < 640; u++) {
        const ray = rayOf(camera, u + 0.5, v + 0.5);
        const away = (200 - camera.center[1]) / ray[1];
        const place: Place = [camera.center[0] + away * ray[0], 200, camera.center[2] + away * ray[2]];
        labels[v * 640 + u] = isCrack(place) ? 1 : isStain(place) ? 2 : 0;
      }
    }
    await writeMask(join(masks, `${n}.png`), { width: 640, height: 480, labels });
    photos.push({ id: String(n), image: { of: 'images', path: `${n}.jpg` }, camera });
  }
  assert.ok(projected(photos[0]?.camera ?? cameraAt([0, 0, 1], [0, 0, 0]), [103, 200, 52]));
  const scene = newFolder();
  const segmentation2D = new Map(photos.map(({ id }) => [id, { of: 'masks', path: `${id}.png` }]));
  const labels = [
    { id: 1, name: 'crack' },
    { id: 2, name: 'stain' },
  ];
  const json = sceneJson({ photos, clouds: [], meshes: [], annotations: { labels, segmentation2D } });
  writeFileSync(join(scene, 'ContextScene.json'), JSON.stringify(json));
  return { scene, masks };
}

describe('masks of photos', () => {
  it('become lines and outlines on a model', async () => {
    const { scene, masks } = await wallScene();
    const model = newFolder();
    await writeCloudFile(join(model, 'wall.las'), 'LAS', { ...bare, points: wallPoints() }, quiet);
    const inputs = [inputFrom('photos', scene), inputFrom('segmentation2D', scene), inputFrom('model3D', model)];
    const outputs = ['lines3D', 'lines3DAsGeoJSON', 'polygons3D', 'lines3DAs3DTiles', 'segmentedPhotos'];
    const options = { computeLineWidth: true, removeSmallLines: 1, useTiePoints: true };
    const { at, json, result } = await run({ work: 'Segmentation2D', inputs, data: { masks }, outputs, options });
    const photos = [0, 1, 2, 3].map((n) => `${n}.jpg`);
    assert.deepEqual(at, [...photos, 'wall.las', ...photos], 'each input is named before it is read');
    assert.deepEqual(
      result.warnings.map(({ code, params }) => [code, ...params]),
      [['NoGeoreference'], ['SettingIgnored', 'useTiePoints']],
      'what has no effect is told',
    );
    type Line = {
      LabelInfo: { LabelId: number };
      Length: number;
      MeanDiameter: number;
      Vertices: Record<string, { Position: Record<'x' | 'y' | 'z', number> }>;
    };
    const lines = Object.values<Line>(json('lines3D').Annotations.Lines3D.Lines).filter(
      ({ LabelInfo }) => LabelInfo.LabelId === 1,
    );
    const [crack, ...others] = lines;
    assert.equal(others.length, 0);
    assert.ok(crack && crack.Length > 3.5 && crack.Length < 5.5, `${crack?.Length} m`);
    assert.ok(Math.abs(crack.MeanDiameter - 0.17) < 0.09, `${crack.MeanDiameter} m wide`);
    for (const { Position } of Object.values(crack.Vertices)) {
      assert.ok(Math.abs(Position.y - 200) < 0.02 && Math.abs(Position.z - crackAt(Position.x)) < 0.12);
    }
    type Polygon = { LabelInfo: { LabelId: number }; Area: number };
    const stains = Object.values<Polygon>(json('polygons3D').Annotations.Polygons3D.Polygons).filter(
      ({ LabelInfo }) => LabelInfo.LabelId === 2,
    );
    assert.equal(stains.length, 1);
    assert.ok(Math.abs((stains[0]?.Area ?? 0) - 0.6) < 0.12, `${stains[0]?.Area} m²`);
  });

  it('need a model for what is in space', async () => {
    const { scene, masks } = await wallScene();
    const inputs = [inputFrom('photos', scene), inputFrom('segmentation2D', scene)];
    const asked = { work: 'Segmentation2D', inputs, data: { masks }, outputs: ['lines3D'] } as const;
    await assert.rejects(run(asked), { code: 'InputData_Missing' });
  });
});

describe('clouds', () => {
  const { points } = siteOf({ width: 20, depth: 20, density: 10, noise: 0.01, bodies: [], seed: 1, sampling: 1 });

  it('that have not changed have no changes, and a cloud without points tells it', async () => {
    const folder = newFolder();
    await writeCloudFile(join(folder, 'a.laz'), 'LAZ', { ...bare, points }, quiet);
    const inputs = [inputFrom('model3DA', folder, 'a'), inputFrom('model3DB', folder, 'b')];
    const { json, path } = await run({ work: 'ChangeDetection', inputs, outputs: ['objects3D', 'changesInModelA'] });
    assert.deepEqual(json('objects3D').Annotations.Objects3D.Objects, {});
    assert.equal(readFileSync(path('changesInModelA')).readUInt32LE(107), 0);
  });

  it('keep points, order and attributes', async () => {
    const folder = newFolder();
    const random = numbersOf(9);
    const byte = (width = 1) => Uint8Array.from({ length: width * points.count }, () => Math.floor(256 * random()));
    const more = {
      rgb: byte(3),
      classification: byte().map((value) => value & 31),
      intensity: Uint16Array.from(byte(), (value) => 200 * value),
    };
    for (const format of ['LAS', 'LAZ', 'PLY'] as const) {
      const file = join(folder, `a.${format.toLowerCase()}`);
      await writeCloudFile(file, format, { ...bare, points: { ...points, ...more } }, quiet);
      const read = (await readClouds([{ name: `a.${format.toLowerCase()}`, path: file }], { progress: () => {} }))
        .points;
      assert.ok(
        points.x.every((value, n) => Math.abs(value - (read.x[n] ?? 0)) < 6e-4),
        format,
      );
      assert.deepEqual(read.classification, more.classification, format);
      assert.deepEqual(read.rgb, more.rgb, format);
    }
  });

  it('keep every point when their classes are taken from others, and say nothing else', async () => {
    const folder = newFolder();
    const classification = new Uint8Array(points.count).fill(2);
    await writeCloudFile(join(folder, 'a.las'), 'LAS', { ...bare, points: { ...points, classification } }, quiet);
    const inputs = [inputFrom('model3D', folder, 'a'), inputFrom('segmentation3D', folder, 'a')];
    const options = { keepInputResolution: true };
    const { path, result } = await run({ work: 'Segmentation3D', inputs, outputs: ['segmentation3DAsLAS'], options });
    const file = { name: 'cloud.las', path: path('segmentation3DAsLAS') };
    const { points: read } = await readClouds([file], { progress: () => {} });
    assert.equal(read.count, points.count);
    assert.deepEqual(
      result.warnings.filter(({ code }) => code === 'SettingIgnored'),
      [],
    );
  });

  it('are read of meshes, too', async () => {
    const folder = newFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'roof.obj'), 'v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n');
    const other = newFolder();
    writeFileSync(
      join(other, 'roof.obj'),
      'v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\nv 1 1 2\nv 2 1 2\nv 2 2 2\nf 5 6 7\n',
    );
    const inputs = [inputFrom('model3DA', folder, 'a'), inputFrom('model3DB', other, 'b')];
    const { json } = await run({ work: 'ChangeDetection', inputs, outputs: ['objects3D'] });
    const found = Object.values<{ LabelInfo: { LabelId: number } }>(json('objects3D').Annotations.Objects3D.Objects);
    assert.deepEqual(
      found.map(({ LabelInfo }) => LabelInfo.LabelId),
      [2],
    );
  });
});
