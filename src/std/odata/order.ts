import { compareValues } from './evaluate.ts';
import { parameterOf, type SqlText } from './sql.ts';
import type { Literal, ValueType } from './tree.ts';

/** One property that rows are sorted by; null comes before everything else, last where descending. */
export interface SortKey {
  readonly name: string;
  readonly type: ValueType;
  readonly nullable: boolean;
  readonly descending: boolean;
}

/** Where a row stands: its values of the sort keys. */
export type Position = readonly Literal[];

/** Less than 0 when the first comes before the second. */
export function comparePositions(keys: readonly SortKey[], a: Position, b: Position): number {
  for (const [at, { type, descending }] of keys.entries()) {
    const order = compareValues(a[at] ?? null, b[at] ?? null, type);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

/** A list for ORDER BY. */
export const orderOf = (keys: readonly SortKey[], text: SqlText): string =>
  keys
    .map(({ name, nullable, descending }) => {
      const direction = descending ? 'DESC' : 'ASC';
      const nulls = nullable ? ` NULLS ${descending ? 'LAST' : 'FIRST'}` : '';
      return `${text.column(name)} ${direction}${nulls}`;
    })
    .join(', ');

/** A condition that holds for the rows after a position. */
export function afterOf(keys: readonly SortKey[], position: Position, text: SqlText): string {
  const plain = keys.every(
    ({ nullable, descending }, at) => !nullable && !descending && (position[at] ?? null) !== null,
  );
  if (plain) {
    // in this form an index leads to the place
    const names = keys.map(({ name }) => text.column(name)).join(', ');
    const values = keys.map(({ type }, at) => parameterOf(text, position[at] ?? null, type)).join(', ');
    return `(${names}) > (${values})`;
  }
  const branches = keys.map((key, at) => {
    const same = keys.slice(0, at).map((one, place) => equalTo(one, position[place] ?? null, text));
    return `(${[...same, beyond(key, position[at] ?? null, text)].join(' AND ')})`;
  });
  return `(${branches.join(' OR ')})`;
}

const equalTo = ({ name, type }: SortKey, value: Literal, text: SqlText): string =>
  value === null ? `${text.column(name)} IS NULL` : `${text.column(name)} = ${parameterOf(text, value, type)}`;

function beyond({ name, type, descending }: SortKey, value: Literal, text: SqlText): string {
  const column = text.column(name);
  if (value === null) return descending ? 'FALSE' : `${column} IS NOT NULL`;
  const beside = `${column} ${descending ? '<' : '>'} ${parameterOf(text, value, type)}`;
  return descending ? `(${beside} OR ${column} IS NULL)` : beside;
}
