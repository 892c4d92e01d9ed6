import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { validateBytes } from 'gltf-validator';
import { seedOf } from '../../../test/support/chance.ts';
import { EngineFailure } from '../engine.ts';
import { lengthOf, minus, plus, quantileOf } from '../geometry/vectors.ts';
import { keptForOthers } from './checkpoints.ts';
import { straightened } from './dense/picture.ts';
import { viewOf } from './dense/view.ts';
import { type EngineWarning, type OutputFormat, outputFormats, type PhotogrammetryResult, shares } from './params.ts';
import { photogrammetry } from './photogrammetry.ts';
import { readContextScene } from './scene/read-context-scene.ts';
import { readOrientations } from './scene/read-orientations.ts';
import { pointsOfPly } from './testing/read-cloud.ts';
import { readRaster } from './testing/read-raster.ts';
import { distanceTo, heightAt, mapPose, photoOf, randomSite, type Site, writeToldPhotos } from './testing/site.ts';
import { quiet, type SiteJob, siteJob } from './testing/site-job.ts';
import { pictureOf, readTextured } from './testing/textured.ts';
import { figuresOf, shiftsOf } from './testing/true-map.ts';

const seed = seedOf('photogrammetry');

describe('photogrammetry of a site with given poses', () => {
  let site: Site;
  let job: SiteJob;
  let result: PhotogrammetryResult;
  const steps: string[] = [];
  const shown: number[] = [];
  /** Metres of a pixel of the depth maps. */
  let pixel: number;

  before(async () => {
    site = randomSite(seed, { width: 240, grid: [3, 3] });
    pixel = 14.5 / site.camera.focal;
    job = await siteJob(site);
    const progress = ({ step, done }: { step?: string | null; done?: number }) => {
      if (step) steps.push(step);
      if (done !== undefined) shown.push(done);
    };
    result = await photogrammetry(job.params(), { ...quiet, progress });
  });
  after(() => rmSync(job.root, { recursive: true }));

  it('tells what it made', () => {
    assert.deepEqual(
      result.outputs.map(({ format }) => format),
      [...outputFormats],
    );
    for (const { folder, files, rootDocument } of result.outputs) {
      const there = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        statSync(join(folder, name)).isFile(),
      );
      assert.deepEqual([...files].sort(), there.sort());
      assert.equal(files.at(-1), rootDocument);
    }
    assert.deepEqual(result.crs, { id: 'EPSG:25832', verticalId: 'EPSG:7837' });
    assert.deepEqual(
      { ...result.photos, points: [] },
      { all: 9, oriented: 9, georeference: 'given', reprojectionError: null, points: [] },
    );
    assert.deepEqual(codes(result.warnings), ['VerticalDatumNotApplied']);
    const { west = 0, south = 0, east = 0, north = 0 } = result.extent ?? {};
    assert.ok(west > 8.335 && east < 8.338 && west < east && south > 48.85 && north < 48.853 && south < north);
    assert.ok(result.megaPoints > 0.05 && result.gigaPixels === (9 * 240 * 180) / 1e9);
  });

  it('tells how far it is by the steps of the API, and never goes back', () => {
    assert.deepEqual(steps, Object.keys(shares));
    assert.deepEqual(
      shown,
      [...shown].sort((a, b) => a - b),
    );
    assert.equal(shown.at(-1), shares.Production);
  });

  it('finds control and check points where they are', () => {
    assert.ok(result.photos.points.length >= 6);
    for (const { id, off } of result.photos.points) assert.ok(lengthOf(off) < 0.002, `${id} is ${off} off`);
  });

  it('finds points where surfaces are', () => {
    const path = join(job.folderOf('PLY'), 'cloud.ply');
    const points = pointsOfPly(readFileSync(path));
    const off = points.map((point) => distanceTo(site, minus(point, site.origin)));
    console.log(
      `  points: ${off.length}, median ${(quantileOf(off, 0.5) / pixel).toFixed(2)} and p95 ${(quantileOf(off, 0.95) / pixel).toFixed(2)} of a pixel (${pixel.toFixed(3)} m)`,
    );
    assert.ok(quantileOf(off, 0.5) < 1 * pixel);
    assert.ok(quantileOf(off, 0.95) < 5 * pixel);
  });

  it('has the same points in LAS, in its system', () => {
    const bytes = readFileSync(join(job.folderOf('LAS'), 'cloud.las'));
    assert.equal(bytes.toString('latin1', 0, 4), 'LASF');
    assert.deepEqual([bytes[24], bytes[25], bytes[104]], [1, 4, 7]);
    const points = pointsOfPly(readFileSync(join(job.folderOf('PLY'), 'cloud.ply')));
    assert.equal(Number(bytes.readBigUInt64LE(247)), points.length);
    const start = bytes.readUInt32LE(96);
    assert.equal(bytes.length, start + 36 * points.length);
    assert.match(bytes.toString('latin1', 375, start), /LASF_Projection.*25832/s);
    for (const n of [0, points.length >> 1, points.length - 1]) {
      const at = (axis: number) =>
        bytes.readInt32LE(start + 36 * n + 4 * axis) * 0.001 + bytes.readDoubleLE(155 + 8 * axis);
      assert.ok(lengthOf(minus([at(0), at(1), at(2)], points[n] ?? [0, 0, 0])) < 0.001);
    }
  });

  it('makes a height model of the highest surface', async () => {
    const { grid, cells, channels, epsg } = await readRaster(join(job.folderOf('Orthophoto/DSM'), 'Site_DSM.tif'));
    assert.equal(epsg, 25832);
    const off: number[] = [];
    let empty = 0;
    for (let n = 0; n < grid.width * grid.height; n++) {
      const x = grid.west + ((n % grid.width) + 0.5) * grid.cell - site.origin[0];
      const y = grid.north - (Math.floor(n / grid.width) + 0.5) * grid.cell - site.origin[1];
      const around = [-1, 1].flatMap((dx) =>
        [-1, 1].map((dy) => heightAt(site, x + 2.5 * pixel * dx, y + 2.5 * pixel * dy)),
      );
      if (Math.abs(x) > 4 || Math.abs(y) > 3 || Math.max(...around) - Math.min(...around) > 0.5) continue;
      const height = cells[n * channels] ?? 0;
      if (height === -9999) empty++;
      else off.push(Math.abs(height - site.origin[2] - heightAt(site, x, y)));
    }
    console.log(
      `  heights: median ${(quantileOf(off, 0.5) / pixel).toFixed(2)} of a pixel, p90 ${quantileOf(off, 0.9).toFixed(3)} m, ${empty} of ${off.length + empty} cells empty`,
    );
    assert.ok(quantileOf(off, 0.5) < 2 * pixel && quantileOf(off, 0.9) < 0.15);
    assert.ok(empty < 0.15 * (empty + off.length));
  });

  it('shows things in the orthophoto where they are', async () => {
    const all = await shiftsOf(site, join(job.folderOf('Orthophoto/DSM'), 'Site_ortho.tif'), [4.5, 3.5]);
    const shown = all.filter(({ likeness }) => likeness > 0.75);
    const { count, p99, most } = figuresOf(shown);
    console.log(
      `  orthophoto: ${count} of ${all.length} pieces, p99 ${p99.toFixed(3)} m off, at most ${most.toFixed(3)} m`,
    );
    assert.ok(count > 0.8 * all.length, `${count} of ${all.length} pieces are like the site`);
    assert.ok(p99 < 1.1 * pixel && most < 1.6 * pixel);
  });

  it('has a texture like a photo from elsewhere', async () => {
    const pose = site.poses[4];
    assert.ok(pose);
    const elsewhere = { ...pose, centre: plus(pose.centre, [0.8, -0.6, 1]) };
    const { width, height } = site.camera;
    const view = viewOf(0, site.camera, mapPose(site, elsewhere), width);
    const photo = straightened({ width, height, rgb: photoOf(site, elsewhere) }, site.camera, view);
    const { rgb, shown } = pictureOf(await readTextured(job.folderOf('OBJ')), view);
    const off = Array.from(rgb, (value, n) => Math.abs(value - (photo[n] ?? 0))).filter(
      (_, n) => shown[Math.floor(n / 3)],
    );
    console.log(
      `  texture: median ${quantileOf(off, 0.5)} of 255, p90 ${quantileOf(off, 0.9)}, ${off.length / 3} pixels`,
    );
    assert.ok(off.length > 0.7 * rgb.length);
    assert.ok(quantileOf(off, 0.5) <= 8);
  });

  it('writes tiles that are valid, in a tree', async () => {
    const folder = job.folderOf('Cesium 3D Tiles');
    const tileset = JSON.parse(readFileSync(join(folder, 'tileset.json'), 'utf8'));
    assert.equal(tileset.asset.version, '1.1');
    assert.equal(tileset.asset.extras.crs, 'EPSG:25832+7837');
    assert.match(tileset.asset.extras.definition, /\+proj=utm \+zone=32/);
    assert.equal(tileset.root.transform.length, 16);
    for (const name of result.outputs.find(({ format }) => format === 'Cesium 3D Tiles')?.files ?? []) {
      if (!name.endsWith('.glb')) continue;
      const { issues } = await validateBytes(new Uint8Array(readFileSync(join(folder, name))));
      assert.equal(issues.numErrors, 0, JSON.stringify(issues.messages));
    }
  });

  it('writes orientations that say the same as what was given', () => {
    const scene = readContextScene(readFileSync(join(job.folderOf('ContextScene'), 'ContextScene.json'), 'utf8'), 'it');
    const block = readOrientations(
      readFileSync(join(job.folderOf('CCOrientations'), 'Orientations.xml'), 'utf8'),
      'it',
    );
    for (const { srs, cameras, photos } of [scene, block]) {
      assert.equal(srs, 'EPSG:25832+7837');
      assert.deepEqual(cameras, [site.camera]);
      assert.deepEqual(
        photos.map(({ data }) => data),
        site.poses.map(() => 'photos'),
      );
      for (const [n, { pose }] of photos.entries()) {
        const truth = mapPose(
          site,
          site.poses[n] ?? {
            centre: [0, 0, 0],
            rotation: [
              [1, 0, 0],
              [0, 1, 0],
              [0, 0, 1],
            ],
          },
        );
        assert.ok(lengthOf(minus(pose?.centre ?? [0, 0, 0], truth.centre)) < 1e-6);
        for (const [row, axis] of truth.rotation.entries()) {
          assert.ok(lengthOf(minus(pose?.rotation[row] ?? [0, 0, 0], axis)) < 1e-9);
        }
      }
    }
    assert.equal(block.points.length, result.photos.points.length);
  });

  it('goes on with what is there: another run makes no depth map again', async () => {
    const depth = join(job.root, 'work', 'depth');
    const times = () => readdirSync(depth).map((name) => `${name} ${statSync(join(depth, name)).mtimeMs}`);
    const [was, made] = [times(), readdirSync(depth).find((name) => name.endsWith('.kept'))];
    rmSync(join(depth, made ?? ''));
    const again = await photogrammetry(
      job.params({ outputs: [{ format: 'LAS', folder: job.folderOf('LAS') }] }),
      quiet,
    );
    assert.equal(again.megaPoints, result.megaPoints);
    const changed = times().filter((line) => !was.includes(line));
    assert.deepEqual(
      changed.map((line) => line.split(' ')[0]),
      [made],
    );
  });
});

describe('photogrammetry with what another job has kept', () => {
  it('makes no depth map again', async (t) => {
    const site = randomSite(seed + 3, { width: 100, grid: [3, 2] });
    const job = await siteJob(site);
    t.after(() => rmSync(job.root, { recursive: true }));
    const outputs = [{ format: 'LAS', folder: job.folderOf('LAS') }];
    const first = await photogrammetry(job.params({ outputs }), quiet);
    const [from, work] = [join(job.root, 'work'), join(job.root, 'other-work')];
    const names = keptForOthers(from);
    for (const name of names) cpSync(join(from, name), join(work, name), { preserveTimestamps: true });
    const made = () => names.map((name) => `${name} ${statSync(join(work, name)).mtimeMs}`);
    const before = made();
    const second = await photogrammetry(job.params({ outputs, work }), quiet);
    assert.deepEqual(made(), before);
    assert.equal(names.filter((name) => name.endsWith('.kept')).length, 6);
    assert.equal(second.megaPoints, first.megaPoints);
    const other = await photogrammetry(job.params({ outputs, work, quality: 'Medium' }), quiet);
    assert.ok(other.megaPoints >= second.megaPoints);
  });
});

describe('photogrammetry by fisheye cameras', () => {
  async function made(t: TestContext, fisheye: readonly number[], type: 'Calibration' | 'Reconstruction') {
    const ordinary = randomSite(seed + 2, { width: 240, grid: [3, 3] });
    const lens = { focal: 150, radial: [0, 0, 0], tangential: [0, 0], fisheye } as const;
    const site = { ...ordinary, camera: { ...ordinary.camera, ...lens } };
    const job = await siteJob(site);
    t.after(() => rmSync(job.root, { recursive: true }));
    const orientations = ['ContextScene', 'CCOrientations'] as const;
    const wanted = type === 'Calibration' ? orientations : (['PLY', ...orientations] as const);
    const outputs = wanted.map((format) => ({ format, folder: job.folderOf(format) }));
    const { photos } = await photogrammetry(job.params({ type, outputs }), quiet);
    for (const { id, off } of photos.points) assert.ok(lengthOf(off) < 0.002, `${id} is ${off} off`);
    return { site, job };
  }

  it('writes lenses as they were given', async (t) => {
    for (const fisheye of [
      [0, -0.02, 0, 0.001, 0, 0],
      [0.01, -0.02, 0.005],
    ]) {
      const { site, job } = await made(t, fisheye, 'Calibration');
      const text = (format: OutputFormat, name: string) => readFileSync(join(job.folderOf(format), name), 'utf8');
      const scene = readContextScene(text('ContextScene', 'ContextScene.json'), 'it');
      const block = readOrientations(text('CCOrientations', 'Orientations.xml'), 'it');
      for (const { cameras } of [scene, block]) {
        assert.deepEqual([cameras.length, cameras[0]?.fisheye?.length], [1, fisheye.length]);
        const off = fisheye.map((power, n) => Math.abs((cameras[0]?.fisheye?.[n] ?? 9) - power));
        assert.ok(Math.max(...off, Math.abs((cameras[0]?.focal ?? 0) - site.camera.focal)) < 1e-9, `${off}`);
      }
    }
  });

  it('finds points where surfaces are', async (t) => {
    const { site, job } = await made(t, [0.01, -0.02, 0.005], 'Reconstruction');
    const pixel = 14.5 / site.camera.focal;
    const points = pointsOfPly(readFileSync(join(job.folderOf('PLY'), 'cloud.ply')));
    const off = points.map((point) => distanceTo(site, minus(point, site.origin)));
    assert.ok(points.length > 5000, `${points.length} points`);
    assert.ok(quantileOf(off, 0.5) < pixel && quantileOf(off, 0.95) < 5 * pixel, `${quantileOf(off, 0.5)} m`);
  });
});

const codes = (warnings: readonly EngineWarning[]) => warnings.map(({ code }) => code);

describe('orientation without a feature matcher', () => {
  const site = randomSite(seed + 1, { width: 80, grid: [2, 2] });
  let job: SiteJob;
  before(async () => {
    job = await siteJob(site);
  });
  after(() => rmSync(job.root, { recursive: true }));
  const outputs = () => [{ format: 'ContextScene', folder: job.folderOf('ContextScene') }];
  const posesNow = () => {
    const path = join(job.folderOf('ContextScene'), 'ContextScene.json');
    return readContextScene(readFileSync(path, 'utf8'), 'it').photos.flatMap(({ pose }) => pose ?? []);
  };

  it('takes poses from another system into the wanted one', async () => {
    const params = job.params({ type: 'Calibration', outputs: outputs(), settings: { srs: 'EPSG:31467' } });
    const { crs, photos } = await photogrammetry(params, quiet);
    assert.deepEqual(crs, { id: 'EPSG:31467' });
    assert.ok(photos.points.length > 0);
    for (const { id, off } of photos.points) assert.ok(lengthOf(off) < 0.02, `${id} is ${off} off`);
    const [one, other] = posesNow();
    const truth = lengthOf(minus(site.poses[0]?.centre ?? [0, 0, 0], site.poses[1]?.centre ?? [0, 0, 0]));
    const factor = lengthOf(minus(one?.centre ?? [0, 0, 0], other?.centre ?? [0, 0, 0])) / truth;
    assert.ok(Math.abs(factor - 1.0004) < 1e-4, `lengths are ${factor} times as long`);
    const [place] = posesNow();
    assert.ok(Math.abs((place?.centre[0] ?? 0) - 3_451_300) < 500, `${place?.centre}`);
  });

  it('takes what photos tell, and warns', async () => {
    const folder = join(job.root, 'told');
    await writeToldPhotos(site, folder);
    const inputs = [{ id: 'told', folder }];
    const params = job.params({ type: 'Calibration', inputs, references: [], outputs: outputs(), colmap: 'off' });
    const result = await photogrammetry(params, quiet);
    assert.deepEqual([result.crs, codes(result.warnings)], [{ id: 'EPSG:32632' }, ['PosesFromMetadata']]);
    for (const [n, pose] of posesNow().entries()) {
      const truth = mapPose(site, site.poses[n] ?? pose);
      assert.ok(lengthOf(minus(pose.centre, truth.centre)) < 0.01);
      for (const axis of [0, 1, 2] as const) {
        assert.ok(lengthOf(minus(pose.rotation[axis], truth.rotation[axis])) < 1e-3);
      }
    }
  });
});

describe('photogrammetry that cannot be', () => {
  let job: SiteJob;
  before(async () => {
    job = await siteJob(randomSite(7, { width: 60, grid: [2, 2] }));
  });
  after(() => rmSync(job.root, { recursive: true }));

  const refused = (change: Parameters<SiteJob['params']>[0], code: string, params: readonly string[]) =>
    assert.rejects(photogrammetry(job.params(change), quiet), (error) => {
      assert.ok(error instanceof EngineFailure, String(error));
      assert.deepEqual([error.code, error.params], [code, params]);
      return true;
    });

  it('names formats that nobody makes, before any work', () =>
    refused(
      {
        outputs: [
          { format: 'LAS', folder: '/nowhere' },
          { format: '3MX', folder: '/nowhere' },
          { format: '3SM', folder: '' },
        ],
        inputs: [],
      },
      'EngineNotAvailable',
      ['3MX, 3SM'],
    ));

  it('needs a feature matcher for photos without poses', async () => {
    const inputs = [{ id: 'photos', folder: job.photos }];
    await refused({ type: 'Calibration', inputs, references: [], colmap: 'off', outputs: [] }, 'EngineNotAvailable', [
      'Calibration',
    ]);
    await refused({ type: 'Full', inputs, references: [], colmap: '/nowhere/colmap' }, 'EngineNotAvailable', [
      'Calibration',
    ]);
    await refused({ inputs, references: [] }, 'InputData_Invalid', ['ContextScene']);
  });

  it('needs three photos, and not too many', async () => {
    await refused({ inputs: [{ id: 'scene', folder: job.folderOf('OBJ') }] }, 'TooFewPhotos', ['0']);
    await refused({ mostPhotos: 3 }, 'LimitExceeded', ['CAPTURE_PHOTOS']);
  });

  it('says which data is not there', () => refused({ references: [] }, 'InputData_Missing', ['photos']));

  it('refuses systems that are not known, or are no maps', async () => {
    await refused({ settings: { srs: 'EPSG:999999' } }, 'InputSrsUnknown', ['EPSG:999999']);
    await refused({ settings: { srs: 'EPSG:4326' } }, 'InputSrsUnknown', ['EPSG:4326']);
  });

  it('stops at once when it is told to', async () => {
    const stopping = new AbortController();
    const progress = ({ step }: { step?: string | null }) => {
      if (step === 'Reconstruction') setImmediate(() => stopping.abort(new Error('It is enough.')));
    };
    await assert.rejects(photogrammetry(job.params(), { ...quiet, progress, signal: stopping.signal }), /It is enough/);
  });
});
