import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sceneOf, sceneWith } from './scene.ts';
import { featuresOf } from './space/features.ts';
import { fits } from './wants.ts';

const json = {
  version: '6.0',
  SpatialReferenceSystems: { 0: { Definition: 'EPSG:25832' } },
  References: { 0: { Path: 'rds:abc' }, 1: { Path: '.' } },
  PhotoCollection: { Photos: { 7: { ImagePath: '0:a/b.jpg', PoseId: '7' }, 8: { ImagePath: '0:c.jpg' }, 9: {} } },
  Annotations: {
    Labels: { 1: { Name: 'crack' } },
    Objects2D: { 7: { x: { LabelInfo: { LabelId: 1, Confidence: 0.4 }, Box2D: { xmin: 0.1, ymax: 1 } }, y: {} } },
    Segmentation2D: { 8: { Path: '1:masks/8.png' } },
  },
};

describe('a context scene', () => {
  it('is read as far as it is shown', () => {
    const scene = sceneOf(json);
    assert.ok(scene);
    assert.equal(scene.crs, 'EPSG:25832');
    assert.deepEqual(scene.photos, [
      { id: '7', image: { of: 'abc', path: 'a/b.jpg' } },
      { id: '8', image: { of: 'abc', path: 'c.jpg' } },
    ]);
    assert.equal(scene.posed, 1);
    assert.deepEqual(scene.masks?.get('8'), { of: null, path: 'masks/8.png' });
    const box = { xmin: 0.1, ymin: 0, xmax: 0, ymax: 1 };
    assert.deepEqual(scene.objects2D?.get('7')?.[0], { id: 'x', labelId: 1, confidence: 0.4, box });
  });

  it('that is none is told so', () => {
    for (const other of [undefined, null, 3, 'x', []]) assert.equal(sceneOf(other), undefined);
    assert.equal(sceneOf({ Annotations: 3, References: [], PhotoCollection: null })?.photos.length, 0);
  });

  it('is kept without what was rejected, with its own files named by its data', () => {
    const scene = sceneOf(json);
    assert.ok(scene);
    const kept = sceneOf(sceneWith(scene, 'own-id', (photo, object) => photo === '7' && object === 'y'));
    assert.deepEqual(
      kept?.objects2D?.get('7')?.map(({ id }) => id),
      ['y'],
    );
    assert.deepEqual(kept?.masks?.get('8'), { of: 'own-id', path: 'masks/8.png' });
    assert.deepEqual(kept?.photos, scene.photos);
  });

  it('fits where it holds what is needed', () => {
    const scene = sceneOf(json) ?? null;
    const type = 'ContextScene';
    assert.equal(fits('photos', { type }, scene), true);
    assert.equal(fits('objects2D', { type }, scene), true);
    assert.equal(fits('objects3D', { type }, scene), false);
    assert.equal(fits('objects2D', { type }, undefined), undefined);
    assert.equal(fits('objects2D', { type }, null), false);
    assert.equal(fits('model', { type: 'LAZ' }, undefined), true);
    assert.equal(fits('map', { type: 'LAZ' }, undefined), false);
  });
});

describe('features of GeoJSON', () => {
  const ring = [
    [9, 48, 300],
    [9.1, 48, 300],
    [9.1, 48.1, 300],
    [9, 48, 300],
  ];
  const feature = (type: string, coordinates: unknown, properties = {}) => ({
    type: 'Feature',
    properties,
    geometry: { type, coordinates },
  });

  it('are boxes with the heights of their scene, lines and areas', () => {
    const boxes = [{ id: '0', labelId: 1, confidence: 1, low: [0, 0, 300], high: [1, 1, 304.5] }] as const;
    const [box] = featuresOf({ features: [feature('Polygon', [ring], { label: 'a', labelId: 1 })] }, boxes);
    assert.deepEqual([box?.is, box?.height, box?.rings[0]?.length], ['box', 4.5, 3]);
    const [area, line] = featuresOf({
      features: [feature('Polygon', [ring, ring], { confidence: 0.3 }), feature('LineString', ring)],
    });
    assert.deepEqual([area?.is, area?.rings.length, area?.confidence], ['area', 2, 0.3]);
    assert.deepEqual([line?.is, line?.rings[0]?.length], ['line', 4]);
  });

  it('that are none are left out', () => {
    for (const other of [undefined, {}, { features: 3 }, { features: [null, feature('Point', [1, 2])] }])
      assert.deepEqual(featuresOf(other), []);
  });
});
