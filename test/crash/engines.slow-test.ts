import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { boxShape, project, stepFile, wall } from '../../src/engines/ifc/testing/files.ts';
import { startPostgres } from '../support/postgres.ts';
import { findBrokenBlobs, findHalfWrites, type Inspector, inspectorOf } from './inspect.ts';
import type { Program } from './program.ts';
import { type Random, randomFrom } from './random.ts';
import { expect, load, openWorld, type World } from './world.ts';

const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 32));
const kinds = { import: 'models.import', comparison: 'changedElements.compare', export: 'meshExport.tiles' } as const;
type Work = keyof typeof kinds;

/** Kills the program while an engine works, and looks whether the work goes on at the right step, and nothing is half. */
async function crash(rounds: readonly Work[], databaseUrl: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-crash-engines-'));
  const random = randomFrom(seed);
  const world = await openWorld(folder, databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  let program = world.start();
  let inspector: Inspector | undefined;
  try {
    await program.ready();
    await world.signIn();
    await subscribe(world);
    inspector = await inspectorOf(world.dataDir, databaseUrl);
    const model = await newModel(world);
    await upload(world, model, 0);
    for (const [at, work] of rounds.entries()) {
      const comparison = await upload(world, model, at + 1);
      const path = `/changedelements/comparisonjob/${comparison}/twin/${model.twinId}/model/${model.id}`;
      program = await killDuring(work, { world, inspector, program, random });
      const name = `round ${at + 1}, killed while it was at an ${work}`;
      const status = async () => (await world.call('GET', path)).body.comparisonJob.status;
      await comesTrue(`${name}: the comparison ends`, 120, async () => (await status()) === 'Completed');
      const open = "SELECT id FROM mesh_exports WHERE status <> 'Complete'";
      const { rows } = inspector;
      await comesTrue(`${name}: the exports end`, 120, async () => (await rows(open)).length === 0);
      await checkAfter(name, { world, inspector, program });
    }
    assert.deepEqual(await program.end('SIGINT'), { code: 0, signal: null }, program.output());
  } finally {
    await inspector?.close();
    await program.end('SIGKILL');
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function subscribe(world: World): Promise<void> {
  const eventTypes = ['twins.twinCreated.v1', 'changedElements.jobCompleted.v1'];
  const body = { callbackUrl: world.receiver.url, scope: 'Account', eventTypes };
  const { id } = await expect(202, world.call('POST', '/webhooks', body));
  await expect(200, world.call('PATCH', `/webhooks/${id}`, { active: true }));
}

interface Stage {
  readonly world: World;
  readonly inspector: Inspector;
  readonly program: Program;
}

/** Kills the program at some moment of the work; answers the next one, in which it runs again within five seconds. */
async function killDuring(
  work: Work,
  { world, inspector, program, random }: Stage & { readonly random: Random },
): Promise<Program> {
  const newest = async (kind: Work) => {
    const sql = `SELECT id, state, attempt, fence FROM jobs WHERE kind = '${kinds[kind]}' ORDER BY position DESC LIMIT 1`;
    return (await inspector.rows(sql))[0] ?? {};
  };
  if (work !== 'import') {
    await comesTrue('the import ends', 120, async () => (await newest('import')).state === 'Succeeded');
  }
  await comesTrue(`the ${work} runs`, 120, async () => (await newest(work)).state === 'Running');
  await sleep(random.between(0, 300));
  await program.end('SIGKILL');
  const [left, imported] = [await newest(work), await newest('import')];
  const next = world.start();
  await next.ready();
  await comesTrue(`the ${work} goes on`, 5, async () => (await newest(work)).state !== 'Queued');
  const now = await newest(work);
  assert.deepEqual([now.id, now.attempt], [left.id, left.attempt], 'a kill of the server uses up no attempt');
  if (work !== 'import') assert.deepEqual(await newest('import'), imported, 'the import is not done again');
  return next;
}

async function checkAfter(name: string, { world, inspector, program }: Stage): Promise<void> {
  assert.deepEqual(await findHalfWrites(inspector), [], name);
  assert.deepEqual(await findBrokenBlobs(inspector, world.dataDir), [], name);
  const told = await inspector.rows(
    "SELECT message_id FROM webhook_deliveries WHERE event_type = 'changedElements.jobCompleted.v1'",
  );
  assert.equal(told.length, (await inspector.rows('SELECT id FROM comparisons')).length, `${name}: one event for each`);
  const work = readdirSync(join(world.dataDir, 'work', hostname()));
  assert.deepEqual(
    work.filter((pid) => pid !== String(program.pid)),
    [],
    `${name}: work folders of dead processes`,
  );
}

interface NewModel {
  readonly id: string;
  readonly twinId: string;
  readonly fileId: string;
}

/** A file that becomes a model with its first content. */
async function newModel(world: World): Promise<NewModel> {
  const body = { class: 'Endeavor', subClass: 'Project', displayName: 'House' };
  const { twin } = await expect(201, world.call('POST', '/twins/', body));
  const top = await expect(200, world.call('GET', `/storage/?twinId=${twin.id}`));
  const root = String(top._links.folder.href).split('/').at(-1);
  const name = { displayName: 'house.ifc' };
  const { _links } = await expect(202, world.call('POST', `/storage/folders/${root}/files`, name));
  const fileId: string = _links.completeUrl.href.split('/').at(-2);
  await put(_links.uploadUrl.href, building(-1));
  await expect(200, world.call('POST', _links.completeUrl.href));
  const { models } = await expect(200, world.call('GET', `/models/?twinId=${twin.id}`));
  return { id: models[0].id, twinId: twin.id, fileId };
}

/** Uploads a further version and asks for the comparison with the one before; answers its job id. */
async function upload(world: World, { id, twinId, fileId }: NewModel, version: number): Promise<string> {
  const { _links } = await expect(202, world.call('POST', `/storage/files/${fileId}/updatecontent`));
  await put(_links.uploadUrl.href, building(version));
  await expect(200, world.call('POST', `/storage/files/${fileId}/complete`));
  const { changesets } = await expect(200, world.call('GET', `/models/${id}/changesets`));
  const changeset = changesets.at(-1).id;
  const body = { twinId, modelId: id, startChangesetId: changeset, endChangesetId: changeset };
  return (await expect(202, world.call('POST', '/changedelements/comparisonjob', body))).comparisonJob.jobId;
}

async function put(url: string, text: string): Promise<void> {
  const headers = { 'x-ms-blob-type': 'BlockBlob' };
  const { status, bytes } = await load(url, { method: 'PUT', body: text, headers });
  if (status !== 201) throw new Error(`PUT ${url}: ${status} ${bytes}`);
}

/** Some hundred walls, of which one is as long as the version says. */
function building(version: number): string {
  const walls = Array.from({ length: 300 }, (_, at) => {
    const number = 100 + 10 * at;
    const length = at === 0 ? 5 + version : 4;
    return `${boxShape(number, length, 0.3, 3)}\n${wall(number + 6, `wall-${at}`, `#${number + 5}`)}`;
  });
  return stepFile(project(walls.join('\n')));
}

async function comesTrue(what: string, seconds: number, isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await isTrue())) {
    assert.ok(Date.now() < end, `${what} within ${seconds} s`);
    await sleep(10);
  }
}

describe(`the program, killed while engines work (CRASH_SEED=${seed})`, () => {
  it('goes on with imports, comparisons and exports on SQLite and files', () =>
    crash(['import', 'comparison', 'export', 'import', 'export', 'comparison', 'comparison', 'import'], undefined));

  it('goes on with imports, comparisons and exports on PostgreSQL and files', async () => {
    const postgres = await startPostgres();
    await crash(['import', 'comparison', 'export'], await postgres.createDatabase()).finally(() => postgres.stop());
  });
});
