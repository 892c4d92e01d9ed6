import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { referenceOf, staysHere } from '../../src/api/archive/columns.ts';
import type { AreaArchive } from '../../src/api/archive/kind.ts';
import type { Database, Query } from '../../src/kernel/db/database.ts';
import { wiredApp } from '../../src/start/served-apis.ts';
import { kindsInDocs, kindTable } from '../support/archive-kinds.ts';
import { eachDatabase } from '../support/databases.ts';

interface StoredColumn {
  readonly table: string;
  readonly name: string;
  readonly nullable: number;
}

const inSqlite = sql<StoredColumn>`
  select m.name as "table", c.name as name, c."notnull" = 0 and c.pk = 0 as nullable
  from sqlite_schema as m join pragma_table_info(m.name) as c where m.type = 'table' and m.name not like 'sqlite_%'`;
const inPostgres = sql<StoredColumn>`
  select table_name as "table", column_name as name, case is_nullable when 'YES' then 1 else 0 end as nullable
  from information_schema.columns where table_schema = 'public'`;

async function tablesIn(db: Database): Promise<Map<string, StoredColumn[]>> {
  const columns = (db.dialect === 'sqlite' ? inSqlite : inPostgres) as unknown as Query<StoredColumn>;
  return Map.groupBy(await db.all(columns), ({ table }) => table);
}

let wired: ReturnType<typeof wiredApp> | undefined;
const program = () => {
  wired ??= wiredApp();
  return wired;
};
const allKinds = async () => (await program()).archives.flatMap((one) => one.kinds);

/** What is wrong with the faces, measured by the tables that there are. */
function faultsOf(archives: readonly AreaArchive[], tables: ReadonlyMap<string, readonly StoredColumn[]>): string[] {
  const claims = archives.flatMap((one) => [...one.kinds.map(({ table }) => table), ...Object.keys(one.excused)]);
  const unclaimed = [...tables.keys()].filter((table) => !claims.includes(table));
  const twice = claims.filter((table, at) => claims.indexOf(table) !== at);
  const unknown = claims.filter((table) => !tables.has(table));
  const columns = archives
    .flatMap((one) => one.kinds)
    .flatMap((kind) => {
      const stored = new Map((tables.get(kind.table) ?? []).map((one) => [one.name, one]));
      const said = kind.columns.map(({ name }) => name);
      return [
        ...[...stored.keys()].filter((name) => !said.includes(name)).map((name) => `${kind.table}.${name} has no code`),
        ...said.filter((name) => !stored.has(name)).map((name) => `${kind.table}.${name} is not there`),
        ...kind.columns
          .filter((one) => kind.where !== undefined && !staysHere(one))
          .filter(({ name, nullable }) => stored.get(name)?.nullable && !nullable)
          .map(({ name }) => `${kind.table}.${name} may be null`),
      ];
    });
  return [
    ...unclaimed.map((table) => `${table} is claimed by no kind, and nobody excuses it`),
    ...twice.map((table) => `${table} is claimed twice`),
    ...unknown.map((table) => `${table} is not there`),
    ...columns,
  ];
}

eachDatabase('archives of twins', (open) => {
  it('have a decision about each table and each column', async () => {
    const db = await open();
    const app = await program();
    await db.migrate(app.migrations);
    assert.deepEqual(faultsOf(app.archives, await tablesIn(db)), []);
  });

  it('show a table and a column that a migration adds without one', async () => {
    const db = await open();
    const id = {
      id: 'later',
      statements: ['CREATE TABLE later (id {text})', 'ALTER TABLE scenes ADD COLUMN mood {text}'],
    };
    const app = await program();
    await db.migrate([...app.migrations, id]);
    assert.deepEqual(faultsOf(app.archives, await tablesIn(db)), [
      'later is claimed by no kind, and nobody excuses it',
      'scenes.mood has no code',
    ]);
  });
});

describe('kinds of records', () => {
  it('refer to kinds that there are, and that come before them or with them', async () => {
    const kinds = await allKinds();
    const orders = new Map(kinds.map(({ kind, order }) => [kind, order]));
    const wrong = kinds.flatMap(({ kind, order, columns }) =>
      columns.flatMap((column) => {
        const to = referenceOf(column);
        if (to === undefined) return [];
        const other = orders.get(to.kind);
        if (other === undefined) return [`${kind} refers to ${to.kind}, which is not there`];
        return to.optional || to.kind === kind || Number(other) < Number(order)
          ? []
          : [`${kind} comes before ${to.kind}`];
      }),
    );
    assert.deepEqual(wrong, []);
  });

  it('have a key, and one table each', async () => {
    const kinds = await allKinds();
    assert.deepEqual(
      kinds.filter(({ columns }) => !columns.some(({ isKey }) => isKey)),
      [],
    );
    assert.equal(new Set(kinds.map(({ kind }) => kind)).size, kinds.length);
  });

  it('are listed in docs/archive.md as they are (npm run archive-kinds)', async () => {
    assert.equal(kindsInDocs(), kindTable((await program()).archives));
  });
});
