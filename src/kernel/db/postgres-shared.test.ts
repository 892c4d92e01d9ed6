import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chanceOf, seedOf } from '../../../test/support/chance.ts';
import { startPostgres, type TestPostgres } from '../../../test/support/postgres.ts';
import type { Database, Transaction } from './database.ts';
import { openPostgres } from './postgres.ts';
import { prepared, tables } from './query.ts';
import { isPlainRead, tablesOf } from './statement-tables.ts';

interface Counters {
  counters: { id: string; value: number };
}
const q = tables<Counters>();
const byId = prepared((p: { id: string }) => q.selectFrom('counters').selectAll().where('id', '=', p.id));
const add = (tx: Transaction, id: string, value = 0) => tx.run(q.insertInto('counters').values({ id, value }));
const raise = async (tx: Transaction, id: string) => {
  const row = await tx.first(byId, { id });
  const value = (row?.value ?? 0) + 1;
  await tx.run(q.updateTable('counters').set({ value }).where('id', '=', id));
  return value;
};

/** As many as the processes of an installation: each is a pool, a memory and a queue of writes of its own. */
describe('several processes on one PostgreSQL', () => {
  let server: TestPostgres;
  let processes: Database[];
  const [first, second] = [() => processes[0] as Database, () => processes[1] as Database];
  const valueIn = async (db: Database, id: string) => (await db.forRequest().first(byId, { id }))?.value;

  before(async () => {
    server = await startPostgres();
    const url = await server.createDatabase();
    processes = Array.from({ length: 16 }, () => openPostgres(url, { poolSize: 3 }));
    const statements = ['CREATE TABLE counters (id {text} PRIMARY KEY, value bigint NOT NULL)'];
    await first().migrate([{ id: 'counters-1', statements }]);
  });
  after(async () => {
    for (const one of processes) await one.close();
    await server.stop();
  });

  it('the next request sees what any of them has committed, whatever was remembered', async () => {
    await first().write((tx) => add(tx, 'seen'));
    const { pick } = chanceOf(seedOf('several processes'));
    for (let round = 1; round <= 60; round++) {
      const writer = pick(processes);
      const early = processes.map((one) => valueIn(one, 'seen')); // under way while it changes
      const value = await writer.write((tx) => raise(tx, 'seen'));
      assert.equal(value, round);
      const late = processes.map((one) => valueIn(one, 'seen'));
      assert.deepEqual(
        await Promise.all(late),
        processes.map(() => round),
      );
      for (const seen of await Promise.all(early)) assert.ok(seen === round || seen === round - 1);
    }
  });

  it('a request sees its own writes, and what others committed when it takes long', async () => {
    await first().write((tx) => add(tx, 'long'));
    const request = first().forRequest();
    assert.equal((await request.first(byId, { id: 'long' }))?.value, 0);
    await first().write((tx) => raise(tx, 'long'));
    assert.equal((await request.first(byId, { id: 'long' }))?.value, 1);
    await second().write((tx) => raise(tx, 'long'));
    await new Promise((done) => setTimeout(done, 120)); // longer than a request trusts what it knows
    assert.equal((await request.first(byId, { id: 'long' }))?.value, 2);
  });

  it('what is remembered for several cannot be changed by one of them', async () => {
    await first().write((tx) => add(tx, 'frozen'));
    const rows = await first().forRequest().all(byId, { id: 'frozen' });
    assert.throws(() => rows.pop(), TypeError);
    assert.throws(() => Object.assign(rows[0] as object, { value: 7 }), TypeError);
  });

  it('no write is lost or done twice where all of them change one row', async () => {
    await first().write((tx) => add(tx, 'raced'));
    const writes = processes
      .slice(0, 4)
      .flatMap((one) => Array.from({ length: 25 }, () => one.write((tx) => raise(tx, 'raced'))));
    const values = await Promise.all(writes);
    assert.deepEqual(
      values.sort((a, b) => a - b),
      Array.from({ length: 100 }, (_, at) => at + 1),
    );
    assert.equal(await valueIn(second(), 'raced'), 100);
  });

  it('a work that another process was quicker at is run again and finds its row', async () => {
    const ensure = (db: Database, id: string) =>
      db.write(async (tx) => {
        if (await tx.first(byId, { id })) return 'found';
        await add(tx, id);
        return 'made';
      });
    for (let round = 0; round < 20; round++) {
      const outcomes = await Promise.all(processes.slice(0, 4).map((one) => ensure(one, `only ${round}`)));
      assert.deepEqual(outcomes.sort(), ['found', 'found', 'found', 'made']);
    }
  });
});

describe('works that share a transaction', () => {
  let server: TestPostgres;
  let db: Database;
  const idsLike = async (text: string) =>
    (await db.all(q.selectFrom('counters').select('id').where('id', 'like', `${text}%`).orderBy('id'))).map(
      ({ id }) => id,
    );

  before(async () => {
    server = await startPostgres();
    db = openPostgres(await server.createDatabase());
    await db.migrate([
      { id: 'c-1', statements: ['CREATE TABLE counters (id {text} PRIMARY KEY, value bigint NOT NULL)'] },
    ]);
  });
  after(async () => {
    await db.close();
    await server.stop();
  });

  it('are undone alone, by a throw, a refusal or a row that is taken', async () => {
    const told: string[] = [];
    const work = (id: string, then: () => unknown) =>
      db.write(async (tx) => {
        await add(tx, id);
        tx.afterCommit(() => told.push(id));
        return then();
      });
    const outcomes = await Promise.allSettled([
      work('a1', () => 'done'),
      work('a2', () => Promise.reject(new Error('no'))),
      work('a3', () => ({ undoesTransaction: true })),
      work('a1', () => 'twice'),
      work('a4', () => 'done'),
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(await idsLike('a'), ['a1', 'a4']);
    assert.deepEqual(told, ['a1', 'a4']);
  });

  it('see what the ones before them wrote, and not what was undone', async () => {
    const seen = (id: string) => db.write((tx) => tx.first(byId, { id }));
    const [, before, , undone] = await Promise.all([
      db.write((tx) => add(tx, 'b1', 5)),
      seen('b1'),
      db.write(async (tx) => {
        await add(tx, 'b2');
        await tx.first(byId, { id: 'b2' });
        return { undoesTransaction: true } as const;
      }),
      seen('b2'),
    ]);
    assert.equal(before?.value, 5);
    assert.equal(undone, undefined);
  });

  it('that hide the error of a statement are told so, and nothing of them is kept', async () => {
    const hiding = db.write(async (tx) => {
      await add(tx, 'c1');
      await add(tx, 'c1').catch(() => {});
    });
    await assert.rejects(hiding);
    assert.deepEqual(await idsLike('c'), []);
    await db.write((tx) => add(tx, 'c2'));
    assert.deepEqual(await idsLike('c'), ['c2']);
  });
});

it('the tables of a statement are found wherever it names them', () => {
  assert.deepEqual(
    [...tablesOf('select * from "a" as x inner join "b" on true where id in (select id from c)')],
    ['a', 'b', 'c'],
  );
  assert.deepEqual([...tablesOf('insert into "a" (id) select id from "b"')], ['a', 'b']);
  assert.deepEqual([...tablesOf('update "a" set x = 1')], ['a']);
  assert.deepEqual([...tablesOf('delete from "a" using "b"')], ['a', 'b']);
  for (const read of ['select 1 from a', 'with recursive "up" as (select 1) select * from "up"'])
    assert.ok(isPlainRead(read));
  for (const other of ['select 1 from a for update', 'insert into a values (1)', 'update a set x = 1 returning *']) {
    assert.ok(!isPlainRead(other));
  }
});
