import { functions, operators } from './functions.ts';
import type { Expression, Literal, ValueType } from './tree.ts';
import { compareWholes } from './whole.ts';

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
      const type = comparedAs([expression.of, ...expression.values]);
      const of = comparable(expression.of, type, read);
      const values = new Set(expression.values.map(({ value }) => asCompared(value, type)));
      return (row) => values.has(of(row));
    }
    default:
      return callOf(expression, read);
  }
}

/** What values are compared as: whole numbers as such only with others. */
export function comparedAs(of: readonly Expression[]): ValueType {
  const types = of.map(({ type }) => type).filter((type) => type !== 'null');
  return types.includes('number') ? 'number' : (types[0] ?? 'null');
}

const asCompared = (value: Literal, type: ValueType): Literal =>
  type === 'number' && value !== null ? Number(value) : value;

function comparable<R>(expression: Expression, type: ValueType, read: ReadProperty<R>): Evaluate<R> {
  const evaluate = evaluator(expression, read);
  return expression.type === 'whole' && type === 'number' ? (row) => asCompared(evaluate(row), type) : evaluate;
}

function comparisonOf<R>(name: string, of: readonly Expression[], read: ReadProperty<R>): Evaluate<R> | undefined {
  const compare = comparisons[name];
  if (compare === undefined) return undefined;
  const type = comparedAs(of);
  const [left = () => null, right = () => null] = of.map((one) => comparable(one, type, read));
  return (row) => compare(left(row), right(row), type);
}

function callOf<R>(call: Extract<Expression, { kind: 'call' }>, read: ReadProperty<R>): Evaluate<R> {
  const { name, type } = call;
  const comparison = comparisonOf(name, call.of, read);
  if (comparison !== undefined) return comparison;
  const of = call.of.map((one) => evaluator(one, read));
  const [left = () => null, right = () => null] = of;
  if (name === 'not') return (row) => negated(left(row));
  if (name === 'and') return (row) => both(left(row), () => right(row));
  if (name === 'or') return (row) => negated(both(negated(left(row)), () => negated(right(row))));
  const signature = operators[name] ?? functions[name];
  const apply = (type === 'whole' ? signature?.whole : signature?.apply) ?? (() => null);
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
const comparisons: Readonly<Record<string, (a: Literal, b: Literal, type: ValueType) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b, type) => a !== null && b !== null && order(a, b, type) > 0,
  ge: (a, b, type) => a !== null && b !== null && order(a, b, type) >= 0,
  lt: (a, b, type) => a !== null && b !== null && order(a, b, type) < 0,
  le: (a, b, type) => a !== null && b !== null && order(a, b, type) <= 0,
};

/** Less than 0 when the first comes before the second; null comes before everything else. */
export function compareValues(a: Literal, b: Literal, type: ValueType): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return order(a, b, type);
}

function order(a: NonNullable<Literal>, b: NonNullable<Literal>, type: ValueType): number {
  if (type === 'whole') return compareWholes(a, b);
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}
