import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { startPostgres } from '../../../test/support/postgres.ts';
import { filterOf } from '../../kernel/std/odata/evaluate.ts';
import { afterOf, comparePositions, orderOf, type SortKey } from '../../kernel/std/odata/order.ts';
import { parseFilter } from '../../kernel/std/odata/parse.ts';
import { postgresTypeOf } from '../../kernel/std/odata/postgres-columns.ts';
import { conditionOf, postgresDialect, type SqlText, sqliteDialect } from '../../kernel/std/odata/sql.ts';
import { type Expression, FilterFault, type FilterSubject, type Literal } from '../../kernel/std/odata/tree.ts';
import { addFilterFunctions } from './filter-functions.ts';
import { columns, filters, type Row, rows, seeded } from './testing/filters.ts';

/*
 * One tree, three evaluators: memory, SQLite and PostgreSQL give the same rows in the same order for every filter.
 */
const count = Number(process.env.FILTERS ?? 3000);
const subject: FilterSubject = {
  name: 'Things',
  properties: Object.fromEntries(columns.map(({ name, type }) => [name, type])),
};
const keys: readonly SortKey[] = columns.map(({ name, type, nullable }) => ({
  name,
  type,
  nullable,
  descending: false,
}));
const read = (row: Row, name: string): Literal => row[name] ?? null;

const sqlite = filledSqlite();
const server = await startPostgres();
const postgres = new pg.Client({ connectionString: await server.createDatabase() });
after(async () => {
  await postgres.end();
  await server.stop();
});
await fillPostgres();

function filledSqlite(): DatabaseSync {
  const sqlite = new DatabaseSync(':memory:');
  addFilterFunctions(sqlite);
  sqlite.exec(`CREATE TABLE t (${columns.map(({ name, inSqlite }) => `${name} ${inSqlite}`).join(', ')})`);
  const insert = sqlite.prepare(`INSERT INTO t VALUES (${columns.map(() => '?').join(', ')})`);
  for (const row of rows) insert.run(...columns.map(({ name }) => sqliteDialect.value(read(row, name)) as string));
  return sqlite;
}

async function fillPostgres(): Promise<void> {
  await postgres.connect();
  await postgres.query(
    `CREATE TABLE t (${columns.map(({ name, inPostgres }) => `"${name}" ${inPostgres}`).join(', ')})`,
  );
  const marks = columns.map((_, at) => `$${at + 1}`).join(', ');
  for (const row of rows) {
    await postgres.query(
      `INSERT INTO t VALUES (${marks})`,
      columns.map(({ name }) => read(row, name)),
    );
  }
}

const sqliteText = (): SqlText => ({ dialect: sqliteDialect, parameters: [], column: (name) => `"${name}"` });
const postgresText = (): SqlText => ({
  dialect: postgresDialect,
  parameters: [],
  column(name) {
    const { inPostgres = 'text' } = columns.find((one) => one.name === name) ?? {};
    return postgresTypeOf(inPostgres)?.compared(`"${name}"`) ?? 'NULL';
  },
});

const inMemory = (filter: Expression): number[] => rows.filter(filterOf(filter, read)).map(({ I }) => Number(I));

async function inSqlite(filter: Expression): Promise<number[]> {
  const text = sqliteText();
  const sql = `SELECT "I" FROM t WHERE ${conditionOf(filter, text)} ORDER BY "I"`;
  return sqlite
    .prepare(sql)
    .all(...text.parameters.map((value) => value as string))
    .map(({ I }) => Number(I));
}

async function inPostgres(filter: Expression): Promise<number[]> {
  const text = postgresText();
  const sql = `SELECT "I" FROM t WHERE ${conditionOf(filter, text)} ORDER BY "I"`;
  const found = await postgres.query<{ I: number }>(sql, text.parameters);
  return found.rows.map(({ I }) => I);
}

describe('filters', () => {
  it(`give the same rows in memory, in SQLite and in PostgreSQL: ${count} of them`, async () => {
    const seed = Number(process.env.FILTERS_SEED ?? Date.now() % 1e9);
    let parsed = 0;
    let found = 0;
    for (const text of filters(seed, count)) {
      const told = `seed ${seed}: ${JSON.stringify(text)}`;
      let filter: Expression;
      try {
        filter = parseFilter(text, subject);
      } catch (error) {
        assert.ok(error instanceof FilterFault, `${told}: ${error}`);
        continue;
      }
      const expected = inMemory(filter);
      for (const [name, find] of Object.entries({ SQLite: inSqlite, PostgreSQL: inPostgres })) {
        const answer = await find(filter).catch((error) => assert.fail(`${name}, ${told}: ${error}`));
        assert.deepEqual(answer, expected, `${name}, ${told}`);
      }
      parsed++;
      found += expected.length;
    }
    assert.ok(parsed > count / 2, `${parsed} of ${count} were filters`);
    assert.ok(found > parsed, 'most of them are not empty');
  });

  it('sort alike, and go on after any row', async () => {
    const random = seeded(Date.now() % 1e9);
    for (let round = 0; round < 150; round++) {
      const order = keys
        .filter(() => random() < 0.4)
        .sort(() => random() - 0.5)
        .map((key) => ({ ...key, descending: random() < 0.5 }));
      const complete = order.some(({ name }) => name === 'I')
        ? order
        : [...order, ...keys.filter(({ name }) => name === 'I')];
      const placeOf = (row: Row) => complete.map(({ name }) => read(row, name));
      const all = rows.toSorted((a, b) => comparePositions(complete, placeOf(a), placeOf(b)));
      const at = Math.floor(random() * all.length);
      const from = all[at];
      assert.ok(from);
      const expected = all.slice(at + 1).map(({ I }) => I);
      const name = complete.map((key) => `${key.name}${key.descending ? ' desc' : ''}`).join(', ');
      const statement = (text: SqlText) =>
        `SELECT "I" FROM t WHERE ${afterOf(complete, placeOf(from), text)} ORDER BY ${orderOf(complete, text)}`;
      const lite = sqliteText();
      const inLite = sqlite.prepare(statement(lite)).all(...lite.parameters.map((value) => value as string));
      assert.deepEqual(
        inLite.map(({ I }) => I),
        expected,
        `SQLite: ${name}`,
      );
      const text = postgresText();
      const answer = await postgres.query<{ I: number }>(statement(text), text.parameters);
      assert.deepEqual(
        answer.rows.map(({ I }) => I),
        expected,
        `PostgreSQL: ${name}`,
      );
    }
  });
});
