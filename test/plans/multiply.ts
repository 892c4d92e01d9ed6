import type pg from 'pg';

/** A column as the database tells it. */
interface Column {
  readonly name: string;
  readonly isText: boolean;
  /** No two rows may have the same, alone or with others. */
  readonly isUnique: boolean;
  /** Holds ids of something. */
  isId: boolean;
}

export interface Multiplier {
  /** Adds `count` copies of the rows that `where` finds; ids become others, but for those of the columns in `keep`. */
  copies(table: string, count: number, which?: Which): Promise<void>;
  readonly tables: readonly string[];
}

export interface Which {
  readonly where?: string;
  readonly keep?: readonly string[];
  /** The number of the first copy; default 1. */
  readonly from?: number;
}

/** Of the same form: answers are checked. */
const otherId = (id: string): string =>
  `CASE WHEN length(${id}) = 36 THEN md5(${id} || k)::uuid::text ELSE md5(${id} || k) || substr(${id}, 9) END`;

/** As ids look: long, without blanks. Short words in a key are kinds and states. */
const idForm = /^[A-Za-z0-9_-]{20,64}$/;
const sampled = 200;
/** So many rows are in sooner when the indexes are made after them. */
const many = 50_000;

/**
 * Makes rows out of those that are there, in the database itself. An id becomes the same other id in all tables, so the
 * `k`th copies of all of them together are a world of their own.
 */
export async function multiplierOf(client: pg.Client): Promise<Multiplier> {
  const columns = await columnsOf(client);
  await findIds(client, columns);
  return {
    tables: [...columns.keys()],
    async copies(table, count, { where = 'true', keep = [], from = 1 } = {}) {
      const all = columns.get(table) ?? [];
      const copy = ({ name, isId, isUnique, isText }: Column) => {
        if (keep.includes(name)) return `t."${name}"`;
        if (isId) return otherId(`t."${name}"`);
        return isUnique && isText ? `t."${name}" || '~' || k` : `t."${name}"`;
      };
      const insert = () =>
        client.query(
          `INSERT INTO "${table}" (${all.map(({ name }) => `"${name}"`)}) SELECT ${all.map(copy)}
         FROM "${table}" t, generate_series(${from}, ${from + count - 1}) k WHERE ${where} ON CONFLICT DO NOTHING`,
        );
      await (count < many ? insert() : withoutIndexes(client, table, insert));
    },
  };
}

async function columnsOf(client: pg.Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<{ table: string; name: string; type: string; unique: boolean }>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
       EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey)) AS unique
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
       AND c.relname <> 'migrations'
     ORDER BY c.relname, a.attnum`,
  );
  const columns = new Map<string, Column[]>();
  for (const { table, name, type, unique } of rows) {
    const column = { name, isText: type === 'text', isUnique: unique, isId: false };
    columns.set(table, [...(columns.get(table) ?? []), column]);
  }
  return columns;
}

/** Columns whose values are found in a key of some table. */
async function findIds(client: pg.Client, columns: ReadonlyMap<string, readonly Column[]>): Promise<void> {
  const valuesOf = async (table: string, { name }: Column): Promise<string[]> => {
    const { rows } = await client.query(
      `SELECT DISTINCT "${name}" AS value FROM "${table}" WHERE "${name}" IS NOT NULL LIMIT ${sampled}`,
    );
    return rows.map(({ value }) => String(value)).filter((value) => idForm.test(value));
  };
  const seen = new Map<Column, readonly string[]>();
  const keys = new Set<string>();
  for (const [table, all] of columns) {
    for (const column of all.filter(({ isText }) => isText)) {
      const values = await valuesOf(table, column);
      seen.set(column, values);
      if (column.isUnique) for (const value of values) keys.add(value);
    }
  }
  for (const [column, values] of seen) column.isId = values.some((value) => keys.has(value));
}

async function withoutIndexes(client: pg.Client, table: string, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = '${table}'::regclass AND NOT indisprimary`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}
