import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ContainerClient } from '@azure/storage-blob';
import { childrenOf, lives } from '../support/processes.ts';
import { findBrokenBlobs, findHalfWrites } from './inspect.ts';
import { enginesOf } from './program.ts';
import { killed, type Stage } from './stage.ts';
import { comesTrue } from './steps.ts';
import { expect, type World } from './world.ts';

const data = '/reality-management/reality-data';

/** The API of reality jobs, and the event that it raises at their end. */
export interface JobApi {
  readonly path: string;
  readonly event: string;
}

export interface Job {
  readonly id: string;
  readonly outputs: readonly string[];
}

/** Reality data with files by their names; answers its id. */
export async function newData(
  world: World,
  body: { readonly twinId: string; readonly displayName: string; readonly type: string },
  files: ReadonlyMap<string, Buffer>,
): Promise<string> {
  const { realityData } = await expect(201, world.call('POST', `${data}/`, body));
  const container = await containerOf(world, realityData.id, 'writeaccess');
  for (const [name, bytes] of files) await container.getBlockBlobClient(name).uploadData(bytes);
  return realityData.id;
}

export async function containerOf(
  world: World,
  id: string,
  access: 'readaccess' | 'writeaccess',
): Promise<ContainerClient> {
  const { _links } = await expect(200, world.call('GET', `${data}/${id}/${access}`));
  return new ContainerClient(_links.containerUrl.href);
}

/** Kills the program, and looks at what the job has left; answers the stage with the next one. */
export async function killedAt(name: string, job: Job, stage: Stage): Promise<Stage> {
  await stage.program.end('SIGKILL');
  await checkHalf(name, job, stage);
  return killed(stage);
}

/** Behind the back of the dead program: an output is whole, or has no files. */
async function checkHalf(name: string, { outputs }: Job, { inspector }: Stage): Promise<void> {
  const list = outputs.map((id) => `'${id}'`).join(', ');
  const rows = await inspector.rows(
    `SELECT d.id, d.authoring, (SELECT count(*) FROM storage_items i WHERE i.parent_id = d.item_id) AS files
     FROM reality_data d WHERE d.id IN (${list})`,
  );
  assert.equal(rows.length, outputs.length, `${name}: its outputs are there`);
  for (const { id, authoring, files } of rows)
    assert.equal(Number(authoring) === 1, Number(files) === 0, `${name}: ${id} is half: ${authoring}, ${files}`);
}

/** Waits for the end of a job, which must be a success; each time that it looks, `meanwhile` may look, too. */
export async function succeeds(
  name: string,
  { path }: JobApi,
  { id }: Job,
  { world }: Stage,
  meanwhile = () => {},
): Promise<void> {
  const state = async () => {
    meanwhile();
    return (await expect(200, world.call('GET', `${path}/${id}`))).job;
  };
  await comesTrue(`${name}: the job ends`, 180, async () => (await state()).state !== 'active');
  const ended = await state();
  assert.equal(ended.state, 'success', `${name}: ${JSON.stringify(ended.executionInformation)}`);
}

/** Cancels a job: its outputs are gone at once, and what works for it within some seconds; `others`: engines that do not. */
export async function cancels(
  name: string,
  api: JobApi,
  { id, outputs }: Job,
  stage: Stage,
  { others, seconds }: { readonly others: readonly number[]; readonly seconds: number },
): Promise<void> {
  const { world, program } = stage;
  const engines = enginesOf(program).filter((pid) => !others.includes(pid));
  const working = [...engines, ...engines.flatMap(childrenOf)];
  assert.notDeepEqual(working, [], `${name}: nothing works`);
  const { job } = await expect(200, world.call('PATCH', `${api.path}/${id}`, { state: 'cancelled' }));
  assert.equal(job.state, 'cancelled', name);
  await comesTrue(`${name}: no process is left`, seconds, async () => !working.some(lives));
  for (const output of outputs) await expect(404, world.call('GET', `${data}/${output}`));
  await checkRest(name, api, stage);
}

/** Nothing is half, every end was told once, and nothing is left of the work. */
export async function checkRest(
  name: string,
  { path, event }: JobApi,
  { world, inspector, program }: Stage,
): Promise<void> {
  assert.deepEqual(await findHalfWrites(inspector), [], name);
  assert.deepEqual(await findBrokenBlobs(inspector, world.dataDir), [], name);
  const told = await inspector.rows(`SELECT message_id FROM webhook_deliveries WHERE event_type = '${event}'`);
  const ended = "state in ('success', 'cancelled')";
  const { jobs: all } = await expect(200, world.call('GET', `${path}?$filter=${encodeURIComponent(ended)}`));
  assert.equal(told.length, all.length, `${name}: one event for each job`);
  const work = workOf(world);
  await comesTrue(`${name}: nothing is left of the work`, 10, async () => {
    const left = readdirSync(work).filter((one) => one !== String(program.pid) && one !== 'kept');
    return left.length + keptOf(world).length === 0;
  });
}

const workOf = ({ dataDir }: World): string => join(dataDir, 'work', hostname());

/** Folders in which work that was stopped goes on. */
export function keptOf(world: World): string[] {
  const kept = join(workOf(world), 'kept');
  return existsSync(kept) ? readdirSync(kept).map((name) => join(kept, name)) : [];
}
