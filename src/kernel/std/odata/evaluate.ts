import { functions, operators } from './functions.ts';
import type { Expression, Literal } from './tree.ts';

/** What a filter reads of a row. */
export type ReadProperty<R> = (row: R, name: string) => Literal;

type Evaluate<R> = (row: R) => Literal;

/** A filter as a function of a row: true where it holds. What is unknown, because of a null, does not hold. */
export function filterOf<R>(expression: Expression, read: ReadProperty<R>): (row: R) => boolean {
  const evaluate = evaluator(expression, read);
  return (row) => evaluate(row) === true;
}

function evaluator<R>(expression: Expression, read: ReadProperty<R>): Evaluate<R> {
  switch (expression.kind) {
    case 'literal':
      return () => expression.value;
    case 'property':
      return (row) => read(row, expression.name);
    case 'in': {
      const of = evaluator(expression.of, read);
      const values = new Set(expression.values.map(({ value }) => value));
      return (row) => values.has(of(row));
    }
    default:
      return callOf(
        expression.name,
        expression.of.map((one) => evaluator(one, read)),
      );
  }
}

function callOf<R>(name: string, of: readonly Evaluate<R>[]): Evaluate<R> {
  const [left = () => null, right = () => null] = of;
  const compare = comparisons[name];
  if (compare !== undefined) return (row) => compare(left(row), right(row));
  if (name === 'not') return (row) => negated(left(row));
  if (name === 'and') return (row) => both(left(row), () => right(row));
  if (name === 'or') return (row) => negated(both(negated(left(row)), () => negated(right(row))));
  const apply = (operators[name] ?? functions[name])?.apply ?? (() => null);
  return (row) => {
    const values = of.map((one) => one(row));
    return values.includes(null) ? null : apply(...values);
  };
}

const negated = (value: Literal): Literal => (value === null ? null : !value);

/** Of three values: false with anything is false. */
function both(left: Literal, right: () => Literal): Literal {
  if (left === false) return false;
  const second = right();
  if (second === false) return false;
  return left === null || second === null ? null : true;
}

/** Texts by code points; `null` equals itself only, and is neither more nor less than anything. */
const comparisons: Readonly<Record<string, (a: Literal, b: Literal) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b) => a !== null && b !== null && order(a, b) > 0,
  ge: (a, b) => a !== null && b !== null && order(a, b) >= 0,
  lt: (a, b) => a !== null && b !== null && order(a, b) < 0,
  le: (a, b) => a !== null && b !== null && order(a, b) <= 0,
};

/** Less than 0 when the first comes before the second; null comes before everything else. */
export function compareValues(a: Literal, b: Literal): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return order(a, b);
}

function order(a: NonNullable<Literal>, b: NonNullable<Literal>): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}
