import type { Budget } from '../../std/budget.ts';
import { fold } from '../../std/text.ts';
import type { Comparison, Filter, Literal, Operand, TextTest } from './filter-parser.ts';

/** What filters of lists that are not in the database may name, by lower-case name. Texts compare without case. */
export type MatchProperties<R> = Readonly<Record<string, (row: R) => string | number | null>>;

/** Spends a step for each value that it reads, and more for long texts. Throws a `BudgetSpent`. */
export type Matcher<R> = (row: R, budget: Steps) => boolean;

/** What is spent on the way: lists that are not in the database are filtered in the server's own process. */
export type Steps = Pick<Budget, 'work'>;

/** So many characters are read in the time of one step. */
const charactersPerStep = 64;

/** A text without case. */
export function foldedText(text: string, steps: Steps): string {
  steps.work(1 + Math.floor(text.length / charactersPerStep));
  return fold(text);
}

/** A filter as a function of a row; the same rules as in SQL (filter-sql.ts). Undefined: it names an unknown property. */
export function filterMatcher<R>(filter: Filter, properties: MatchProperties<R>): Matcher<R> | undefined {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => filterMatcher(part, properties)).filter((part) => part !== undefined);
      if (parts.length < filter.parts.length) return undefined;
      return filter.kind === 'and'
        ? (row, steps) => parts.every((part) => part(row, steps))
        : (row, steps) => parts.some((part) => part(row, steps));
    }
    case 'not': {
      const of = filterMatcher(filter.of, properties);
      return of && ((row, steps) => !of(row, steps));
    }
    case 'compare': {
      const [left, right] = [reader(filter.left, properties), reader(filter.right, properties)];
      return left && right && ((row, steps) => compare(filter.by, left(row, steps), right(row, steps)));
    }
    case 'in': {
      const value = reader({ kind: 'property', name: filter.property }, properties);
      const wanted = new Set(filter.values.map(folded));
      return value && ((row, steps) => wanted.has(value(row, steps)));
    }
    default: {
      const value = reader({ kind: 'property', name: filter.property }, properties);
      const text = fold(filter.text);
      return value && ((row, steps) => textTests[filter.test](String(value(row, steps) ?? ''), text));
    }
  }
}

const textTests: Record<TextTest, (value: string, text: string) => boolean> = {
  contains: (value, text) => value.includes(text),
  startswith: (value, text) => value.startsWith(text),
  endswith: (value, text) => value.endsWith(text),
};

const folded = (value: Literal): Literal => (typeof value === 'string' ? fold(value) : value);

type ReadOperand<R> = (row: R, steps: Steps) => Literal;

function reader<R>(operand: Operand, properties: MatchProperties<R>): ReadOperand<R> | undefined {
  if (operand.kind === 'literal') {
    const value = folded(operand.value);
    return (_row, steps) => {
      steps.work(1);
      return value;
    };
  }
  const name = operand.name.toLowerCase();
  const read = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (read === undefined) return undefined;
  return (row, steps) => {
    const value = read(row);
    if (typeof value === 'string') return foldedText(value, steps);
    steps.work(1);
    return value;
  };
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
