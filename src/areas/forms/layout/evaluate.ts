import { parseInstant } from '../../../kernel/std/instant.ts';
import { isRecord } from '../../../kernel/std/records.ts';
import { keyOf } from './controls.ts';
import type { Formula } from './formula.ts';

type Scalar = string | number | boolean | null;
type Value = Scalar | readonly Scalar[];

export type Properties = Readonly<Record<string, unknown>>;

/** The value of a formula over the properties of a form; null for whatever has no value. */
export function evaluate(formula: Formula, properties: Properties): Scalar {
  const value = termOf(formula, properties);
  return isList(value) ? null : finite(value);
}

const isList = (value: Value): value is readonly Scalar[] => Array.isArray(value);
const finite = (value: Scalar): Scalar => (typeof value === 'number' && !Number.isFinite(value) ? null : value);
const scalar = (value: unknown): Scalar =>
  typeof value === 'string' || typeof value === 'boolean' ? value : typeof value === 'number' ? finite(value) : null;

function termOf(formula: Formula, properties: Properties): Value {
  switch (formula.kind) {
    case 'value':
      return formula.value;
    case 'property':
      return propertyValue(own(properties, keyOf(formula.key)));
    case 'column':
      return columnOf(own(properties, keyOf(formula.key)), keyOf(formula.column));
    case 'not': {
      const value = termOf(formula.of, properties);
      return typeof value === 'boolean' ? !value : null;
    }
    case 'negative': {
      const value = termOf(formula.of, properties);
      return typeof value === 'number' ? -value : null;
    }
    case 'binary':
      return binary(formula.sign, termOf(formula.left, properties), termOf(formula.right, properties));
    case 'call':
      return call(formula.name, formula.of, properties);
  }
}

const own = (of: Properties, key: string): unknown => (Object.hasOwn(of, key) ? of[key] : undefined);

const propertyValue = (value: unknown): Value => (Array.isArray(value) ? value.map(scalar) : scalar(value));

function columnOf(rows: unknown, column: string): readonly Scalar[] {
  if (!Array.isArray(rows)) return [];
  return rows.map((row) => (isRecord(row) ? scalar(own(row, column)) : null));
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

function call(name: string, of: readonly Formula[], properties: Properties): Scalar {
  const [first, second, third] = of;
  const value = (formula: Formula | undefined): Value => (formula ? termOf(formula, properties) : null);
  if (name === 'if') {
    const chosen = value(value(first) === true ? second : third);
    return isList(chosen) ? null : chosen;
  }
  const all = of.flatMap((one) => value(one)).filter((one) => one !== null);
  if (name === 'concat') return all.map(String).join('');
  if (name === 'count') return all.length;
  if (name === 'days') return daysBetween(value(first), value(second));
  if (name === 'round') return rounded(value(first), second === undefined ? 0 : value(second));
  const numbers = all.filter((one) => typeof one === 'number');
  return numbers.length === all.length ? aggregate(name, numbers) : null;
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
