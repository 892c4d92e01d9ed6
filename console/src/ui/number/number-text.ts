/** What a text in a number field says: a number, nothing, or why it is neither. */
export type Typed = { readonly value: number | '' } | { readonly fault: string };

export interface NumberRules {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly whole?: boolean | undefined;
  readonly maxDecimals?: number | undefined;
  /** Accepted behind the number, as it is in texts that are pasted. */
  readonly unit?: string | undefined;
}

/** Whether the language writes decimals with a comma. */
export const hasDecimalComma = (language: string): boolean =>
  new Intl.NumberFormat(language).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',');

const grouped = (separator: '.' | ',') => new RegExp(`^\\d{1,3}(\\${separator}\\d{3})+$`);
const groups = { '.': grouped('.'), ',': grouped(',') };

/** The digits with a point for decimals, from either way to write them; undefined: no number. */
function pointed(digits: string): string | undefined {
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const mark = digits[at];
  if (mark !== '.' && mark !== ',') return digits;
  const [whole, decimals] = [digits.slice(0, at), digits.slice(at + 1)];
  if (/^\d*$/.test(whole)) return `${whole}.${decimals}`;
  if (groups[mark].test(digits)) return digits.replaceAll(mark, '');
  const other = mark === '.' ? ',' : '.';
  return groups[other].test(whole) ? `${whole.replaceAll(other, '')}.${decimals}` : undefined;
}

/** Signs and gaps as other programs write them. */
const plain = (text: string): string =>
  text
    .trim()
    .replace(/^[−–]/, '-')
    .replaceAll(/(?<=\d)[\s'’](?=\d)/g, '');

const parts = /^([+-]?)([\d.,]*\d[\d.,]*)(?:e([+-]?\d+))?$/i;
/** Thousands to some readers, decimals to others. */
const unclear = /^[1-9]\d{0,2},\d{3}$/;

/**
 * Reads a number as people write it in English and German: the last of point and comma parts the decimals, what repeats groups
 * thousands. A comma that can mean either counts as a decimal one only where the reader's language has it.
 */
export function readNumber(text: string, decimalComma: boolean, rules: NumberRules = {}): Typed {
  const whole = plain(text);
  const bare = plain(rules.unit && whole.endsWith(rules.unit) ? whole.slice(0, -rules.unit.length) : whole);
  if (bare === '') return { value: '' };
  const [, sign, digits = '', power = '0'] = parts.exec(bare) ?? [];
  const number = pointed(digits);
  if (sign === undefined || number === undefined) return { fault: 'Not a number. Write it like 1.5 or 1,5.' };
  if (!decimalComma && unclear.test(digits)) {
    return { fault: `Write ${digits.replace(',', '')} or ${digits.replace(',', '.')}: the comma can mean either.` };
  }
  const value = Number(`${sign}${number}e${power}`);
  const fault = faultOf(value, rules) ?? decimalsFault(number, Number(power), rules);
  return fault === undefined ? { value } : { fault };
}

function faultOf(value: number, { min, max, whole }: NumberRules): string | undefined {
  if (!Number.isFinite(value)) return 'Too large a number.';
  if (whole && !Number.isSafeInteger(value)) return 'Write a whole number.';
  const isWithin = value >= (min ?? value) && value <= (max ?? value);
  if (isWithin) return undefined;
  if (min !== undefined && max !== undefined) return `Write a number from ${min} to ${max}.`;
  return min === undefined ? `Write a number of at most ${max}.` : `Write a number of at least ${min}.`;
}

function decimalsFault(number: string, power: number, { maxDecimals }: NumberRules): string | undefined {
  const [, decimals = ''] = number.split('.');
  const count = decimals.replace(/0+$/, '').length - power;
  if (maxDecimals === undefined || count <= maxDecimals) return undefined;
  return maxDecimals === 0 ? 'Write a whole number.' : `Write at most ${maxDecimals} decimals.`;
}

/** How a number field shows a value: with the point that all of the console has, and no more digits than `decimals`. */
export function numberText(value: unknown, decimals?: number): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : '';
  return String(decimals === undefined ? value : Number(value.toFixed(decimals)));
}
