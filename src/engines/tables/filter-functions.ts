import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { sqliteFunctions } from '../../std/odata/sql.ts';
import type { Literal } from '../../std/odata/tree.ts';
import { wholeOf } from '../../std/odata/whole.ts';

/** Makes the functions of filters known to a connection. */
export function addFilterFunctions(db: DatabaseSync): void {
  // without big integers, one beyond those of JavaScript ends the whole question with an error
  const options = { deterministic: true, varargs: true, useBigIntArguments: true };
  for (const { name, apply } of sqliteFunctions) {
    db.function(name, options, (...values) => apply(...values.map(literalOf)));
  }
}

/** A value of SQLite as filters know it; bytes are nothing. */
export function literalOf(value: SQLOutputValue): Literal {
  if (typeof value === 'bigint') return wholeOf(value) ?? null;
  return value instanceof Uint8Array ? null : value;
}
