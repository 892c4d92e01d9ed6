import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chanceOf, seedOf, sized } from '../support/chance.ts';
import { findBrokenBlobs, findHalfWrites } from './inspect.ts';
import { killed, newTwin, onPostgres, onStage, type Stage } from './stage.ts';
import { comesTrue, put } from './steps.ts';
import { expect, load, type World } from './world.ts';

const kinds = { run: 'federation.timer', tables: 'federation.tables' } as const;
type Work = keyof typeof kinds;
const outageMs = 3 * 3_600_000;
const rows = 20_000;

/** Kills the program while a timer catches up what it missed: one run, with one answer, whatever was lost. */
const crash = (rounds: readonly Work[], databaseUrl?: string): Promise<void> =>
  onStage({ databaseUrl }, async (first) => {
    const random = chanceOf(seedOf('timers that are killed'));
    const { world } = first;
    const table = await newTable(world);
    let stage = first;
    for (const [at, work] of rounds.entries()) {
      const name = `round ${at + 1}, killed while it was at a ${work}`;
      await fill(world, table.fileId, at);
      const timer = await newTimer(world, table.twinId, `round ${at + 1}`);
      await stage.program.end('SIGKILL');
      await wasDue(timer, world.dataDir, databaseUrl);
      stage = await killed(stage);
      await comesTrue(`${name}: it is at it`, 120, () => isAt(work, timer, stage));
      await sleep(random.whole(0, 200));
      stage = await killed(stage);
      await checkRound(name, stage, { ...table, timer, round: at });
    }
    return stage.program;
  });

/** Whether a run of the timer is there, and the newest piece of that work under way. */
async function isAt(work: Work, timer: string, { inspector }: Stage): Promise<boolean> {
  const runs = await inspector.rows(`SELECT id FROM federation_runs WHERE timer_id = '${timer}'`);
  const sql = `SELECT state FROM jobs WHERE kind = '${kinds[work]}' ORDER BY position DESC LIMIT 1`;
  return runs.length > 0 && (await inspector.rows(sql))[0]?.state === 'Running';
}

interface Round {
  readonly twinId: string;
  readonly fileId: string;
  readonly timer: string;
  readonly round: number;
}

async function checkRound(name: string, { world, inspector }: Stage, of: Round): Promise<void> {
  const path = `/federation/twins/${of.twinId}/timers/${of.timer}/runs`;
  const runs = async () => (await expect(200, world.call('GET', path))).runs;
  await comesTrue(`${name}: the run ends`, 120, async () => (await runs())[0]?.endedDateTime != null);
  const [run, ...others] = await runs();
  assert.deepEqual(others, [], `${name}: one run for all that was missed`);
  assert.deepEqual([run.state, run.rows, run.message], ['Succeeded', rows, null], name);
  const answer = await load(run.result.href, { method: 'GET' });
  const { data } = JSON.parse(answer.bytes.toString());
  assert.deepEqual([data.length, data[0].Round, data.at(-1)._Row], [rows, of.round, rows], name);
  const made = `SELECT version FROM federation_tables WHERE source_id = '${of.fileId}'`;
  assert.equal((await inspector.rows(made)).length, of.round + 1, `${name}: a table file for each content`);
  assert.deepEqual(await findHalfWrites(inspector), [], name);
  assert.deepEqual(await findBrokenBlobs(inspector, world.dataDir), [], name);
}

async function newTable(world: World) {
  const twinId = await newTwin(world);
  const top = await expect(200, world.call('GET', `/storage/?twinId=${twinId}`));
  const root = String(top._links.folder.href).split('/').at(-1);
  const { folder } = await expect(
    201,
    world.call('POST', `/storage/folders/${root}/folders`, { displayName: 'Tables' }),
  );
  const name = { displayName: 'pumps.csv' };
  const { _links } = await expect(202, world.call('POST', `/storage/folders/${folder.id}/files`, name));
  await put(_links.uploadUrl.href, 'Round\n');
  await expect(200, world.call('POST', _links.completeUrl.href));
  return { twinId, fileId: String(_links.completeUrl.href.split('/').at(-2)) };
}

/** New content, so that its tables have to be made again. */
async function fill(world: World, fileId: string, round: number): Promise<void> {
  const { _links } = await expect(202, world.call('POST', `/storage/files/${fileId}/updatecontent`));
  const lines = Array.from({ length: rows }, (_, at) => `${round},Pump ${at},${at / 7}`);
  await put(_links.uploadUrl.href, `Round,Name,Flow\n${lines.join('\n')}\n`);
  await expect(200, world.call('POST', `/storage/files/${fileId}/complete`));
}

/** Every hour, half an hour from now: it does not fire by itself while the test runs. */
async function newTimer(world: World, twinId: string, name: string): Promise<string> {
  const cronStr = `${(new Date().getUTCMinutes() + 30) % 60} * * * *`;
  const body = {
    name,
    packageUniqueName: 'TWIN_TABLES',
    cronStr,
    parameters: [{ name: 'entitySet', value: 'pumps' }],
  };
  return (await expect(201, world.call('POST', `/federation/twins/${twinId}/timers`, body))).id;
}

/** While the program is down: as if it had been down for hours. */
async function wasDue(timer: string, dataDir: string, databaseUrl: string | undefined): Promise<void> {
  const sql = `UPDATE federation_timers SET next_due = ${Date.now() - outageMs} WHERE id = '${timer}'`;
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(dataDir, 'platform.sqlite'));
    db.exec(sql);
    return db.close();
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

describe('the program, killed while timers run', () => {
  it('catches up with one run and one answer on SQLite and files', () =>
    crash((['run', 'tables', 'run', 'tables'] as const).slice(0, sized(2, 4))));

  it('catches up with one run and one answer on PostgreSQL and files', () =>
    onPostgres((url) => crash(['tables', 'run'], url)));
});
