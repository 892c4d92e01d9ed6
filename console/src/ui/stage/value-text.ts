import { digitsOf } from '../number/digits.ts';

/** A value of a file as people read it, with its unit; units of a value that has members are named as these are. */
export function textOf(value: unknown, unit?: unknown): string {
  if (value === null || value === undefined) return '';
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (typeof value === 'number') return withUnit(digitsOf(value, typeof unit === 'string' ? unit : undefined), unit);
  if (Array.isArray(value)) return value.every(isNumber) ? withUnit(listOf(value, unit), unit) : listOf(value);
  if (typeof value !== 'object') return String(value);
  const own = 'unit' in value ? (unit ?? nameOf(value.unit)) : undefined;
  if ('value' in value && 'unit' in value) return textOf(value.value, own);
  return Object.entries(value)
    .filter(([name]) => own === undefined || name !== 'unit')
    .map(([name, one]) => `${name}: ${textOf(one, own ?? (typeof unit === 'string' ? unit : memberOf(unit, name)))}`)
    .join('; ');
}

const isNumber = (value: unknown): boolean => typeof value === 'number';
const listOf = (values: readonly unknown[], unit?: unknown): string =>
  values
    .map((one) => (typeof one === 'number' ? digitsOf(one, typeof unit === 'string' ? unit : undefined) : textOf(one)))
    .join(', ');

/** Degrees stand beside their number. */
function withUnit(text: string, unit: unknown): string {
  if (typeof unit !== 'string' || unit === '' || text === '') return text;
  return unit === '°' ? `${text}°` : `${text} ${unit}`;
}

/** A unit that is but a kind of unit says nothing. */
const nameOf = (unit: unknown): unknown => (typeof unit === 'string' && /UNIT$/.test(unit) ? '' : unit);

const memberOf = (units: unknown, name: string): unknown =>
  typeof units === 'object' && units !== null ? Reflect.get(units, name) : undefined;

/** What programs write where nobody has given a value: nothing, the name of the property, or `<By Category>`. */
export const isPlaceholder = (name: string, text: string): boolean =>
  text.trim() === '' || text === name || /^<[^<>]*>$/.test(text);
