import { hash } from 'node:crypto';
import { constants, copyFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { orderOf, type SortKey } from '../../std/odata/order.ts';
import { sqliteDialect } from '../../std/odata/sql.ts';
import type { EngineContext } from '../engine.ts';
import type { OrderIndexParams, OrderIndexResult } from './params.ts';
import { quoted } from './table-file.ts';

/** Fewer rows are sorted as quickly as an index is read. */
const leastRows = 5000;
/** Each is a part of the table once more. */
const mostIndexes = 4;
const prefix = 'order ';

/**
 * Copies a table file, with an index for the rows that are equal in some columns, in an order: what is asked for often.
 * Nothing is copied where none would help. The file itself may be open elsewhere and stays as it is.
 */
export async function makeOrderIndex(
  { file, table, equal, order, output }: OrderIndexParams,
  { signal }: EngineContext,
): Promise<OrderIndexResult> {
  if (!isWorthIt(file, table, equal, order)) return { made: false };
  copyFileSync(file, output, constants.COPYFILE_FICLONE);
  signal?.throwIfAborted();
  const db = new DatabaseSync(output);
  try {
    const sorted = order.filter(({ name }) => !equal.includes(name));
    const columns = [
      ...equal.map(quoted),
      ...sorted.map(({ name, descending }) => `${quoted(name)} ${descending ? 'DESC' : 'ASC'}`),
    ].join(', ');
    const name = `${prefix}${hash('sha256', `${table}\n${columns}`, 'hex').slice(0, 16)}`;
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    db.exec(`CREATE INDEX ${quoted(name)} ON ${quoted(table)} (${columns})`);
  } finally {
    db.close();
  }
  return { made: true };
}

/** Whether the rows are sorted, or all of them are looked at, as it is. */
function isWorthIt(file: string, table: string, equal: readonly string[], order: readonly SortKey[]): boolean {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = db.prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM ${quoted(table)} LIMIT ${leastRows})`).get();
    const made = db.prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE type = 'index' AND name LIKE ?`);
    if (Number(rows?.n) < leastRows || Number(made.get(`${prefix}%`)?.n) >= mostIndexes) return false;
    const sorted = orderOf(order, { dialect: sqliteDialect, parameters: [], column: quoted });
    const where = ['1', ...equal.map((name) => `${quoted(name)} = ?`)].join(' AND ');
    const sql = `SELECT * FROM ${quoted(table)} WHERE ${where} ORDER BY ${sorted} LIMIT 1`;
    const plan = db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail));
    return plan.some((step) => /USE TEMP B-TREE/.test(step) || (equal.length > 0 && /^SCAN/.test(step)));
  } finally {
    db.close();
  }
}
