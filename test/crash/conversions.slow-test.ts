import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCloud } from '../../scripts/make-cloud.ts';
import { bytesIn, converted, newFolder } from '../../src/engines/point-cloud/testing/convert.ts';
import { writeLazManyTimes } from '../../src/engines/point-cloud/testing/laz-file.ts';
import { type Chance, chanceOf, seedOf, sized } from '../support/chance.ts';
import { enginesOf } from './program.ts';
import { cancels, checkRest, containerOf, type Job, killedAt, newData, succeeds } from './reality.ts';
import { newTwin, onPostgres, onStage, type Stage } from './stage.ts';
import { comesTrue } from './steps.ts';
import { expect, type World } from './world.ts';

const api = { path: '/realityconversion/jobs', event: 'realityConversion.jobCompleted.v1' };
/** Of a job, as its progress tells them. */
const steps = ['PrepareStep', 'Download_Files', 'Convert_Files', 'Upload_Files'] as const;
const points = 60_000;

/** Kills the program in each step of a conversion, and looks whether it goes on, and nobody ever sees half an output. */
const crash = (databaseUrl?: string): Promise<void> =>
  onStage({ databaseUrl, events: [api.event] }, async (first) => {
    const random = chanceOf(seedOf('conversions that are killed'));
    const twinId = await newTwin(first.world);
    const scan = await newScan(first.world, twinId);
    let stage = first;
    for (const step of steps) {
      const job = await submit(stage.world, twinId, scan);
      stage = await killAt(step, job, stage, random);
      await checkAfter(`killed at ${step}`, job, stage);
    }
    return stage.program;
  });

/** Cancels conversions of many points in the middle of what they do. */
const cancelled = (): Promise<void> =>
  onStage({ events: [api.event] }, async (stage) => {
    const { world } = stage;
    const twinId = await newTwin(world);
    const scan = await newLargeScan(world, twinId);
    for (const percent of [15, 35, 65]) {
      const name = `cancelled at ${percent} %`;
      const others = enginesOf(stage.program);
      const job = await submit(world, twinId, scan, ['GLBC']);
      await comesTrue(`the job is at ${percent} %`, 300, async () => {
        const { progress } = await expect(200, world.call('GET', `${api.path}/${job.id}/progress`));
        return progress.percentage >= percent;
      });
      await cancels(name, api, job, stage, { others, seconds: 10 });
    }
    return stage.program;
  });

/** Of a scanner's chunk of 50,000 points, many times beside each other: points that need not be packed here. */
async function newLargeScan(world: World, twinId: string): Promise<string> {
  const folder = newFolder();
  const [las, large] = [join(folder, 'one.las'), join(folder, 'large.laz')];
  makeCloud(las, 50_000);
  const one = await converted([{ name: 'one.las', path: las }], 'LAS', ['LAZ'], { inputSRS: 'EPSG:25832' });
  writeLazManyTimes(large, bytesIn(one, 'LAZ'), sized(240, 800), 56);
  const files = new Map([['large.laz', readFileSync(large)]]);
  return newData(world, { twinId, displayName: 'Valley', type: 'LAZ' }, files);
}

function newScan(world: World, twinId: string): Promise<string> {
  const lines = Array.from(
    { length: points },
    (_, n) => `${451_290 + (n % 250) / 10} ${5_411_195 + n / 4000} ${300 + (n % 97) / 10} ${n % 255} 10 20`,
  );
  const files = new Map([['slope.xyz', Buffer.from(lines.join('\n'))]]);
  return newData(world, { twinId, displayName: 'Slope', type: 'XYZ' }, files);
}

async function submit(world: World, twinId: string, scan: string, outputs = ['GLBC', 'LAZ']): Promise<Job> {
  const options = { inputSRS: 'EPSG:25832' };
  const body = { type: 'Conversion', name: 'Slope', twinId, inputs: [{ id: scan }], outputs, options };
  const { job } = await expect(201, world.call('POST', api.path, body));
  const submitted = await expect(200, world.call('PATCH', `${api.path}/${job.id}`, { state: 'active' }));
  return { id: job.id, outputs: submitted.job.outputs.map(({ id }: { id: string }) => id) };
}

/** Kills the program in a step of the job, or in a later one where that was too short. */
async function killAt(step: (typeof steps)[number], job: Job, stage: Stage, random: Chance): Promise<Stage> {
  const ahead = steps.slice(steps.indexOf(step));
  await comesTrue(`the job is at ${step}`, 120, async () => {
    const { progress } = await expect(200, stage.world.call('GET', `${api.path}/${job.id}/progress`));
    return [...ahead, 'Completed'].includes(progress.step);
  });
  await sleep(random.whole(0, 40));
  return killedAt(`killed at ${step}`, job, stage);
}

async function checkAfter(name: string, job: Job, stage: Stage): Promise<void> {
  const { world } = stage;
  await succeeds(name, api, job, stage);
  const [tiles = '', laz = ''] = job.outputs;
  assert.equal(await pointsOfTiles(world, tiles), points, `${name}: points of the tiles`);
  const head = await (await containerOf(world, laz, 'readaccess')).getBlobClient('slope.laz').downloadToBuffer(0, 375);
  assert.equal(head.readUInt32LE(107), points, `${name}: points of the file`);
  await checkRest(name, api, stage);
}

/** The points of all tiles, by their heads. */
async function pointsOfTiles(world: World, id: string): Promise<number> {
  const container = await containerOf(world, id, 'readaccess');
  let sum = 0;
  for await (const { name } of container.listBlobsFlat()) {
    if (!name.endsWith('.glb')) continue;
    const bytes = await container.getBlobClient(name).downloadToBuffer();
    const json = JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12)));
    sum += json.accessors[0].count;
  }
  return sum;
}

describe('the program, killed while it converts', () => {
  it('goes on in every step, on SQLite and files', () => crash());

  it('goes on in every step, on PostgreSQL and files', () => onPostgres(crash));
});

it('a conversion of a large cloud that is cancelled leaves nothing, wherever it is', cancelled);
