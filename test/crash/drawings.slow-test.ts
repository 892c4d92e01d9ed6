import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileIdOf } from '../../src/areas/pnid/file-id.ts';
import { headersFor, pnid } from '../../src/areas/pnid/testing/fixture.ts';
import type { Prediction, Region } from '../../src/engines/drawings/prediction.ts';
import { plantOf } from '../../src/engines/drawings/testing/plant.ts';
import { matrixOf, svgOf } from '../../src/engines/drawings/testing/plant-files.ts';
import { type Chance, chanceOf, seedOf, sized } from '../support/chance.ts';
import { findBrokenBlobs, findHalfWrites, type Inspector } from './inspect.ts';
import { killed, newTwin, onPostgres, onStage, type Stage } from './stage.ts';
import { comesTrue } from './steps.ts';
import { expect, type World } from './world.ts';

const sheets = 10;
const kills = sized(2, 4);

/** An inference with different sheets, whose run has begun. */
async function begin(world: World, random: Chance): Promise<string> {
  const made = world.call('POST', `${pnid}/inferences`, { modelVersion: '1.3', twinId: await newTwin(world) });
  const { id } = (await expect(201, made)).inference;
  for (let n = 0; n < sheets; n++) {
    const look = { lineWidth: 2, matrix: matrixOf(1, 0, false) };
    const svg = Buffer.from(svgOf(plantOf(random.whole(1, 10_000)), look));
    await expect(200, world.send('POST', `${pnid}/inferences/${id}/inputs/`, svg, headersFor(`s${n}.svg`)));
  }
  await expect(201, world.call('POST', `${pnid}/inferences/${id}/run`));
  return id;
}

/** Kills the program between the sheets of a run, and looks whether it goes on at the next one, and nobody sees half of it. */
const crash = (databaseUrl?: string): Promise<void> =>
  onStage({ databaseUrl }, async (first) => {
    const random = chanceOf(seedOf('runs of drawings that are killed'));
    const inference = await begin(first.world, random);
    let stage = first;
    let progress = 0;
    for (let kill = 0; kill < kills; kill++) {
      stage = await killedBetween(stage, random);
      progress = await checkRun(stage, inference, progress);
    }
    const { status } = runOf(stage, inference);
    await comesTrue('the run ends', 240, async () => !['queued', 'inProgress'].includes(await status()));
    await checkEnd(stage, inference);
    stage = await readAgain(stage, inference);
    await checkEnd(stage, inference);
    return stage.program;
  });

/** Reviews a sheet, takes its run away and reads again, killed after each step; what people said of it stays. */
async function readAgain(first: Stage, inference: string): Promise<Stage> {
  const { world, inspector } = first;
  const path = `${pnid}/inferences/${inference}/run`;
  const content = `${path}/results/${fileIdOf('s3_svg_p0001.json')}/content`;
  const settled = async (stage: Stage): Promise<Stage> => {
    const next = await killed(stage);
    assert.deepEqual(await findHalfWrites(inspector), []);
    return next;
  };
  const read: Prediction = await expect(200, world.call('GET', content));
  const said = read.regions.map((region, n): Region => ({ ...region, status: n % 2 === 0 ? 'approved' : 'deleted' }));
  await expect(200, world.call('PUT', content, { ...read, regions: said }));
  let stage = await settled(first);
  await expect(204, world.call('DELETE', path));
  stage = await settled(stage);
  await expect(404, world.call('GET', content));
  await expect(201, world.call('POST', path));
  await comesTrue('a sheet is done', 120, async () => (await doneIn(inspector)).size > 0);
  stage = await settled(stage);
  const { status } = runOf(stage, inference);
  await comesTrue('the run ends', 240, async () => !['queued', 'inProgress'].includes(await status()));
  const again: Prediction = await expect(200, world.call('GET', content));
  assert.deepEqual(again.regions, said);
  return stage;
}

/** The sheets that are done, and how often each was tried. */
const doneIn = async ({ rows }: Inspector): Promise<ReadonlyMap<unknown, unknown>> => {
  const done = await rows("SELECT position, tries FROM pnid_sheets WHERE state = 'done' ORDER BY position");
  return new Map(done.map(({ position, tries }) => [position, tries]));
};

/** Kills the program when one more sheet is done. */
async function killedBetween(stage: Stage, random: Chance): Promise<Stage> {
  const { inspector } = stage;
  const before = (await doneIn(inspector)).size;
  await comesTrue('a sheet is done', 120, async () => (await doneIn(inspector)).size > before);
  await sleep(random.whole(0, 60));
  await stage.program.end('SIGKILL');
  const kept = await doneIn(inspector);
  assert.deepEqual(await findHalfWrites(inspector), []);
  const next = await killed(stage);
  const again = await doneIn(inspector);
  for (const [position, tries] of kept) assert.equal(again.get(position), tries, 'no sheet is done twice');
  return next;
}

function runOf({ world }: Stage, inference: string) {
  const path = `${pnid}/inferences/${inference}/run`;
  const run = async () => (await expect(200, world.call('GET', path))).run;
  return {
    run,
    status: async () => (await run()).status,
    results: async () => (await expect(200, world.call('GET', `${path}/results`))).results,
  };
}

/** It has not fallen back, and nobody sees anything of it before its end; answers how far it is. */
async function checkRun(stage: Stage, inference: string, before: number): Promise<number> {
  const { run, results } = runOf(stage, inference);
  const { progress, status } = await run();
  assert.ok(progress >= before, `${progress} after ${before}`);
  const seen = await results();
  if (status !== 'completed' && (await run()).status !== 'completed')
    assert.deepEqual(seen, [], 'nothing is seen of a run that goes on');
  return progress;
}

async function checkEnd(stage: Stage, inference: string): Promise<void> {
  const { world, inspector } = stage;
  const { run, results } = runOf(stage, inference);
  const { status, progress } = await run();
  assert.deepEqual([status, progress], ['completed', 1]);
  assert.equal((await results()).length, 3 * sheets + 1, 'each sheet once');
  assert.equal((await inspector.rows("SELECT name FROM pnid_sheets WHERE state = 'done'")).length, sheets);
  const tagged = await inspector.rows('SELECT DISTINCT sheet FROM pnid_tags');
  assert.equal(tagged.length, sheets, 'tags of every sheet');
  assert.deepEqual(await findHalfWrites(inspector), []);
  assert.deepEqual(await findBrokenBlobs(inspector, world.dataDir), []);
}

describe('the program, killed between the sheets of a run', () => {
  it('goes on at the next sheet, and keeps what people said of it, on SQLite and files', () => crash());

  it('goes on at the next sheet, and keeps what people said of it, on PostgreSQL and files', () => onPostgres(crash));
});
