import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { overlap3D } from '../evaluate/overlap.ts';
import { projected, rayOf } from '../scene/camera.ts';
import { sceneOf } from '../scene/read.ts';
import type { Box3D } from '../scene/types.ts';
import { cameraAt, photoScene } from '../testing/photos.ts';
import { sampleJson, withoutSamples } from '../testing/samples.ts';
import { objectsFromPhotos } from './from-photos.ts';

const quiet = { progress: () => {} };
const middleOf = ({ low, high }: Box3D) => [0, 1, 2].map((axis) => ((low[axis] ?? 0) + (high[axis] ?? 0)) / 2);
const apart = (a: Box3D, b: Box3D) => Math.hypot(...middleOf(a).map((value, axis) => value - (middleOf(b)[axis] ?? 0)));

it('a ray goes through the place that its pixel shows', () => {
  const camera = cameraAt([10, 20, 30], [13, 27, 5]);
  const place = [12, 25, 7] as const;
  const seen = projected(camera, place);
  assert.ok(seen);
  const ray = rayOf(camera, seen.u, seen.v);
  const away = Math.hypot(2, 5, -23);
  for (const axis of [0, 1, 2] as const) {
    assert.ok(Math.abs(camera.center[axis] + away * ray[axis] - place[axis]) < 1e-6);
  }
});

describe('objects in space', () => {
  it('of the sample are the two crates and the tank', { skip: withoutSamples }, async () => {
    const { photos, annotations } = sceneOf(sampleJson('objects2d-truth/ContextScene.json'));
    const truth = sampleJson('truth/evaluation-objects2d.json').objects3D;
    const found = await objectsFromPhotos(photos, annotations.objects2D ?? new Map(), { minPhotos: 2 }, quiet);
    assert.equal(found.length, truth.length);
    for (const { label, box3D } of truth) {
      const box: Box3D = { low: box3D.slice(0, 3), high: box3D.slice(3) };
      const best = found.toSorted((a, b) => apart(a.box, box) - apart(b.box, box))[0];
      assert.ok(best && apart(best.box, box) <= 0.15 && overlap3D(best.box, box) >= 0.5);
      assert.equal(annotations.labels.find(({ id }) => id === best.label)?.name, label);
    }
  });

  for (const seed of [1, 2, 3, 4, 5, 6]) {
    it(`are found from boxes that are two pixels off (${seed})`, async () => {
      const { photos, boxes, objects } = photoScene(seed, 2);
      const found = await objectsFromPhotos(photos, objects, { minPhotos: 3 }, quiet);
      assert.equal(found.length, boxes.length);
      for (const { label, box } of boxes) {
        const best = found.toSorted((a, b) => apart(a.box, box) - apart(b.box, box))[0];
        assert.ok(best);
        assert.equal(best.label, label);
        assert.ok(apart(best.box, box) <= 0.15, `${apart(best.box, box)} m`);
        assert.ok(overlap3D(best.box, box) >= 0.5, `IoU ${overlap3D(best.box, box)}`);
      }
    });
  }

  it('are none where too few photos show them, or all are too far away', async () => {
    const { photos, objects } = photoScene(9, 0);
    assert.equal((await objectsFromPhotos(photos, objects, { minPhotos: 99 }, quiet)).length, 0);
    assert.equal((await objectsFromPhotos(photos, objects, { minPhotos: 2, maxDist: 3 }, quiet)).length, 0);
  });
});
