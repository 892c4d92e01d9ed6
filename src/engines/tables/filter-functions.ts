import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { sqliteFunctions } from '../../kernel/std/odata/sql.ts';
import type { Literal } from '../../kernel/std/odata/tree.ts';

/** Makes the functions of filters known to a connection. */
export function addFilterFunctions(db: DatabaseSync): void {
  // without big integers, one beyond those of JavaScript ends the whole question with an error
  const options = { deterministic: true, varargs: true, useBigIntArguments: true };
  for (const { name, apply } of sqliteFunctions) {
    db.function(name, options, (...values) => apply(...values.map(literalOf)));
  }
}

/** A value of SQLite as filters know it: whole numbers are numbers, bytes are nothing. */
export const literalOf = (value: SQLOutputValue): Literal =>
  typeof value === 'bigint' ? Number(value) : value instanceof Uint8Array ? null : value;
