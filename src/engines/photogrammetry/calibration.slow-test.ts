import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { seedOf, sized } from '../../../test/support/chance.ts';
import { EngineFailure } from '../engine.ts';
import { lengthOf } from '../geometry/vectors.ts';
import { findMatcher } from './calibrate/matcher.ts';
import { contextSceneOf } from './output/context-scene.ts';
import { type OutputFormat, outputFormats, type PhotogrammetryParams, type PhotogrammetryResult } from './params.ts';
import { photogrammetry } from './photogrammetry.ts';
import { readOrientations } from './scene/read-orientations.ts';
import {
  cameraFigures,
  cloudFigures,
  heightFigures,
  pointFigures,
  samplePhotos,
  targetFigures,
  withoutPhotos,
} from './testing/sample.ts';
import { randomSite } from './testing/site.ts';
import { blockOf, quiet, siteJob } from './testing/site-job.ts';

/* The whole way from photos alone, by the external feature matcher: minutes. */
const root = mkdtempSync(join(tmpdir(), 'twin-photos-'));
after(() => rmSync(root, { recursive: true }));
const matcher = await findMatcher(undefined, undefined);
const skip = matcher === undefined ? 'the feature matcher (colmap) is not installed' : withoutPhotos;

const folderOf = (name: string): string => {
  const folder = join(root, name.replaceAll(/\W/g, '-'));
  mkdirSync(folder, { recursive: true });
  return folder;
};

describe('the sample photos', { skip }, () => {
  let result: PhotogrammetryResult;
  const output = (format: OutputFormat) => ({ format, folder: folderOf(format) });
  const params: PhotogrammetryParams = {
    type: 'Full',
    quality: 'Draft',
    engines: 2,
    name: 'Yard',
    work: folderOf('work'),
    inputs: [{ id: 'photos', folder: samplePhotos }],
    outputs: outputFormats.map(output),
  };
  before(async () => {
    result = await photogrammetry(params, quiet);
  });

  it('are all oriented, and put on earth by the control points', () => {
    const cameras = cameraFigures(join(folderOf('ContextScene'), 'ContextScene.json'));
    const check = pointFigures(result, 'check');
    console.log(
      `  cameras ${cameras.given.toFixed(4)} m (best similarity ${cameras.best.toFixed(4)} m), check points ${check.toFixed(4)} m`,
    );
    assert.deepEqual([cameras.count, result.photos.oriented, result.photos.georeference], [20, 20, 'control points']);
    assert.ok(cameras.best < 0.02 && cameras.given < 0.02 && check < 0.02);
    assert.deepEqual(result.crs, { id: 'EPSG:32632' });
    assert.deepEqual(result.warnings, []);
  });

  it('give points, heights and an orthophoto that are where things are', async () => {
    const pixel = 0.046;
    const cloud = cloudFigures(join(folderOf('PLY'), 'cloud.ply'));
    const heights = await heightFigures(join(folderOf('Orthophoto/DSM'), 'Yard_DSM.tif'));
    const targets = await targetFigures(join(folderOf('Orthophoto/DSM'), 'Yard_ortho.tif'));
    console.log(`  points ${JSON.stringify(cloud)}, heights ${JSON.stringify(heights)}`);
    console.log(`  targets ${targets.map(({ id, off }) => `${id} ${off.toFixed(3)}`).join(', ')}`);
    assert.ok(cloud.median < pixel && cloud.p95 < 5 * pixel);
    assert.ok(heights.median < 2 * pixel && heights.p90 < 0.15 && heights.empty < 0.12);
    // at the corners of the site too few photos agree for a surface
    assert.ok(targets.filter(({ off }) => off < pixel).length >= 9);
  });

  it('without control points are put on earth by their GPS', async () => {
    const folder = folderOf('without');
    cpSync(samplePhotos, folder, { recursive: true, preserveTimestamps: true });
    rmSync(join(folder, 'control-points.csv'));
    const inputs = [{ id: 'photos', folder }];
    // the paths of the photos differ, so they are matched anew
    const byGps = await photogrammetry(
      { ...params, type: 'Calibration', inputs, outputs: [output('ContextScene')] },
      quiet,
    );
    assert.equal(byGps.photos.georeference, 'GPS');
    const cameras = cameraFigures(join(folderOf('ContextScene'), 'ContextScene.json'));
    assert.ok(cameras.given < 1, `${cameras.given} m, and the GPS has 1.07 m of noise`);
  });
});

/** So many photos of so many pixels. */
const taken = { width: sized(480, 640), grid: [sized(3, 4), 3] } as const;
const count = taken.grid[0] * taken.grid[1];

describe('photos of a site by chance', { skip: matcher === undefined && skip }, () => {
  it('are oriented, and check points are where they were measured', async (t) => {
    const site = randomSite(seedOf('calibration'), taken);
    const job = await siteJob(site);
    t.after(() => rmSync(job.root, { recursive: true }));
    const outputs = [{ format: 'CCOrientations', folder: job.folderOf('CCOrientations') }];
    const inputs = [{ id: 'photos', folder: job.photos }];
    const result = await photogrammetry(job.params({ type: 'Calibration', inputs, references: [], outputs }), quiet);
    assert.equal(result.photos.oriented, count);
    for (const { id, off } of result.photos.points)
      assert.ok(lengthOf(off) < 0.02, `${id} is ${off} off (seed ${site.seed})`);
  });

  it('by fisheye cameras are oriented, where a scene tells of the lens', async (t) => {
    const ordinary = randomSite(seedOf('calibration of a fisheye'), taken);
    const lens = {
      focal: (420 / 640) * taken.width,
      radial: [0, 0, 0],
      tangential: [0, 0],
      fisheye: [0, -0.02],
    } as const;
    const site = { ...ordinary, camera: { ...ordinary.camera, ...lens } };
    const job = await siteJob(site);
    t.after(() => rmSync(job.root, { recursive: true }));
    const block = blockOf(site);
    const unposed = { ...block, photos: block.photos.map(({ pose: _, ...photo }) => photo) };
    writeFileSync(join(job.scene, 'ContextScene.json'), contextSceneOf(unposed, new Map()));
    const outputs = [{ format: 'CCOrientations', folder: job.folderOf('CCOrientations') }];
    const result = await photogrammetry(job.params({ type: 'Calibration', outputs }), quiet);
    assert.deepEqual([result.photos.oriented, result.photos.georeference], [count, 'control points']);
    for (const { id, off } of result.photos.points)
      assert.ok(lengthOf(off) < 0.03, `${id} is ${off} off (seed ${site.seed})`);
    const path = join(job.folderOf('CCOrientations'), 'Orientations.xml');
    const [camera] = readOrientations(readFileSync(path, 'utf8'), 'it').cameras;
    assert.ok(Math.abs((camera?.fisheye?.[1] ?? 9) + 0.02) < 0.01, `${camera?.fisheye}`);
  });

  it('that do not hold together are named', async (t) => {
    const [one, other] = [
      await siteJob(randomSite(11, { width: 320, grid: [2, 2] })),
      await siteJob(randomSite(12, { width: 320, grid: [2, 2] })),
    ];
    t.after(() => [one, other].map(({ root: folder }) => rmSync(folder, { recursive: true })));
    const inputs = [
      { id: 'one', folder: one.photos },
      { id: 'other', folder: other.photos },
    ];
    const outputs = [{ format: 'ContextScene', folder: one.folderOf('ContextScene') }];
    await assert.rejects(
      photogrammetry(one.params({ type: 'Calibration', inputs, references: [], outputs }), quiet),
      (error) => {
        assert.ok(error instanceof EngineFailure, String(error));
        assert.equal(error.code, 'PhotosNotConnected');
        assert.match(error.message, /photo-\d\.png/);
        return true;
      },
    );
  });
});
