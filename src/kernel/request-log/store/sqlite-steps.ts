import { setImmediate as breathe } from 'node:timers/promises';
import { allOf, type Branch, type Sieve, type Where } from './conditions.ts';
import { type Row, tableOf, type Value } from './rows.ts';

/** Rows that are looked at before other work has its turn. */
export const rowsPerTurn = 3000;
/** How far is counted to find the most selective index. */
const mostCounted = 500;

export type Select = (sql: string, values: readonly Value[]) => Row[];

/** A part of an hour, the newest first; few enough rows to be read at once. */
export interface Range {
  /** What stands behind FROM. */
  readonly from: string;
  readonly where: Where;
}

/**
 * What a branch finds in an hour, in ranges of ids from the newest to the oldest. The index with the fewest rows is used:
 * it is counted how many there are, because SQLite knows nothing of how often a value occurs.
 */
export async function* steppedRanges(
  select: Select,
  hour: number,
  branch: Branch,
  further: Where,
): AsyncGenerator<Range, void> {
  const table = tableOf(hour);
  const sieves = [branch.scope, ...branch.filters];
  const counts = sieves.map((sieve) => countOf(select, table, sieve));
  const fewest = Math.min(...counts);
  const sieve = sieves[counts.indexOf(fewest)] ?? branch.scope;
  const from = `${table} INDEXED BY ${table}_${sieve.column}`;
  const where = allOf([...sieves, branch.rest, further]);
  if (fewest === 0) return;
  if (fewest < mostCounted) return yield { from, where };
  for (let upper: string | undefined; ; ) {
    const lower = idBelow(select, table, sieve, upper);
    const bounds: Where[] = [];
    if (lower !== undefined) bounds.push({ sql: 'id >= ?', values: [lower] });
    if (upper !== undefined) bounds.push({ sql: 'id < ?', values: [upper] });
    yield { from, where: allOf([where, ...bounds]) };
    if (lower === undefined) return;
    upper = lower;
    await breathe();
  }
}

function countOf(select: Select, table: string, { column, sql, values }: Sieve): number {
  const some = `SELECT 1 FROM ${table} INDEXED BY ${table}_${column} WHERE ${sql} LIMIT ${mostCounted}`;
  return Number(select(`SELECT count(*) AS rows FROM (${some})`, values)[0]?.rows ?? 0);
}

/** The id so many rows below another. Of several values the rows come in no order of ids: then all rows are counted. */
function idBelow(select: Select, table: string, { column, sql, values }: Sieve, upper: string | undefined) {
  const alone = values.length === 1;
  const index = `${table} INDEXED BY ${table}_${alone ? column : 'id'}`;
  const conditions = [...(alone ? [sql] : []), ...(upper === undefined ? [] : ['id < ?']), '1 = 1'].join(' AND ');
  const given = [...(alone ? values : []), ...(upper === undefined ? [] : [upper])];
  const text = `SELECT id FROM ${index} WHERE ${conditions} ORDER BY id DESC LIMIT 1 OFFSET ${rowsPerTurn}`;
  const id = select(text, given)[0]?.id;
  return id === undefined ? undefined : String(id);
}
