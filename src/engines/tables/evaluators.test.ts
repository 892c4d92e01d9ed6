import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { chanceOf, corpusOf, keepFound, seedOf, testSeed } from '../../../test/support/chance.ts';
import { startPostgres } from '../../../test/support/postgres.ts';
import { filterOf } from '../../std/odata/evaluate.ts';
import { longestJoined } from '../../std/odata/functions.ts';
import { afterOf, comparePositions, orderOf, type SortKey } from '../../std/odata/order.ts';
import { parseFilter } from '../../std/odata/parse.ts';
import { postgresTypeOf } from '../../std/odata/postgres-columns.ts';
import { conditionOf, postgresDialect, type SqlText, sqliteDialect } from '../../std/odata/sql.ts';
import { type Expression, FilterFault, type FilterSubject, type Literal } from '../../std/odata/tree.ts';
import { addFilterFunctions } from './filter-functions.ts';
import { columns, filters, type Row, rows, shorterThan } from './testing/filters.ts';

/*
 * One tree, three evaluators: memory, SQLite and PostgreSQL give the same rows in the same order for every filter.
 */
const suite = 'evaluators';
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

/** The rows of each filter by their numbers. */
type Answers = readonly (readonly number[])[];

const inMemory = (asked: readonly Expression[]): Answers =>
  asked.map((filter) => rows.filter(filterOf(filter, read)).map(({ I }) => Number(I)));

/** One statement for all of them: each is a part with its number. */
const statementOf = (asked: readonly Expression[], text: SqlText): string =>
  asked
    .map((filter, at) => `SELECT ${at} AS "at", "I" FROM t WHERE ${conditionOf(filter, text)}`)
    .join(' UNION ALL ')
    .concat(' ORDER BY 1, 2');

function answersOf(asked: readonly Expression[], found: readonly Record<string, unknown>[]): Answers {
  const answers = asked.map((): number[] => []);
  for (const { at, I } of found) answers[Number(at)]?.push(Number(I));
  return answers;
}

async function inSqlite(asked: readonly Expression[]): Promise<Answers> {
  const text = sqliteText();
  const statement = sqlite.prepare(statementOf(asked, text));
  return answersOf(asked, statement.all(...text.parameters.map((value) => value as string)));
}

async function inPostgres(asked: readonly Expression[]): Promise<Answers> {
  const text = postgresText();
  return answersOf(asked, (await postgres.query(statementOf(asked, text), text.parameters)).rows);
}

/** What the parser refuses is no filter. */
function filtersOf(texts: readonly string[]): Expression[] {
  return texts.flatMap((text) => {
    try {
      return [parseFilter(text, subject)];
    } catch (error) {
      if (error instanceof FilterFault) return [];
      throw error;
    }
  });
}

/** What memory finds for those of the texts that are filters. Both databases find the same, or this fails. */
async function sameOf(texts: readonly string[]): Promise<Answers> {
  const asked = filtersOf(texts);
  if (asked.length === 0) return [];
  const expected = inMemory(asked);
  for (const [name, find] of Object.entries({ SQLite: inSqlite, PostgreSQL: inPostgres })) {
    assert.deepEqual(await find(asked), expected, name);
  }
  return expected;
}

async function faultOf(...texts: readonly string[]): Promise<Error | undefined> {
  try {
    await sameOf(texts);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A short filter with a fault, out of one that has a fault. */
async function shrunk(text: string): Promise<string> {
  for (const shorter of shorterThan(text)) if (await faultOf(shorter)) return shrunk(shorter);
  return text;
}

/** Fails for the first of the texts that is at fault alone, as short as it can be. */
async function failFor(texts: readonly string[], property: string): Promise<never> {
  for (const text of texts) {
    if ((await faultOf(text)) === undefined) continue;
    const short = await shrunk(text);
    keepFound(suite, property, short);
    const fault = await faultOf(short);
    assert.fail(`seed ${testSeed}: ${JSON.stringify(short)}, found as ${JSON.stringify(text)}: ${fault?.message}`);
  }
  assert.fail(`seed ${testSeed}: none of them alone, together ${(await faultOf(...texts))?.message}`);
}

describe('filters', () => {
  const together = 100;

  it('give the same rows in memory, in SQLite and in PostgreSQL', async ({ name }) => {
    const texts = [...corpusOf<string>(suite, name), ...filters(seedOf(`${count} filters`), count)];
    const answers: Answers[] = [];
    for (let at = 0; at < texts.length; at += together) {
      const some = texts.slice(at, at + together);
      answers.push(await sameOf(some).catch(() => failFor(some, name)));
    }
    const parsed = answers.flat();
    assert.ok(parsed.length > count / 2, `${parsed.length} of ${count} were filters`);
    const found = parsed.reduce((sum, one) => sum + one.length, 0);
    assert.ok(found > parsed.length, 'most of them are not empty');
  });

  it('sort alike, and go on after any row', async () => {
    const { happens, next, pick } = chanceOf(seedOf('orders'));
    for (let round = 0; round < 150; round++) {
      const order = keys
        .filter(() => happens(0.4))
        .sort(() => next() - 0.5)
        .map((key) => ({ ...key, descending: happens(0.5) }));
      const complete = order.some(({ name }) => name === 'I')
        ? order
        : [...order, ...keys.filter(({ name }) => name === 'I')];
      const placeOf = (row: Row) => complete.map(({ name }) => read(row, name));
      const all = rows.toSorted((a, b) => comparePositions(complete, placeOf(a), placeOf(b)));
      const from = pick(all);
      const expected = all.slice(all.indexOf(from) + 1).map(({ I }) => I);
      const told = `seed ${testSeed}, round ${round}: ${complete.map((key) => `${key.name}${key.descending ? ' desc' : ''}`).join(', ')}`;
      const statement = (text: SqlText) =>
        `SELECT "I" FROM t WHERE ${afterOf(complete, placeOf(from), text)} ORDER BY ${orderOf(complete, text)}`;
      const lite = sqliteText();
      const inLite = sqlite.prepare(statement(lite)).all(...lite.parameters.map((value) => value as string));
      assert.deepEqual(
        inLite.map(({ I }) => I),
        expected,
        `SQLite, ${told}`,
      );
      const text = postgresText();
      const answer = await postgres.query<{ I: number }>(statement(text), text.parameters);
      assert.deepEqual(
        answer.rows.map(({ I }) => I),
        expected,
        `PostgreSQL, ${told}`,
      );
    }
  });

  it('know no joined text that is longer than a million signs', async () => {
    const half = '😀'.repeat(longestJoined / 2);
    for (const [right, known] of [
      [half, true],
      [`${half}x`, false],
    ] as const) {
      const expression = parseFilter('concat(S,T) ne null', {
        name: 'Things',
        properties: { S: 'text', T: 'text' },
      });
      const row: Readonly<Record<string, string>> = { S: half, T: right };
      assert.equal(filterOf(expression, (of: typeof row, name) => of[name] ?? null)(row), known, 'memory');
      const lite = sqlite.prepare(`SELECT ${sqliteDialect.call('concat', ['?', '?'])} IS NOT NULL AS known`);
      assert.equal(lite.get(half, right)?.known, Number(known), 'SQLite');
      const call = postgresDialect.call('concat', ['$1::text', '$2::text']);
      const answer = await postgres.query(`SELECT ${call} IS NOT NULL AS known`, [half, right]);
      assert.equal(answer.rows[0]?.known, known, 'PostgreSQL');
    }
  });
});
