import type { EdmType } from './edm.ts';

/** How columns of PostgreSQL are read. */
export interface PostgresType {
  readonly edm: EdmType;
  /** The value as filters and orders compare it; `postgresDialect` has the forms of parameters. */
  compared(column: string): string;
  /** The value as an answer holds it. */
  written(column: string): string;
}

const same = (column: string): string => column;

/** As a number of memory: what is none, or beyond all bounds there, is null. */
const double = (column: string): string =>
  `(CASE WHEN ${column} = 0 OR abs(${column}) BETWEEN 1e-300 AND 1e300 THEN ${column}::float8 END)`;
const text = (column: string): string => `(${column}::text COLLATE "C")`;

/** Years that an answer can write; infinite ones are none of them. */
const dated = (column: string): string =>
  `(CASE WHEN ${column} BETWEEN '0001-01-01' AND '9999-12-31' THEN ${column} END)`;
const moment = (column: string): string =>
  `(CASE WHEN ${column} >= '0001-01-02' AND ${column} < '9999-12-31' THEN date_trunc('milliseconds', ${column}) END)`;
const instant = (column: string): string => `(${moment(column)} AT TIME ZONE 'UTC')`;
const isoText = (timestamp: string): string => `to_char(${timestamp}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const types: Readonly<Record<string, PostgresType>> = {
  int2: { edm: 'Edm.Int32', compared: same, written: same },
  int4: { edm: 'Edm.Int32', compared: same, written: same },
  int8: { edm: 'Edm.Int64', compared: same, written: (column) => `${column}::text` },
  numeric: {
    edm: 'Edm.Decimal',
    compared: double,
    written: (column) => `(CASE WHEN abs(${column}) < 1e300 THEN ${column}::text END)`,
  },
  float4: { edm: 'Edm.Double', compared: double, written: double },
  float8: { edm: 'Edm.Double', compared: double, written: double },
  bool: { edm: 'Edm.Boolean', compared: same, written: same },
  uuid: { edm: 'Edm.Guid', compared: same, written: (column) => `${column}::text` },
  date: { edm: 'Edm.Date', compared: dated, written: (column) => `to_char(${dated(column)}, 'YYYY-MM-DD')` },
  timestamptz: { edm: 'Edm.DateTimeOffset', compared: instant, written: (column) => isoText(instant(column)) },
  timestamp: { edm: 'Edm.DateTimeOffset', compared: moment, written: (column) => isoText(moment(column)) },
};
const other: PostgresType = { edm: 'Edm.String', compared: text, written: (column) => `${column}::text` };

/** By the name of the type; undefined for what is left out. */
export const postgresTypeOf = (name: string): PostgresType | undefined =>
  name === 'bytea' ? undefined : Object.hasOwn(types, name) ? types[name] : other;
