import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMatcher } from '../../src/engines/photogrammetry/calibrate/matcher.ts';
import { contextSceneOf } from '../../src/engines/photogrammetry/output/context-scene.ts';
import { randomSite, type Site, writePhotos } from '../../src/engines/photogrammetry/testing/site.ts';
import { blockOf } from '../../src/engines/photogrammetry/testing/site-job.ts';
import { type Chance, chanceOf, seedOf, sized } from '../support/chance.ts';
import { childrenOf, commandOf, lives } from '../support/processes.ts';
import { enginesOf, type Program } from './program.ts';
import { cancels, checkRest, containerOf, type Job, keptOf, killedAt, newData, succeeds } from './reality.ts';
import { newTwin, onPostgres, onStage, type Stage } from './stage.ts';
import { comesTrue } from './steps.ts';
import { expect, type World } from './world.ts';

const seed = seedOf('photogrammetry that is killed');
const api = { path: '/capture/jobs', event: 'realityModeling.jobCompleted.v1' };
/** Of a job, as its progress tells them. */
const steps = ['PrepareStep', 'Calibration', 'Reconstruction', 'Production', 'Upload'] as const;
type Step = (typeof steps)[number];
const matcher = await findMatcher(undefined, undefined);
const skip = matcher === undefined && 'the feature matcher (colmap) is not installed';

interface Survey {
  readonly twinId: string;
  readonly workspace: string;
  readonly photos: string;
  readonly scene: string;
}

async function newSurvey(world: World, site: Site): Promise<Survey> {
  const twinId = await newTwin(world);
  const folder = mkdtempSync(join(tmpdir(), 'twin-crash-site-'));
  await writePhotos(site, folder);
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  rmSync(folder, { recursive: true });
  const photos = await newData(world, { twinId, displayName: 'Photos', type: 'CCImageCollection' }, files);
  const block = blockOf(site);
  const named = { ...block, photos: block.photos.map((photo) => ({ ...photo, data: photos })) };
  const text = new Map([['ContextScene.json', Buffer.from(contextSceneOf(named, new Map()))]]);
  const scene = await newData(world, { twinId, displayName: 'Scene', type: 'ContextScene' }, text);
  const { workspace } = await expect(201, world.call('POST', '/capture/workspaces', { twinId, name: 'Yard' }));
  return { twinId, workspace: workspace.id, photos, scene };
}

async function submit(world: World, survey: Survey, type: 'Reconstruction' | 'Calibration'): Promise<Job> {
  const outputs = type === 'Calibration' ? ['ContextScene'] : ['LAS', 'Orthophoto/DSM', 'Cesium 3D Tiles'];
  const inputs = [{ id: type === 'Calibration' ? survey.photos : survey.scene }];
  const body = { type, name: 'Yard', workspaceId: survey.workspace, inputs, settings: { quality: 'Draft', outputs } };
  const { job } = await expect(201, world.call('POST', api.path, body));
  const submitted = await expect(200, world.call('PATCH', `${api.path}/${job.id}`, { state: 'active' }));
  return { id: job.id, outputs: submitted.job.jobSettings.outputs.map(({ id }: { id: string }) => id) };
}

/** Kills the program in each step of a reconstruction, and looks whether the work goes on there and does nothing twice. */
const crash = (at: readonly Step[], databaseUrl?: string): Promise<void> =>
  onStage({ databaseUrl, events: [api.event] }, async (first) => {
    const random = chanceOf(seed);
    const survey = await newSurvey(first.world, randomSite(seed, { width: 200, grid: [3, 3] }));
    let stage = first;
    for (const step of at) {
      const name = `killed at ${step}`;
      const job = await submit(stage.world, survey, 'Reconstruction');
      await isAt(step, job, stage, random);
      stage = await killedAt(name, job, stage);
      const made = madeIn(stage.world);
      await succeeds(name, api, job, stage, () => assert.deepEqual(changedOf(made), [], `${name}: made again`));
      await checkOutputs(name, job, stage);
      await checkRest(name, api, stage);
    }
    return stage.program;
  });

/** Some moment of a step, or of a later one where that was too short. */
async function isAt(step: Step, { id }: Job, { world }: Stage, random: Chance): Promise<void> {
  const ahead: readonly string[] = steps.slice(steps.indexOf(step));
  await comesTrue(`the job is at ${step}`, 180, async () => {
    const { jobProgress } = await expect(200, world.call('GET', `${api.path}/${id}/progress`));
    return jobProgress.state === 'Over' || ahead.includes(jobProgress.step);
  });
  await sleep(random.whole(0, step === 'Reconstruction' ? 1500 : 200));
}

/** Artefacts that are whole, with the moment at which they were made. */
function madeIn(world: World): ReadonlyMap<string, number> {
  const made = new Map<string, number>();
  for (const folder of keptOf(world)) {
    const work = join(folder, 'work');
    if (!existsSync(work)) continue;
    for (const name of readdirSync(work, { recursive: true, encoding: 'utf8' })) {
      const path = join(work, name);
      if (/\.(?:json|rgb|depths|kept|done)$/.test(name)) made.set(path, statSync(path).mtimeMs);
    }
  }
  return made;
}

/** Those of them that were made again; what is gone has served its time. */
const changedOf = (made: ReadonlyMap<string, number>): string[] =>
  [...made].flatMap(([path, at]) => {
    const now = statSync(path, { throwIfNoEntry: false });
    return now === undefined || now.mtimeMs === at ? [] : [path];
  });

async function checkOutputs(name: string, { outputs }: Job, { world }: Stage): Promise<void> {
  const [cloud = '', rasters = '', tiles = ''] = outputs;
  const head = await (await containerOf(world, cloud, 'readaccess'))
    .getBlobClient('cloud.las')
    .downloadToBuffer(0, 375);
  assert.ok(Number(head.readBigUInt64LE(247)) > 10_000, `${name}: points of the cloud`);
  const namesOf = async (id: string) => {
    const names: string[] = [];
    for await (const one of (await containerOf(world, id, 'readaccess')).listBlobsFlat()) names.push(one.name);
    return names;
  };
  assert.deepEqual(await namesOf(rasters), ['Yard_DSM.tif', 'Yard_ortho.tif'], name);
  assert.ok((await namesOf(tiles)).includes('tileset.json'), name);
}

/** With the real feature matcher at work on photos of which nobody knows the poses. */
const matching = (play: (stage: Stage, survey: Survey) => Promise<Program>): Promise<void> =>
  onStage({ events: [api.event] }, async (stage) =>
    play(stage, await newSurvey(stage.world, randomSite(seed, { width: sized(480, 640), grid: [sized(3, 4), 3] }))),
  );

/** Waits until the program has left the mark of a step of its own and works at the next. */
async function hasDone(step: string, { world, program }: Stage): Promise<void> {
  const mark = () => keptOf(world).some((folder) => existsSync(join(folder, 'work', 'matching', `${step}.done`)));
  await comesTrue(`the matcher has done its ${step}`, 180, async () => mark() && matchersOf(program).length > 0);
}

const matchersOf = (program: Program): number[] =>
  enginesOf(program)
    .flatMap(childrenOf)
    .filter((one) => commandOf(one).includes('colmap'));

describe('the program, killed while it models', () => {
  it('goes on in every step and does nothing twice, on SQLite and files', () =>
    crash(steps.slice(sized(1, 0), sized(4, 5))));

  it('goes on, on PostgreSQL and files', () => onPostgres((url) => crash(['Reconstruction', 'Production'], url)));

  it('goes on in the middle of the feature matcher, which ends with it', { skip }, () =>
    matching(async (first, survey) => {
      const job = await submit(first.world, survey, 'Calibration');
      await hasDone('features', first);
      const old = matchersOf(first.program);
      const stage = await killedAt('killed at the matching', job, first);
      await comesTrue('the old matcher ends', 5, async () => !old.some(lives));
      const made = madeIn(stage.world);
      assert.ok([...made.keys()].some((path) => path.endsWith('features.done')));
      await succeeds('killed at the matching', api, job, stage, () => assert.deepEqual(changedOf(made), []));
      await checkRest('killed at the matching', api, stage);
      return stage.program;
    }),
  );

  it('cancels a job within two seconds while the feature matcher works, and leaves no process', { skip }, () =>
    matching(async (stage, survey) => {
      const { world, program } = stage;
      const others = enginesOf(program);
      const job = await submit(world, survey, 'Calibration');
      await hasDone('features', stage);
      await cancels('cancelled', api, job, stage, { others, seconds: 2 });
      return program;
    }),
  );
});
