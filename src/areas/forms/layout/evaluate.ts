import type { Budget } from '../../../std/budget.ts';
import { parseInstant } from '../../../std/instant.ts';
import { isRecord } from '../../../std/records.ts';
import { keyOf } from './controls.ts';
import type { Formula } from './formula.ts';

type Scalar = string | number | boolean | null;
type Value = Scalar | readonly Scalar[];

export type Properties = Readonly<Record<string, unknown>>;

/** What a formula is evaluated with. */
export interface Evaluation {
  /** The value of a property by its encoded key; undefined for one that is not there. */
  read(key: string): unknown;
  readonly budget: Budget;
}

/** The value of a formula; null for whatever has no value. Throws a `BudgetSpent`. */
export function evaluate(formula: Formula, evaluation: Evaluation): Scalar {
  const value = termOf(formula, evaluation);
  return isList(value) ? null : finite(value);
}

const isList = (value: Value): value is readonly Scalar[] => Array.isArray(value);
const finite = (value: Scalar): Scalar => (typeof value === 'number' && !Number.isFinite(value) ? null : value);
const scalar = (value: unknown): Scalar =>
  typeof value === 'string' || typeof value === 'boolean' ? value : typeof value === 'number' ? finite(value) : null;

function termOf(formula: Formula, evaluation: Evaluation): Value {
  evaluation.budget.work(1);
  switch (formula.kind) {
    case 'value':
      return formula.value;
    case 'property':
      return propertyValue(evaluation.read(keyOf(formula.key)), evaluation.budget);
    case 'column':
      return columnOf(evaluation.read(keyOf(formula.key)), keyOf(formula.column), evaluation.budget);
    case 'not': {
      const value = termOf(formula.of, evaluation);
      return typeof value === 'boolean' ? !value : null;
    }
    case 'negative': {
      const value = termOf(formula.of, evaluation);
      return typeof value === 'number' ? -value : null;
    }
    case 'binary': {
      const [left, right] = [termOf(formula.left, evaluation), termOf(formula.right, evaluation)];
      evaluation.budget.work(workOfComparing(left, right));
      return binary(formula.sign, left, right);
    }
    case 'call':
      return call(formula.name, formula.of, evaluation);
  }
}

const lettersAStep = 256;

/** Long texts that are alike are compared to their ends. */
const workOfComparing = (left: Value, right: Value): number =>
  typeof left === 'string' && typeof right === 'string'
    ? Math.trunc(Math.min(left.length, right.length) / lettersAStep)
    : 0;

function propertyValue(value: unknown, budget: Budget): Value {
  if (!Array.isArray(value)) return scalar(value);
  budget.work(value.length);
  return value.map(scalar);
}

function columnOf(rows: unknown, column: string, budget: Budget): readonly Scalar[] {
  if (!Array.isArray(rows)) return [];
  budget.work(rows.length);
  return rows.map((row) => (isRecord(row) && Object.hasOwn(row, column) ? scalar(row[column]) : null));
}

function binary(sign: string, left: Value, right: Value): Scalar {
  if (isList(left) || isList(right)) return null;
  if (sign === '&&') return typeof left === 'boolean' && typeof right === 'boolean' ? left && right : null;
  if (sign === '||') return typeof left === 'boolean' && typeof right === 'boolean' ? left || right : null;
  if (sign === '==' && (left === null || right === null)) return left === right;
  if (sign === '!=' && (left === null || right === null)) return left !== right;
  if (typeof left === 'number' && typeof right === 'number') return ofNumbers(sign, left, right);
  if (typeof left !== typeof right || left === null || right === null) return null;
  return compared(sign, left, right);
}

function ofNumbers(sign: string, left: number, right: number): Scalar {
  switch (sign) {
    case '+':
      return finite(left + right);
    case '-':
      return finite(left - right);
    case '*':
      return finite(left * right);
    case '/':
      return right === 0 ? null : finite(left / right);
    case '%':
      return right === 0 ? null : finite(left % right);
    default:
      return compared(sign, left, right);
  }
}

function compared(sign: string, left: Scalar & {}, right: Scalar & {}): boolean | null {
  switch (sign) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    default:
      return null;
  }
}

function call(name: string, of: readonly Formula[], evaluation: Evaluation): Scalar {
  const [first, second, third] = of;
  const value = (formula: Formula | undefined): Value => (formula ? termOf(formula, evaluation) : null);
  if (name === 'if') {
    const chosen = value(value(first) === true ? second : third);
    return isList(chosen) ? null : chosen;
  }
  const all = of.flatMap((one) => value(one)).filter((one) => one !== null);
  if (name === 'concat') return joined(all.map(String), evaluation.budget);
  if (name === 'count') return all.length;
  if (name === 'days') return daysBetween(value(first), value(second));
  if (name === 'round') return rounded(value(first), second === undefined ? 0 : value(second));
  const numbers = all.filter((one) => typeof one === 'number');
  return numbers.length === all.length ? aggregate(name, numbers) : null;
}

function joined(texts: readonly string[], budget: Budget): string {
  budget.text(texts.reduce((length, text) => length + text.length, 0));
  return texts.join('');
}

function aggregate(name: string, numbers: readonly number[]): number | null {
  const sum = numbers.reduce((total, one) => total + one, 0);
  if (name === 'sum') return sum;
  if (numbers.length === 0) return null;
  if (name === 'avg') return sum / numbers.length;
  return numbers.reduce((found, one) => (name === 'min' ? Math.min(found, one) : Math.max(found, one)));
}

const day = 86_400_000;

function daysBetween(from: Value, to: Value): number | null {
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  const [start, end] = [parseInstant(from), parseInstant(to)];
  return start === undefined || end === undefined ? null : (end - start) / day;
}

/** Rounded half away from zero, as people do it: of the decimal digits, not of the binary value. */
export function rounded(value: Value, digits: Value): number | null {
  if (typeof value !== 'number' || typeof digits !== 'number' || Math.abs(digits) > 15) return null;
  const places = Math.trunc(digits);
  const shifted = shift(Math.abs(value), places);
  return Math.sign(value) * shift(Math.round(shifted), -places);
}

function shift(value: number, places: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}
