import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { validateBytes } from 'gltf-validator';
import { readClouds } from './cloud/read.ts';
import { inputFrom, run, sceneInput } from './testing/runs.ts';
import { sample, sampleJson, sampleSite, withoutSamples } from './testing/samples.ts';

const textOf = (name: string) => readFileSync(sample(`${name}/ContextScene.json`), 'utf8');
const quiet = { progress: () => {} };
const cloudInput = (role: string, name: string) => inputFrom(role, sample('clouds'), role, (file) => file === name);

describe('analysis of the samples', { skip: withoutSamples }, () => {
  it('objects of photos, evaluated', async () => {
    const images = sample('detector/images');
    const truth = sceneInput('reference', textOf('detector/truth'), { IMAGES: 'images', MASKS: 'masks' });
    const data = { images, masks: sample('detector/masks') };
    const photos = { ...truth, role: 'photos' };
    const detector = sample('detector/package');
    const found = await run({ work: 'Objects2D', inputs: [photos], data, detector, outputs: ['objects2D'] });
    assert.equal(found.result.photos, 10);
    const prediction = inputFrom('prediction', found.path('objects2D', ''));
    const { result, json } = await run({
      work: 'EvalO2D',
      inputs: [truth, prediction],
      data,
      outputs: ['report', 'objects2D'],
    });
    const report = JSON.parse(readFileSync(result.report ?? '', 'utf8'));
    for (const { label, precision, recall } of report.classes) {
      assert.ok(precision >= 0.95 && recall >= 0.95, `${label}: ${precision}, ${recall}`);
    }
    assert.ok(
      Object.values<{ Name: string }>(json('objects2D').Annotations.Labels).some(({ Name }) => Name === 'pothole TP'),
    );
  });

  it('masks of photos, evaluated', async () => {
    const truth = sceneInput('reference', textOf('detector/truth'), { IMAGES: 'images', MASKS: 'masks' });
    const data = { images: sample('detector/images'), masks: sample('detector/masks') };
    const outputs = ['segmentation2D', 'segmentedPhotos'];
    const detector = sample('detector/package');
    const found = await run({
      work: 'Segmentation2D',
      inputs: [{ ...truth, role: 'photos' }],
      data,
      detector,
      outputs,
    });
    assert.equal(found.result.outputs.find(({ output }) => output === 'segmentedPhotos')?.files.length, 10);
    const prediction = inputFrom('prediction', found.path('segmentation2D', ''));
    const { result } = await run({
      work: 'EvalS2D',
      inputs: [truth, prediction],
      data,
      outputs: ['report', ...outputs],
    });
    const { accuracy, labels } = JSON.parse(readFileSync(result.report ?? '', 'utf8'));
    assert.ok(accuracy > 0.98, `${accuracy}`);
    assert.deepEqual(labels.toSorted(), ['background', 'manhole', 'marking', 'pothole']);
  });

  it('the counts of the evaluation are those by hand', async () => {
    const inputs = (['reference', 'prediction'] as const).map((role) =>
      sceneInput(role, textOf(`objects2d-${role === 'reference' ? 'truth' : 'prediction'}`), { PHOTOS: 'photos' }),
    );
    const { result } = await run({ work: 'EvalO2D', inputs, outputs: ['report'] });
    const { classes } = JSON.parse(readFileSync(result.report ?? '', 'utf8'));
    const expected = sampleJson('truth/evaluation-objects2d.json').classes;
    for (const { label, truePositives, falsePositives, falseNegatives } of classes) {
      assert.deepEqual({ truePositives, falsePositives, falseNegatives }, expected[label]);
    }
  });

  it('objects in space, with tiles on the globe', async () => {
    const photos = sceneInput('photos', textOf('oriented'), { PHOTOS: 'photos' });
    const objects = sceneInput('objects2D', textOf('objects2d-truth'), { PHOTOS: 'photos' });
    const outputs = [
      'objects3D',
      'objects3DAs3DTiles',
      'objects3DAsGeoJSON',
      'locations3DAsSHP',
      'locations3DAsGeoJSON',
    ];
    const { json, path, result } = await run({ work: 'Objects2D', inputs: [photos, objects], outputs });
    const { Objects } = json('objects3D').Annotations.Objects3D;
    assert.equal(Object.keys(Objects).length, 3);
    const { features } = json('objects3DAsGeoJSON');
    assert.equal(features.length, 3);
    const [longitude, latitude] = features[0].geometry.coordinates[0][0];
    assert.ok(Math.abs(longitude - 8.336) < 0.01 && Math.abs(latitude - 48.852) < 0.01, `${longitude}, ${latitude}`);
    const { root } = json('objects3DAs3DTiles');
    assert.ok(Math.hypot(...root.transform.slice(12, 15)) > 6e6);
    const validated = await validateBytes(new Uint8Array(readFileSync(path('objects3DAs3DTiles', 'content.glb'))));
    assert.equal(validated.issues.numErrors, 0, JSON.stringify(validated.issues.messages));
    const shapes = result.outputs.find(({ output }) => output === 'locations3DAsSHP');
    assert.deepEqual(
      shapes?.files,
      ['cpg', 'dbf', 'prj', 'shp', 'shx'].map((end) => `locations3D.${end}`),
    );
    assert.deepEqual(shapes?.crs, { id: 'EPSG:25832', verticalId: 'EPSG:7837' });
  });

  it('things on an orthophoto, at their places', async () => {
    const orthophoto = inputFrom('orthophoto', sample('rasters'), 'map', (name) => name === 'road_ortho.tif');
    const outputs = [
      'polygons2D',
      'polygons2DAsGeoJSON',
      'polygons2DAsSHP',
      'lines2D',
      'segmentation2D',
      'segmentedPhotos',
    ];
    const detector = sample('detector/package');
    // coordinates of the map itself: the scene has them
    const { at, json } = await run({ work: 'SegmentationOrthophoto', inputs: [orthophoto], detector, outputs });
    assert.deepEqual(at, ['road_ortho.tif']);
    const scene = json('polygons2D');
    assert.equal(scene.SpatialReferenceSystems[0].Definition, 'EPSG:25832+7837');
    const names = Object.fromEntries(
      Object.entries<{ Name: string }>(scene.Annotations.Labels).map(([id, { Name }]) => [id, Name]),
    );
    type Found = { LabelInfo: { LabelId: number }; Vertices: Record<string, { Position: { x: number; y: number } }> };
    const boxes = Object.values<Found>(scene.Annotations.Polygons2D.Polygons).map(({ LabelInfo, Vertices }) => {
      const places = Object.values(Vertices).map(({ Position }) => Position);
      const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
      return {
        label: names[LabelInfo.LabelId],
        box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
      };
    });
    const truth = sampleJson('truth/road-objects.json').features;
    const hits = truth.filter(
      ({ properties, geometry }: { properties: { label: string }; geometry: { coordinates: number[][][] } }) => {
        const ring = geometry.coordinates[0] ?? [];
        const [a, c] = [ring[0] ?? [], ring[2] ?? []];
        return boxes.some(({ label, box: [x0 = 0, y0 = 0, x1 = 0, y1 = 0] }) => {
          const [w, h] = [
            Math.min(x1, c[0] ?? 0) - Math.max(x0, a[0] ?? 0),
            Math.min(y1, c[1] ?? 0) - Math.max(y0, a[1] ?? 0),
          ];
          const common = Math.max(0, w) * Math.max(0, h);
          const all = (x1 - x0) * (y1 - y0) + ((c[0] ?? 0) - (a[0] ?? 0)) * ((c[1] ?? 0) - (a[1] ?? 0)) - common;
          const off = Math.hypot((x0 + x1 - (a[0] ?? 0) - (c[0] ?? 0)) / 2, (y0 + y1 - (a[1] ?? 0) - (c[1] ?? 0)) / 2);
          return label === properties.label && common / all >= 0.5 && off <= 0.05;
        });
      },
    );
    assert.ok(hits.length / truth.length >= 0.95, `${hits.length} of ${truth.length}`);
    assert.equal(json('polygons2DAsGeoJSON').features.length, boxes.length);
  });

  it('the ground of a cloud, in all formats', async () => {
    const outputs = [
      'segmentation3D',
      'segmentedPointCloud',
      'segmentation3DAsLAS',
      'segmentation3DAsLAZ',
      'segmentation3DAsPLY',
    ];
    const { path } = await run({ work: 'ExtractGround', inputs: [cloudInput('pointClouds', 'site-a.laz')], outputs });
    const { classes } = sampleSite();
    const { points } = await readClouds([{ name: 'cloud.las', path: path('segmentation3DAsLAS') }], quiet);
    assert.equal(points.count, classes.length);
    const wrong = classes.filter((one, n) => (one === 2) !== (points.classification?.[n] === 2)).length;
    assert.ok(wrong / classes.length <= 0.02, `total ${wrong / classes.length}`);
    const packed = await readClouds([{ name: 'cloud.laz', path: path('segmentedPointCloud') }], quiet);
    assert.deepEqual(packed.points.x, points.x);
    assert.deepEqual(packed.points.rgb, points.rgb);
  });

  it('classes of a cloud by a network', async () => {
    const outputs = [
      'segmentation3D',
      'segmentation3DAsLAS',
      'objects3D',
      'objects3DAsGeoJSON',
      'polygons3D',
      'lines3D',
    ];
    const { path, json } = await run({
      work: 'Segmentation3D',
      inputs: [cloudInput('model3D', 'site-a.laz')],
      detector: sample('detector-cloud/package'),
      outputs,
    });
    const { classes, points: truth } = sampleSite();
    const { points } = await readClouds([{ name: 'cloud.las', path: path('segmentation3DAsLAS') }], quiet);
    const right = classes.filter((one, n) => one === points.classification?.[n]).length;
    assert.ok(right / classes.length >= 0.97, `${right / classes.length}`);
    assert.ok(
      truth.x.every((x, n) => Math.abs(x - (points.x[n] ?? 0)) < 5e-4),
      'the same points in the same order',
    );
    const { features } = json('objects3DAsGeoJSON');
    const poles = features.filter(({ properties }: { properties: { label: string } }) => properties.label === 'pole');
    assert.ok(poles.length >= 3, `${poles.length} poles`);
  });

  it('what changed between two surveys', async () => {
    const inputs = [cloudInput('model3DA', 'site-a.laz'), cloudInput('model3DB', 'site-b.laz')];
    const outputs = [
      'objects3D',
      'objects3DAs3DTiles',
      'changesInModelA',
      'changesInModelB',
      'locations3DAAsGeoJSON',
      'locations3DA',
    ];
    const { json } = await run({ work: 'ChangeDetection', inputs, outputs, options: { low: 0.4, high: 0.8 } });
    type Marked = { RotatedBox3D: { Box3D: Record<'xmin' | 'ymin' | 'xmax' | 'ymax', number> } };
    const boxes = Object.values<Marked>(json('objects3D').Annotations.Objects3D.Objects).map(
      (one) => one.RotatedBox3D.Box3D,
    );
    const plans = sampleJson('truth/changes.json').features.map(
      ({ geometry }: { geometry: { coordinates: [number, number][][] } }) => {
        const ring = geometry.coordinates[0] ?? [];
        const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
        return { xmin: Math.min(...xs), ymin: Math.min(...ys), xmax: Math.max(...xs), ymax: Math.max(...ys) };
      },
    );
    const share = (a: (typeof boxes)[number], b: (typeof boxes)[number]) => {
      const w = Math.min(a.xmax, b.xmax) - Math.max(a.xmin, b.xmin);
      const h = Math.min(a.ymax, b.ymax) - Math.max(a.ymin, b.ymin);
      const common = Math.max(0, w) * Math.max(0, h);
      const area = (box: typeof a) => (box.xmax - box.xmin) * (box.ymax - box.ymin);
      return common / (area(a) + area(b) - common);
    };
    for (const plan of plans)
      assert.ok(
        boxes.some((box) => share(box, plan) >= 0.3),
        `nothing at ${JSON.stringify(plan)}`,
      );
    for (const box of boxes) {
      const [x, y] = [(box.xmin + box.xmax) / 2, (box.ymin + box.ymax) / 2];
      const isNear = plans.some(
        (plan: typeof box) => x > plan.xmin - 1 && x < plan.xmax + 1 && y > plan.ymin - 1 && y < plan.ymax + 1,
      );
      assert.ok(isNear, `a false region at ${x}, ${y}`);
    }
  });
});
