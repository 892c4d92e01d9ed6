import { fold } from '../std/text.ts';
import type { Comparison, Filter, Literal, Operand, TextTest } from './filter-parser.ts';

/** What filters of lists that are not in the database may name, by lower-case name. Texts compare without case. */
export type MatchProperties<R> = Readonly<Record<string, (row: R) => string | number | null>>;

export type Matcher<R> = (row: R) => boolean;

/** A filter as a function of a row; the same rules as in SQL (filter-sql.ts). Undefined: it names an unknown property. */
export function filterMatcher<R>(filter: Filter, properties: MatchProperties<R>): Matcher<R> | undefined {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => filterMatcher(part, properties)).filter((part) => part !== undefined);
      if (parts.length < filter.parts.length) return undefined;
      return filter.kind === 'and'
        ? (row) => parts.every((part) => part(row))
        : (row) => parts.some((part) => part(row));
    }
    case 'not': {
      const of = filterMatcher(filter.of, properties);
      return of && ((row) => !of(row));
    }
    case 'compare': {
      const [left, right] = [reader(filter.left, properties), reader(filter.right, properties)];
      return left && right && ((row) => compare(filter.by, left(row), right(row)));
    }
    case 'in': {
      const value = reader({ kind: 'property', name: filter.property }, properties);
      const wanted = new Set(filter.values.map(folded));
      return value && ((row) => wanted.has(value(row)));
    }
    default: {
      const value = reader({ kind: 'property', name: filter.property }, properties);
      const text = fold(filter.text);
      return value && ((row) => textTests[filter.test](String(value(row) ?? ''), text));
    }
  }
}

const textTests: Record<TextTest, (value: string, text: string) => boolean> = {
  contains: (value, text) => value.includes(text),
  startswith: (value, text) => value.startsWith(text),
  endswith: (value, text) => value.endsWith(text),
};

const folded = (value: Literal): Literal => (typeof value === 'string' ? fold(value) : value);

function reader<R>(operand: Operand, properties: MatchProperties<R>): ((row: R) => Literal) | undefined {
  if (operand.kind === 'literal') {
    const value = folded(operand.value);
    return () => value;
  }
  const name = operand.name.toLowerCase();
  const read = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return read && ((row) => folded(read(row)));
}

/** Null equals null only, differs from everything else, and is neither smaller nor larger. */
function compare(by: Comparison, left: Literal, right: Literal): boolean {
  if (by === 'eq') return left === right;
  if (by === 'ne') return left !== right;
  if (left === null || right === null || typeof left !== typeof right) return false;
  if (by === 'gt') return left > right;
  if (by === 'ge') return left >= right;
  return by === 'lt' ? left < right : left <= right;
}
