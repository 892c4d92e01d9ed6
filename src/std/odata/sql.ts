import { comparedAs } from './evaluate.ts';
import { arithmeticBounds, functions, longestJoined, operators } from './functions.ts';
import type { Expression, Literal, LiteralExpression, ValueType } from './tree.ts';
import { bigOf } from './whole.ts';

/** How a database writes what filters and orders say; every dialect gives the results of `evaluate.ts`. */
export interface SqlDialect {
  /** Equal, and unequal, where null equals null. */
  readonly equal: string;
  readonly unequal: string;
  /** A parameter by its number from 1. */
  parameter(number: number, type: ValueType): string;
  /** How a value is handed over. */
  value(value: Literal): Literal;
  /** A function or operator of `functions.ts`; null in any argument gives null. */
  call(name: string, of: readonly string[]): string;
  /** An operator of whole numbers alone. */
  wholeCall(name: string, of: readonly string[]): string;
  /** A whole number as a number. */
  number(whole: string): string;
}

/** A statement that is being written. */
export interface SqlText {
  readonly dialect: SqlDialect;
  readonly parameters: Literal[];
  /** A property as the database calls it, with the conversions that it needs. */
  column(name: string): string;
}

/** A value as a parameter of the statement. Statements are written from left to right: some drivers count the marks. */
export function parameterOf({ dialect, parameters }: SqlText, value: Literal, type: ValueType): string {
  parameters.push(dialect.value(value));
  return dialect.parameter(parameters.length, type);
}

const signs: Readonly<Record<string, string>> = { gt: '>', ge: '>=', lt: '<', le: '<=' };

/** A filter as a condition, which is unknown where the filter is, too. */
export function conditionOf(expression: Expression, text: SqlText): string {
  return written(expression, text, 'text');
}

/** `wanted`: what a null stands in place of, and what a whole number is made. */
function written(expression: Expression, text: SqlText, wanted: ValueType): string {
  const plain = plainly(expression, text, wanted);
  return expression.type === 'whole' && wanted === 'number' ? text.dialect.number(plain) : plain;
}

function plainly(expression: Expression, text: SqlText, wanted: ValueType): string {
  switch (expression.kind) {
    case 'literal':
      return parameterOf(text, expression.value, expression.type === 'null' ? wanted : expression.type);
    case 'property':
      return text.column(expression.name);
    case 'in':
      return listed(expression.of, expression.values, text);
    default:
      return callOf(expression, text);
  }
}

function callOf({ name, type, of }: Extract<Expression, { kind: 'call' }>, text: SqlText): string {
  const [left, right] = of;
  if (name === 'and' || name === 'or') return `(${joined(name, of, text)})`;
  if (name === 'not' && left) return `(NOT ${written(left, text, 'boolean')})`;
  if (left && right && (name === 'eq' || name === 'ne' || name in signs)) return compared(name, left, right, text);
  if (type === 'whole')
    return text.dialect.wholeCall(
      name,
      of.map((one) => written(one, text, 'whole')),
    );
  const takes = (operators[name] ?? functions[name])?.takes ?? [];
  return text.dialect.call(
    name,
    of.map((one, at) => written(one, text, takes[at]?.[0] ?? 'text')),
  );
}

/** A chain of one word is one list, however long: databases bound the depth of what they read. */
function joined(name: 'and' | 'or', of: readonly Expression[], text: SqlText): string {
  const parts: string[] = [];
  const visit = (one: Expression): void => {
    if (one.kind === 'call' && one.name === name) for (const part of one.of) visit(part);
    else parts.push(written(one, text, 'boolean'));
  };
  for (const one of of) visit(one);
  return balanced(parts, name.toUpperCase());
}

function balanced(parts: readonly string[], word: string): string {
  if (parts.length === 1) return parts[0] ?? '';
  const half = Math.ceil(parts.length / 2);
  return `(${balanced(parts.slice(0, half), word)} ${word} ${balanced(parts.slice(half), word)})`;
}

const typeOf = (...of: readonly Expression[]): ValueType => {
  const type = comparedAs(of);
  return type === 'null' ? 'text' : type;
};

function compared(name: string, left: Expression, right: Expression, text: SqlText): string {
  const type = typeOf(left, right);
  const [l, r] = [written(left, text, type), written(right, text, type)];
  const isPlain = left.kind === 'property' && right.kind === 'literal' && right.value !== null;
  // in this form an index helps
  if (isPlain && name === 'eq') return `(${l} = ${r} AND ${text.column(left.name)} IS NOT NULL)`;
  if (name === 'eq') return `(${l} ${text.dialect.equal} ${r})`;
  if (name === 'ne') return `(${l} ${text.dialect.unequal} ${r})`;
  const compare = `${l} ${signs[name]} ${r}`;
  return isPlain ? `(${compare} AND ${text.column(left.name)} IS NOT NULL)` : `COALESCE(${compare}, FALSE)`;
}

function listed(of: Expression, values: readonly LiteralExpression[], text: SqlText): string {
  const known = values.filter(({ value }) => value !== null);
  const type = typeOf(of, ...known);
  const left = written(of, text, type);
  if (known.length === 0) return `(${left} IS NULL)`;
  const list = known.map((one) => written(one, text, type)).join(', ');
  return `COALESCE(${left} IN (${list}), ${known.length < values.length ? 'TRUE' : 'FALSE'})`;
}

/** SQLite, with the functions of this folder registered under the names of `sqliteFunctions`. */
export const sqliteDialect: SqlDialect = {
  equal: 'IS',
  unequal: 'IS NOT',
  parameter: (_number, type) => (type === 'whole' ? 'CAST(? AS INTEGER)' : '?'),
  value: (value) => (typeof value === 'boolean' ? Number(value) : value),
  wholeCall: (name, of) => `${sqliteWholeName(name)}(${of.join(', ')})`,
  number: (whole) => `CAST(${whole} AS REAL)`,
  call: (name, of) => (name === 'contains' ? `(instr(${of.join(', ')}) > 0)` : ofAscii(name, of)),
};

const inAscii: Readonly<Record<string, string>> = { tolower: 'lower', toupper: 'upper' };
const isColumn = (text: string): boolean => /^"([^"]|"")*"$/.test(text);

/** SQLite's own functions know the letters of ASCII only, and cost a fraction of a call to ours. */
function ofAscii(name: string, of: readonly string[]): string {
  const [text = ''] = of;
  const own = inAscii[name];
  const ours = `${sqliteName(name)}(${of.join(', ')})`;
  if (own === undefined || !isColumn(text)) return ours; // it is written several times
  return `(CASE WHEN octet_length(${text}) > length(${text}) THEN ${ours} ELSE ${own}(${text}) END)`;
}

const sqliteName = (name: string): string => `odata_${name}`;
const sqliteWholeName = (name: string): string => `odata_whole_${name}`;

/** The functions that a SQLite connection must know: those that memory uses. */
export const sqliteFunctions = Object.entries({ ...functions, ...operators }).flatMap(([name, { apply, whole }]) => [
  {
    name: sqliteName(name),
    apply: withoutNull(apply, (value) => (typeof value === 'boolean' ? Number(value) : value)),
  },
  ...(whole === undefined ? [] : [{ name: sqliteWholeName(name), apply: withoutNull(whole, bigOf) }]),
]);

type Given = NonNullable<Literal>;
function withoutNull(
  apply: (...values: readonly Literal[]) => Literal,
  give: (value: Given) => string | number | bigint,
) {
  return (...values: readonly Literal[]): string | number | bigint | null => {
    const result = values.includes(null) ? null : apply(...values);
    return result === null ? null : give(result);
  };
}

const postgresTypes: Readonly<Record<ValueType, string>> = {
  text: 'text',
  whole: 'int8',
  number: 'float8',
  boolean: 'boolean',
  date: 'date',
  instant: 'timestamptz',
  guid: 'uuid',
  null: 'text',
};

/** White space as `trim` takes it away. */
const blanks =
  '\\u0009\\u000a\\u000b\\u000c\\u000d\\u0020\\u00a0\\u1680\\u2000\\u2001\\u2002\\u2003\\u2004\\u2005\\u2006\\u2007\\u2008\\u2009\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';

/** Arguments by name, each worked out once however often the body needs it. */
const once = (of: readonly string[], body: string): string => {
  const named = of.map((one, at) => `${one} AS ${'abc'.charAt(at)}`).join(', ');
  return `(SELECT ${body} FROM (SELECT ${named} OFFSET 0) AS v)`;
};

const { least, most } = arithmeticBounds;
const isReckoned = (name: string): string => `(${name} = 0 OR abs(${name}) BETWEEN ${least} AND ${most})`;
const reckoned = (body: string) => (of: readonly string[]) =>
  once(of, `CASE WHEN ${isReckoned('a')} AND ${isReckoned('b')} THEN ${body} END`);
const part =
  (name: string) =>
  ([of = '']: readonly string[]) =>
    `floor(extract(${name} FROM ${of}))::float8`;
const inCase =
  (name: 'lower' | 'upper') =>
  ([of = '']: readonly string[]) =>
    `(${name}(${of} COLLATE "und-x-icu") COLLATE "C")`;
/** Where a part begins and how long it is, as whole numbers that a database can take. */
const place = (name: string): string => `least(greatest(trunc(${name}), 0), 1000000000)::int`;

const postgresCalls: Readonly<Record<string, (of: readonly string[]) => string>> = {
  add: reckoned('a + b'),
  sub: reckoned('a - b'),
  mul: reckoned('a * b'),
  div: reckoned('a / NULLIF(b, 0)'),
  mod: reckoned('a - b * trunc(a / NULLIF(b, 0))'),
  neg: ([of = '']) => `(- ${of})`,
  contains: ([of, part]) => `(strpos(${of}, ${part}) > 0)`,
  startswith: ([of, part]) => `starts_with(${of}, ${part})`,
  endswith: (of) => once(of, 'right(a, char_length(b)) = b'),
  indexof: ([of, part]) => `(strpos(${of}, ${part}) - 1)::float8`,
  concat: (of) => once(of, `CASE WHEN char_length(a) + char_length(b) <= ${longestJoined} THEN a || b END`),
  length: ([of]) => `char_length(${of})::float8`,
  tolower: inCase('lower'),
  toupper: inCase('upper'),
  trim: ([of]) => `btrim(${of}, E'${blanks}')`,
  substring: (of) =>
    of.length === 2
      ? once(of, `CASE WHEN b IS NOT NULL THEN substr(a, ${place('b')} + 1) END`)
      : once(of, `CASE WHEN b IS NOT NULL AND c IS NOT NULL THEN substr(a, ${place('b')} + 1, ${place('c')}) END`),
  ...Object.fromEntries(['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) => [name, part(name)])),
  date: ([of]) => `(${of})::date`,
  round: (of) => once(of, 'sign(a) * floor(abs(a) + 0.5)'),
  floor: ([of]) => `floor(${of})`,
  ceiling: ([of]) => `ceil(${of})`,
};

const wholly =
  (body: string) =>
  (of: readonly string[]): string =>
    `(SELECT CASE WHEN r BETWEEN -9223372036854775808 AND 9223372036854775807 THEN r::int8 END FROM ${once(of, `${body} AS r`)})`;
const postgresWholeCalls: Readonly<Record<string, (of: readonly string[]) => string>> = {
  add: wholly('a::numeric + b'),
  sub: wholly('a::numeric - b'),
  mul: wholly('a::numeric * b'),
  mod: wholly('a::numeric % NULLIF(b, 0)'),
  neg: wholly('- a::numeric'),
};

/** PostgreSQL. Texts compare by code points, instants are timestamps in UTC. */
export const postgresDialect: SqlDialect = {
  equal: 'IS NOT DISTINCT FROM',
  unequal: 'IS DISTINCT FROM',
  parameter(number, type) {
    const plain = `$${number}::${postgresTypes[type]}`;
    if (type === 'text' || type === 'null') return `(${plain} COLLATE "C")`;
    return type === 'instant' ? `(${plain} AT TIME ZONE 'UTC')` : `(${plain})`;
  },
  value: (value) => value,
  call: (name, of) => postgresCalls[name]?.(of) ?? 'NULL',
  wholeCall: (name, of) => postgresWholeCalls[name]?.(of) ?? 'NULL',
  number: (whole) => `(${whole})::float8`,
};
