import { kept, type Span, spanning, spanUnderWay } from '../tracing/span.ts';
import type { Database, Dialect } from './database.ts';
import { tablesOf } from './statement-tables.ts';

const systems = { sqlite: 'sqlite', postgres: 'postgresql' } as const satisfies Record<Dialect, string>;

/** A statement as a piece of what is under way: its text, never its values. Undefined where nothing is traced. */
export function spanOfStatement(dialect: Dialect, sql: string): Span | undefined {
  const parent = spanUnderWay();
  if (parent === undefined) return undefined;
  const [verb = ''] = sql.split(' ', 1);
  const name = [verb.toUpperCase(), ...tablesOf(sql)].join(' ');
  return parent.child(name, 'client', { 'db.system.name': systems[dialect], 'db.query.text': sql });
}

/** The same database; its writes stay with who asked for them, although they share transactions with others. */
export const tracedWrites = (db: Database): Database => ({
  ...db,
  write(work) {
    const span = spanUnderWay()?.child('transaction', 'client', { 'db.system.name': systems[db.dialect] });
    return spanning(span, () => db.write(kept(work)));
  },
});
