import { allOf, anyOf, type Condition, column, condition, sign, type Term, term } from '../../kernel/db/condition.ts';
import { isUuid } from '../../std/ids.ts';
import { fold, likeLiteral } from '../../std/text.ts';
import type { Comparison, Filter, Literal, Operand, TextTest } from './filter-parser.ts';

/**
 * A property that filters may name and the column that holds it: `text` is stored folded, `asciiText` is folded in the
 * query, which every database does alike for ASCII.
 */
export interface FilterProperty {
  readonly type: 'text' | 'asciiText' | 'number' | 'dateTime' | 'uuid';
  readonly column: string;
}

/** By lower-case name. */
export type FilterProperties = Readonly<Record<string, FilterProperty>>;

export type FilterSqlFault = 'unknownProperty' | 'unsupported';

const operators = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;

class Fault extends Error {
  readonly fault: FilterSqlFault;
  constructor(fault: FilterSqlFault) {
    super(fault);
    this.fault = fault;
  }
}

/** The SQL condition of a filter. Null: `eq null` is true, `ne 'x'` is true, every other comparison is false. */
export function filterSql(filter: Filter, properties: FilterProperties): Condition | FilterSqlFault {
  try {
    return conditionOf(filter, properties);
  } catch (error) {
    if (error instanceof Fault) return error.fault;
    throw error;
  }
}

/** The lower-case names of the properties that a filter mentions. */
export function propertiesIn(filter: Filter): string[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.flatMap(propertiesIn);
    case 'not':
      return propertiesIn(filter.of);
    case 'compare':
      return [filter.left, filter.right].flatMap((side) => (side.kind === 'property' ? [side.name.toLowerCase()] : []));
    default:
      return [filter.property.toLowerCase()];
  }
}

function conditionOf(filter: Filter, properties: FilterProperties): Condition {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => conditionOf(part, properties));
      return filter.kind === 'and' ? allOf(parts) : anyOf(parts);
    }
    case 'not':
      return condition`not ${conditionOf(filter.of, properties)}`;
    case 'text':
      return textCondition(property(filter.property, properties), filter.test, filter.text);
    case 'in':
      return inCondition(property(filter.property, properties), filter.values);
    default:
      return comparison(filter.by, filter.left, filter.right, properties);
  }
}

function property(name: string, properties: FilterProperties): FilterProperty {
  const found = Object.hasOwn(properties, name.toLowerCase()) ? properties[name.toLowerCase()] : undefined;
  if (found === undefined) throw new Fault('unknownProperty');
  return found;
}

const columnOf = (of: FilterProperty): Term =>
  of.type === 'asciiText' ? term`lower(${column(of.column)})` : column(of.column);

function textCondition(of: FilterProperty, test: TextTest, text: string): Condition {
  if (of.type === 'number' || of.type === 'dateTime') throw new Fault('unsupported');
  const literal = likeLiteral(fold(text));
  const pattern = `${test === 'startswith' ? '' : '%'}${literal}${test === 'endswith' ? '' : '%'}`;
  return condition`coalesce(${columnOf(of)} like ${pattern} escape '\\', false)`;
}

function inCondition(of: FilterProperty, values: readonly Literal[]): Condition {
  return anyOf(values.map((value) => (value === null ? isNull(of) : equals(of, value))));
}

const isNull = (of: FilterProperty): Condition => condition`${columnOf(of)} is null`;

const equals = (of: FilterProperty, value: Literal): Condition =>
  condition`coalesce(${columnOf(of)} = ${stored(of, value)}, false)`;

const mirrored: Record<Comparison, Comparison> = { eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' };

function comparison(by: Comparison, left: Operand, right: Operand, properties: FilterProperties): Condition {
  if (left.kind === 'literal') {
    if (right.kind === 'property') return comparison(mirrored[by], right, left, properties);
    return constant(by, left.value, right.value);
  }
  const of = property(left.name, properties);
  if (right.kind === 'property') return betweenColumns(by, of, property(right.name, properties));
  if (right.value === null) {
    if (by === 'eq') return isNull(of);
    return by === 'ne' ? condition`${columnOf(of)} is not null` : condition`1 = 0`;
  }
  const outcome = condition`${columnOf(of)} ${sign(operators[by])} ${stored(of, right.value)}`;
  return by === 'ne' ? condition`coalesce(${outcome}, true)` : condition`coalesce(${outcome}, false)`;
}

const isText = (of: FilterProperty): boolean => of.type === 'text' || of.type === 'asciiText';

function betweenColumns(by: Comparison, left: FilterProperty, right: FilterProperty): Condition {
  if (isText(left) !== isText(right) || (!isText(left) && left.type !== right.type)) throw new Fault('unsupported');
  const [a, b] = [columnOf(left), columnOf(right)];
  if (by === 'eq') return condition`coalesce(${a} = ${b}, false) or (${a} is null and ${b} is null)`;
  if (by === 'ne') return condition`not (coalesce(${a} = ${b}, false) or (${a} is null and ${b} is null))`;
  return condition`coalesce(${a} ${sign(operators[by])} ${b}, false)`;
}

function constant(by: Comparison, left: Literal, right: Literal): Condition {
  const plain = (value: Literal) => (typeof value === 'string' ? fold(value) : value);
  const [a, b] = [plain(left), plain(right)];
  if (by !== 'eq' && by !== 'ne') throw new Fault('unsupported');
  return (a === b) === (by === 'eq') ? condition`1 = 1` : condition`1 = 0`;
}

/** A literal as the column stores it. */
function stored(of: FilterProperty, value: Literal): string | number {
  if (of.type === 'number' && typeof value === 'number') return value;
  if (typeof value !== 'string') throw new Fault('unsupported');
  if (of.type === 'text' || of.type === 'asciiText') return fold(value);
  if (of.type === 'uuid' && isUuid(value)) return value.toLowerCase();
  const time =
    of.type === 'dateTime'
      ? Date.parse(/T.*(Z|[+-]\d\d:\d\d)$/i.test(value) || !value.includes('T') ? value : `${value}Z`)
      : Number.NaN;
  if (Number.isNaN(time)) throw new Fault('unsupported');
  return time;
}
