import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { ContainerClient } from '@azure/storage-blob';
import { eventually } from '../../../../test/support/eventually.ts';
import { eachPlatform, type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import { crsOf } from '../../../engines/crs/crs.ts';
import { readClouds } from '../../../engines/reality-analysis/cloud/read.ts';
import { writeCloudFile } from '../../../engines/reality-analysis/cloud/write.ts';
import { randomBodies, siteOf } from '../../../engines/reality-analysis/testing/site.ts';
import { fill, linkOf, newData } from '../../reality-data/testing/fixture.ts';
import { newDetector, readyVersion } from '../testing/detectors.ts';
import { jobs1, jobs2, newJob1, newJob2, setState } from '../testing/jobs.ts';
import { roadPicture, roadScene, type Thing } from '../testing/pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'analysis-jobs-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const quiet = { progress: () => {}, log: () => {} };

/** A surveyed site as LAS. */
async function cloudFile(name: string, sampling: number, gone = 0): Promise<Buffer> {
  const bodies = randomBodies(5, 4, 60, 50).slice(gone);
  const { points } = siteOf({ width: 60, depth: 50, density: 8, noise: 0.02, bodies, seed: 3, sampling });
  const path = join(mkdtempSync(join(folder, 'cloud-')), name);
  await writeCloudFile(path, 'LAS', { points, crs: crsOf('EPSG:25832+7837'), grid: undefined }, quiet);
  return readFileSync(path);
}

interface Place {
  readonly p: Platform;
  readonly person: Person;
  readonly twinId: string;
}

async function ended2({ p, person }: Place, id: string) {
  await eventually(async () => {
    const { state } = (await p.call(person, `GET ${jobs2}/${id}`)).body.job;
    assert.ok(['Success', 'Failed', 'Cancelled'].includes(state), state);
  });
  const { job } = (await p.call(person, `GET ${jobs2}/${id}`)).body;
  return { ...job, messages: (await p.call(person, `GET ${jobs2}/${id}/messages`)).body.messages };
}

async function ended1({ p, person }: Place, id: string) {
  await eventually(async () => {
    assert.notEqual((await p.call(person, `GET ${jobs1}/${id}`)).body.job.state, 'active');
  });
  return (await p.call(person, `GET ${jobs1}/${id}`)).body.job;
}

async function fileOf({ p, person }: Place, data: string, name: string): Promise<Buffer> {
  return new ContainerClient(await linkOf(p, person, data, 'read')).getBlockBlobClient(name).downloadToBuffer();
}

eachPlatform('jobs of reality analysis', (platform) => {
  async function place(): Promise<Place> {
    const p = await platform();
    const person = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
    return { p, person, twinId: (await p.twin(person)).id };
  }
  const data = ({ p, person, twinId }: Place, displayName: string, type = 'Unstructured') =>
    newData(p, person, { twinId, displayName, type });

  it('find objects in photos by a detector of the library, and evaluate them', async () => {
    const at = await place();
    const { p, person, twinId } = at;
    const pictures = new Map<string, readonly Thing[]>();
    const images = await data(at, 'Images', 'CCImageCollection');
    for (const seed of [1, 2, 3]) {
      const { png, things } = await roadPicture(seed);
      pictures.set(`${seed}.png`, things);
      await fill(p, person, images, { [`${seed}.png`]: png });
    }
    const truth = await data(at, 'Truth', 'ContextScene');
    await fill(p, person, truth, { 'ContextScene.json': roadScene(images, pictures) });
    await newDetector(p, person, 'road');
    await readyVersion(p, person, 'road', '1.0');
    p.takeEvents();
    const inputs = { photos: truth, photoObjectDetector: 'road' };
    const specifications = { inputs, outputs: ['Objects2D'] };
    const { id } = await newJob2(p, person, { type: 'Objects2D', twinId, specifications });
    const job = await ended2(at, id);
    assert.deepEqual([job.state, job.messages.errors], ['Success', []]);
    assert.equal(p.takeEvents().filter(({ type }) => type === 'realityAnalysis.jobCompleted.v1').length, 1);
    const found = job.specifications.outputs.objects2D;
    const facts = (await p.call(person, `GET /reality-management/reality-data/${found}`)).body.realityData;
    assert.deepEqual([facts.type, facts.rootDocument, facts.authoring], ['ContextScene', 'ContextScene.json', false]);
    const scene = JSON.parse((await fileOf(at, found, 'ContextScene.json')).toString());
    assert.deepEqual(scene.References, { 0: { Path: `rds:${images}` } });

    const evaluation = { inputs: { reference: truth, prediction: found }, outputs: ['report', 'objects2D'] };
    const compared = await ended2(
      at,
      (await newJob2(p, person, { type: 'EvalO2D', twinId, specifications: evaluation })).id,
    );
    assert.equal(compared.state, 'Success', JSON.stringify(compared.messages));
    const { _links } = requireSuccess(await p.call(person, `GET /reality-analysis/twins/${twinId}/bucket`));
    const path = compared.specifications.outputs.report.slice('bkt:'.length);
    const bytes = await new ContainerClient(_links.containerUrl.href).getBlockBlobClient(path).downloadToBuffer();
    const report = JSON.parse(bytes.toString());
    assert.deepEqual(report.total, { truePositives: 12, falsePositives: 0, falseNegatives: 0 });
  });

  it('take the ground out of a cloud, by version 1', async () => {
    const at = await place();
    const { p, person, twinId } = at;
    const scan = await data(at, 'Scan');
    await fill(p, person, scan, { 'site.las': await cloudFile('site.las', 7) });
    const { id } = await newJob1(p, person, {
      type: 'extractGround',
      name: 'Ground',
      twinId,
      inputs: [{ type: 'pointClouds', id: scan }],
      outputs: ['exportedSegmentation3DLAZ'],
    });
    await setState(p, person, id, 'active');
    const job = await ended1(at, id);
    const { exitCode, errors, warnings, estimatedUnits } = job.executionInformation;
    assert.deepEqual([job.state, exitCode, errors, warnings], ['success', 0, [], []]);
    assert.ok(estimatedUnits >= 0);
    assert.deepEqual(
      job.outputs.map(({ type }: { type: string }) => type),
      ['exportedSegmentation3DLAZ', 'segmentation3D'],
    );
    const [{ id: made }] = job.outputs;
    const { realityData } = (await p.call(person, `GET /reality-management/reality-data/${made}`)).body;
    assert.deepEqual([realityData.type, realityData.crs?.id], ['LAZ', 'EPSG:25832']);
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(folder, 'made.laz'), await fileOf(at, made, 'cloud.laz'));
    const { points } = await readClouds([{ name: 'made.laz', path: join(folder, 'made.laz') }], quiet);
    assert.deepEqual([...new Set(points.classification)].sort(), [1, 2]);
    const { progress } = (await p.call(person, `GET ${jobs1}/${id}/progress`)).body;
    assert.deepEqual(progress, { percentage: 100, state: 'success', step: 'Completed' });
  });

  it('find what changed, within a polygon of the bucket', async () => {
    const at = await place();
    const { p, person, twinId } = at;
    const [a, b] = [await data(at, 'A'), await data(at, 'B')];
    await fill(p, person, a, { 'a.las': await cloudFile('a.las', 1) });
    await fill(p, person, b, { 'b.las': await cloudFile('b.las', 2, 1) });
    const { _links } = requireSuccess(await p.call(person, `GET /reality-analysis/twins/${twinId}/bucket`));
    const ring = [
      [450_990, 5_410_990],
      [451_100, 5_410_990],
      [451_100, 5_411_100],
      [450_990, 5_411_100],
      [450_990, 5_410_990],
    ];
    const blob = new ContainerClient(_links.containerUrl.href).getBlockBlobClient('north.geojson');
    await blob.uploadData(Buffer.from(JSON.stringify({ type: 'Polygon', coordinates: [ring] })));
    const specifications = {
      inputs: { model3DA: a, model3DB: b, extent: 'bkt:north.geojson' },
      outputs: ['locations3DAsSHP', 'changesInModelA'],
      options: { growThreshold: 0.4, filterThreshold: 0.8 },
    };
    const job = await ended2(at, (await newJob2(p, person, { type: 'ChangeDetection', twinId, specifications })).id);
    assert.equal(job.state, 'Success', JSON.stringify(job.messages));
    assert.deepEqual(job.messages.warnings, []);
    const { objects3D, locations3DAsSHP } = job.specifications.outputs;
    const scene = JSON.parse((await fileOf(at, objects3D, 'ContextScene.json')).toString());
    assert.ok(Object.keys(scene.Annotations.Objects3D.Objects).length >= 1);
    const prj = (await fileOf(at, locations3DAsSHP, 'locations3D.prj')).toString();
    assert.deepEqual(
      [crsOf(prj)?.id, prj.startsWith('PROJCS["ETRS89_UTM_zone_32N",GEOGCS["GCS_ETRS_1989"')],
      ['EPSG:25832', true],
    );
  });

  it('fail at their first step where nothing does the work, and name it', async () => {
    const at = await place();
    const { p, person, twinId } = at;
    const scan = await data(at, 'Scan', 'LAS');
    const inputs = { clearanceFootprint: scan, model3D: scan };
    const specifications = { inputs, outputs: ['ovfPoints', 'ovfLines'] };
    const job = await ended2(
      at,
      (await newJob2(p, person, { type: 'ClearanceCalculation', twinId, specifications })).id,
    );
    const [error] = job.messages.errors;
    assert.deepEqual([job.state, error.code, error.params], ['Failed', 'EngineNotAvailable', ['ovfPoints, ovfLines']]);
    const { id } = await newJob1(p, person, {
      type: 'segmentation3D',
      name: 'Drawing',
      twinId,
      outputs: ['exportedObjects3DDGN'],
      inputs: [{ type: 'segmentation3D', id: scan }],
    });
    await setState(p, person, id, 'active');
    const { state, executionInformation } = await ended1(at, id);
    assert.deepEqual([state, executionInformation.exitCode], ['failed', 3]);
    assert.deepEqual(executionInformation.errors[0].params, ['exportedObjects3DDGN']);
  });

  it('fail with what is wrong with their inputs', async () => {
    const at = await place();
    const { p, person, twinId } = at;
    const other = await place();
    const foreign = await data(other, 'Foreign', 'CCImageCollection');
    const scene = await data(at, 'Scene', 'ContextScene');
    await fill(p, person, scene, { 'ContextScene.json': roadScene(foreign, new Map([['a.png', []]])) });
    const failure = async (type: string, inputs: object, outputs: readonly string[]) => {
      const specifications = { inputs, outputs };
      const job = await ended2(at, (await newJob2(p, person, { type, twinId, specifications })).id);
      for (const id of Object.values<string>(job.specifications.outputs)) {
        assert.equal((await p.call(person, `GET /reality-management/reality-data/${id}`)).status, 404);
      }
      const [error] = job.messages.errors;
      return [job.state, error.code, error.params[0]];
    };
    const marked = { photos: scene, objects2D: scene };
    assert.deepEqual(await failure('Objects2D', marked, ['objects2D']), ['Failed', 'InputData_Invalid', foreign]);
    const broken = await data(at, 'Broken', 'ContextScene');
    await fill(p, person, broken, { 'ContextScene.json': '{"PhotoCollection":{"Photos":{"0":{}}}}' });
    const unread = { photos: broken, objects2D: broken };
    assert.deepEqual(await failure('Objects2D', unread, ['objects2D']), [
      'Failed',
      'InputData_Invalid',
      'ContextScene.json',
    ]);
    const cut = await data(at, 'Cut');
    await fill(p, person, cut, { 'a.las': (await cloudFile('cut.las', 4)).subarray(0, 5000) });
    const [state, code] = await failure('ChangeDetection', { model3DA: cut, model3DB: cut }, ['objects3D']);
    assert.deepEqual([state, code], ['Failed', 'InputFile_Invalid']);
  });
});
