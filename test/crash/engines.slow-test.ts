import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { boxShape, project, stepFile, wall } from '../../src/engines/ifc/testing/files.ts';
import { type Chance, chanceOf, seedOf, sized } from '../support/chance.ts';
import { findBrokenBlobs, findHalfWrites } from './inspect.ts';
import { killed, newTwin, onPostgres, onStage, type Stage } from './stage.ts';
import { comesTrue, put } from './steps.ts';
import { expect, type World } from './world.ts';

const kinds = {
  import: 'models.import',
  comparison: 'changedElements.compare',
  export: 'meshExport.tiles',
  calculation: 'carbon.calculate',
} as const;
type Work = keyof typeof kinds;

/** Kills the program while an engine works, and looks whether the work goes on at the right step, and nothing is half. */
const crash = (rounds: readonly Work[], databaseUrl?: string): Promise<void> =>
  onStage({ databaseUrl, events: ['changedElements.jobCompleted.v1'] }, async (first) => {
    const { world, inspector } = first;
    const random = chanceOf(seedOf('engines that are killed'));
    const model = await newModel(world);
    await upload(world, model, 0);
    const calculation = await newCalculation(world, model);
    let stage = first;
    for (const [at, work] of rounds.entries()) {
      const comparison = await upload(world, model, at + 1);
      const calculated = await calculate(world, calculation);
      const path = `/changedelements/comparisonjob/${comparison}/twin/${model.twinId}/model/${model.id}`;
      stage = await killedDuring(work, stage, random);
      const name = `round ${at + 1}, killed while it was at an ${work}`;
      const status = async () => (await world.call('GET', path)).body.comparisonJob.status;
      await comesTrue(`${name}: the comparison ends`, 120, async () => (await status()) === 'Completed');
      const open = "SELECT id FROM mesh_exports WHERE status <> 'Complete'";
      await comesTrue(`${name}: the exports end`, 120, async () => (await inspector.rows(open)).length === 0);
      const result = async () => (await world.call('GET', calculated)).body.job;
      await comesTrue(`${name}: the calculation ends`, 120, async () => (await result()).status === 'Succeeded');
      const [{ embodied, files } = {}] = await inspector.rows(resultOf(calculated));
      assert.deepEqual([Number(embodied) > 0, Number(files)], [true, 5], `${name}: the calculation ended once, whole`);
      await checkAfter(name, stage);
    }
    return stage.program;
  });

/** Kills the program at some moment of the work, which runs again in the next one within five seconds. */
async function killedDuring(work: Work, stage: Stage, random: Chance): Promise<Stage> {
  const newest = async (kind: Work) => {
    const sql = `SELECT id, state, attempt, fence FROM jobs WHERE kind = '${kinds[kind]}' ORDER BY position DESC LIMIT 1`;
    return (await stage.inspector.rows(sql))[0] ?? {};
  };
  if (work !== 'import') {
    await comesTrue('the import ends', 120, async () => (await newest('import')).state === 'Succeeded');
  }
  await comesTrue(`the ${work} runs`, 120, async () => (await newest(work)).state === 'Running');
  await sleep(random.whole(0, 300));
  await stage.program.end('SIGKILL');
  const [left, imported] = [await newest(work), await newest('import')];
  const next = await killed(stage);
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
  const work = join(world.dataDir, 'work', hostname());
  const folders = readdirSync(work).filter((folder) => folder !== 'kept' && folder !== String(program.pid));
  assert.deepEqual(folders, [], `${name}: work folders of dead processes`);
  assert.deepEqual(readdirSync(join(work, 'kept')), [], `${name}: what was kept for jobs that have ended`);
}

interface NewModel {
  readonly id: string;
  readonly twinId: string;
  readonly fileId: string;
}

/** A file that becomes a model with its first content. */
async function newModel(world: World): Promise<NewModel> {
  const twinId = await newTwin(world);
  const top = await expect(200, world.call('GET', `/storage/?twinId=${twinId}`));
  const root = String(top._links.folder.href).split('/').at(-1);
  const name = { displayName: 'house.ifc' };
  const { _links } = await expect(202, world.call('POST', `/storage/folders/${root}/files`, name));
  const fileId: string = _links.completeUrl.href.split('/').at(-2);
  await put(_links.uploadUrl.href, building(-1));
  await expect(200, world.call('POST', _links.completeUrl.href));
  const { models } = await expect(200, world.call('GET', `/models/?twinId=${twinId}`));
  return { id: models[0].id, twinId, fileId };
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

const carbon = '/insights/carbon-calculation';

/** Concrete for the walls, in a reviewed mapping; answers the id of a configuration. */
async function newCalculation(world: World, { id: modelId, twinId }: NewModel): Promise<string> {
  const declaration = {
    product_name: 'Concrete',
    declared_unit: { qty: 1, unit: 'm3' },
    impacts: { 'EF 3.0': { gwp: { A1A2A3: { mean: 200, unit: 'kgCO2e' } } } },
  };
  const { imported } = await expect(200, world.call('POST', `${carbon}/epds?twinId=${twinId}`, declaration));
  const materials = [{ name: 'IfcWall', epdId: imported[0].id }];
  const { mapping } = await expect(
    201,
    world.call('POST', `${carbon}/mappings`, { twinId, displayName: 'House', materials }),
  );
  await expect(200, world.call('POST', `${carbon}/mappings/${mapping.id}/review`, { version: 1 }));
  const label = {
    name: 'All',
    mappingId: mapping.id,
    groupName: '*',
    elementNameColumn: 'Name',
    elementQuantityColumn: 'Volume',
    materials: [{ nameColumn: 'Class' }],
  };
  const body = { displayName: 'House', twinId, modelId, labels: [label] };
  return (await expect(201, world.call('POST', `${carbon}/carbontool-b/configurations`, body))).configuration.id;
}

/** Of the version that is being imported: it waits for that. Answers the path of the job. */
async function calculate(world: World, configurationId: string): Promise<string> {
  const body = { configurationId, projectName: 'House', 'carbontool-bBearerToken': 'none' };
  return `${carbon}/carbontool-b/jobs/${(await expect(200, world.call('POST', `${carbon}/carbontool-b/jobs`, body))).job.id}`;
}

const resultOf = (
  path: string,
): string => `SELECT embodied, (SELECT count(*) FROM carbon_files f WHERE f.job_id = j.id) AS files
  FROM carbon_jobs j WHERE public_id = '${path.split('/').at(-1)}'`;

/** Some hundred walls, of which one is as long as the version says. */
function building(version: number): string {
  const walls = Array.from({ length: 300 }, (_, at) => {
    const number = 100 + 10 * at;
    const length = at === 0 ? 5 + version : 4;
    return `${boxShape(number, length, 0.3, 3)}\n${wall(number + 6, `wall-${at}`, `#${number + 5}`)}`;
  });
  return stepFile(project(walls.join('\n')));
}

describe('the program, killed while engines work', () => {
  const once = ['import', 'comparison', 'export', 'calculation'] as const;
  const again = ['import', 'export', 'comparison', 'calculation', 'comparison', 'import'] as const;

  it('goes on with imports, comparisons, exports and calculations on SQLite and files', () =>
    crash([...once, ...again.slice(0, sized(0, again.length))]));

  it('goes on with imports, comparisons, exports and calculations on PostgreSQL and files', () =>
    onPostgres((url) => crash(once, url)));
});
