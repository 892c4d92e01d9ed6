import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eachDatabase } from '../../../test/support/databases.ts';
import { bootPostgres } from '../../../test/support/postgres.ts';
import type { Migration } from './database.ts';
import { openPostgres } from './postgres.ts';
import { prepared, tables } from './query.ts';

interface TestTables {
  items: { id: string; parent: string | null; size: number };
}

const q = tables<TestTables>();
const migrations: Migration[] = [
  { id: 'items-1', statements: ['CREATE TABLE items (id {text} PRIMARY KEY, parent {text}, size bigint NOT NULL)'] },
];
const itemById = prepared((p: { id: string }) => q.selectFrom('items').selectAll().where('id', '=', p.id));
const insertItem = prepared((p: { id: string; size: number }) =>
  q.insertInto('items').values({ id: p.id, parent: null, size: p.size }),
);

eachDatabase('database', (open) => {
  it('runs migrations once and refuses a store of a newer version', async () => {
    const db = await open();
    await db.migrate(migrations);
    await db.migrate(migrations);
    await assert.rejects(db.migrate([]), /newer version/);
  });

  describe('write', () => {
    it('is visible to every read after it, numbers above 32 bits included', async () => {
      const db = await open();
      await db.migrate(migrations);
      const changed = await db.write((tx) => tx.run(insertItem, { id: 'a', size: 5_000_000_000 }));
      assert.equal(changed, 1);
      assert.deepEqual({ ...(await db.first(itemById, { id: 'a' })) }, { id: 'a', parent: null, size: 5_000_000_000 });
    });

    it('undoes only the one that throws, and runs its actions after commit only', async () => {
      const db = await open();
      await db.migrate(migrations);
      const actions: string[] = [];
      const outcomes = await Promise.allSettled([
        db.write(async (tx) => {
          tx.afterCommit(() => actions.push('a'));
          await tx.run(insertItem, { id: 'a', size: 1 });
        }),
        db.write(async (tx) => {
          tx.afterCommit(() => actions.push('b'));
          await tx.run(insertItem, { id: 'b', size: 1 });
          throw new Error('no');
        }),
        db.write((tx) => tx.run(insertItem, { id: 'c', size: 1 })),
      ]);
      assert.deepEqual(
        outcomes.map((outcome) => outcome.status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      const rows = await db.all(q.selectFrom('items').select('id').orderBy('id'));
      assert.deepEqual(
        rows.map((row) => row.id),
        ['a', 'c'],
      );
      assert.deepEqual(actions, ['a']);
    });

    it('undoes a transaction whose result says so, and still hands that result over', async () => {
      const db = await open();
      await db.migrate(migrations);
      const refusal = { undoesTransaction: true as const, code: 'Refused' };
      const result = await db.write(async (tx) => {
        await tx.run(insertItem, { id: 'a', size: 1 });
        return refusal;
      });
      assert.equal(result.code, 'Refused');
      assert.equal(await db.first(itemById, { id: 'a' }), undefined);
    });

    it('is serializable: concurrent read-modify-writes lose nothing', async () => {
      const db = await open();
      await db.migrate(migrations);
      await db.write((tx) => tx.run(insertItem, { id: 'n', size: 0 }));
      const add = () =>
        db.write(async (tx) => {
          const row = await tx.first(itemById, { id: 'n' });
          await tx.run(
            q
              .updateTable('items')
              .set({ size: (row?.size ?? 0) + 1 })
              .where('id', '=', 'n'),
          );
        });
      await Promise.all(Array.from({ length: 8 }, add));
      assert.equal((await db.first(itemById, { id: 'n' }))?.size, 8);
    });
  });

  it('shows one moment in pieces, whatever is written meanwhile', async () => {
    const db = await open();
    await db.migrate(migrations);
    for (const id of ['a', 'b', 'c', 'd', 'e']) await db.write((tx) => tx.run(insertItem, { id, size: 1 }));
    const pieces: string[][] = [];
    await db.snapshot(async (moment) => {
      const some = q.selectFrom('items').select('id').where('size', '=', 1).orderBy('id');
      for await (const rows of moment.pieces(some, 2)) {
        pieces.push(rows.map(({ id }) => id));
        await db.write((tx) => tx.run(insertItem, { id: `x${pieces.length}`, size: 1 }));
        assert.equal(await moment.first(itemById, { id: `x${pieces.length}` }), undefined);
      }
    });
    assert.deepEqual(pieces, [['a', 'b'], ['c', 'd'], ['e']]);
    assert.equal((await db.all(q.selectFrom('items').select('id'))).length, 8);
  });

  it('sorts text by code point, like the other dialect', async () => {
    const db = await open();
    await db.migrate(migrations);
    for (const id of ['b', 'A', 'a', 'Z', '_', 'é']) await db.write((tx) => tx.run(insertItem, { id, size: 1 }));
    const rows = await db.all(q.selectFrom('items').select('id').orderBy('id'));
    assert.equal(rows.map((row) => row.id).join(''), 'AZ_abé');
  });

  it('can be asked', async () => (await open()).ping());
});

describe('PostgreSQL that is away', () => {
  it('says so when it is asked', async () => {
    const server = await bootPostgres();
    const db = openPostgres(server.url);
    await db.ping();
    await server.stop();
    await assert.rejects(db.ping());
    await db.close();
  });
});
