import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { startPostgres, type TestPostgres } from '../../../test/support/postgres.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { prepared, tables } from './query.ts';

const q = tables<{ counters: { id: string; value: number } }>();
const byId = prepared((p: { id: string }) => q.selectFrom('counters').selectAll().where('id', '=', p.id));
const create = 'CREATE TABLE counters (id {text} PRIMARY KEY, value bigint NOT NULL)';

/** A newer version of the program migrates while this one goes on. */
describe('a table that another process has given a further column', () => {
  let server: TestPostgres;
  let db: Database;
  let url: string;
  before(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    db = openPostgres(url, { poolSize: 4 });
    await db.migrate([{ id: 'counters-1', statements: [create] }]);
    await db.write((tx) => tx.run(q.insertInto('counters').values({ id: 'a', value: 1 })));
  });
  after(async () => {
    await db.close();
    await server.stop();
  });

  const read = () => db.first(byId, { id: 'a' });
  const raise = () =>
    db.write(async (tx) => {
      const value = ((await tx.first(byId, { id: 'a' }))?.value ?? 0) + 1;
      await tx.run(q.updateTable('counters').set({ value }).where('id', '=', 'a'));
    });
  const manyOf = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: 12 }, work));

  for (const column of ['first', 'second']) {
    it(`is read and written on all connections as before, after the ${column}`, async () => {
      const before = (await read())?.value ?? 0;
      await manyOf(read);
      await manyOf(raise);
      const other = new pg.Client({ connectionString: url });
      await other.connect();
      await other.query(`ALTER TABLE counters ADD COLUMN ${column} text`);
      await other.end();
      await Promise.all([manyOf(read), manyOf(raise), manyOf(() => db.forRequest().first(byId, { id: 'a' }))]);
      assert.equal((await read())?.value, before + 24);
    });
  }
});
