import { meant } from './nearest.ts';
import type { Flag, FlagType } from './table.ts';

/** A value of the right type, or what is wrong with it. */
export type Read = { readonly value: unknown } | { readonly problem: string };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuid.test(text);

/** Reads what was typed for a flag. */
export function readValue(flag: Flag, texts: readonly string[]): Read {
  if (flag.type === 'array') return readList(flag, texts);
  const text = texts.at(-1) ?? '';
  if (flag.nullable && text === 'null' && flag.type !== 'string') return { value: null };
  return checked(flag, readOne(flag.type, text));
}

function readList(flag: Flag, texts: readonly string[]): Read {
  const [first = ''] = texts;
  if (flag.in === 'body' && texts.length === 1 && first.trimStart().startsWith('[')) return readOne('array', first);
  const parts = flag.in === 'query' ? texts.flatMap((text) => text.split(',')) : texts;
  const read = parts.map((text) => checked(flag, readOne(flag.items ?? 'string', text)));
  const [wrong] = read.filter((one) => 'problem' in one);
  return wrong ?? { value: read.flatMap((one) => ('value' in one ? [one.value] : [])) };
}

function readOne(type: FlagType, text: string): Read {
  switch (type) {
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(text) ? { value: Number(text) } : { problem: `"${text}" is no whole number.` };
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text))
        ? { value: Number(text) }
        : { problem: `"${text}" is no number.` };
    case 'boolean':
      return /^(true|false)$/i.test(text)
        ? { value: text.toLowerCase() === 'true' }
        : { problem: `"${text}" is neither true nor false.` };
    case 'object':
    case 'array':
      return readJson(text, type);
    case 'any':
      return readAny(text);
    default:
      return { value: text };
  }
}

function readJson(text: string, type: 'object' | 'array'): Read {
  try {
    const value: unknown = JSON.parse(text);
    const is = Array.isArray(value) ? 'array' : typeof value;
    return is === type && value !== null ? { value } : { problem: `is no JSON ${type}.` };
  } catch (error) {
    return { problem: `is not valid JSON: ${error instanceof Error ? error.message : ''}` };
  }
}

/** Where the contract allows several types: JSON where it is some, else a text. */
function readAny(text: string): Read {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { value: text };
  }
}

/** The value, if the contract allows it. */
export function checked(flag: Flag, read: Read): Read {
  if ('problem' in read || read.value === null) return read;
  const { value } = read;
  if (flag.enum && typeof value !== 'object' && !flag.enum.some((one) => one === value)) {
    const near = meant(String(value), flag.enum.map(String));
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    return { problem: `"${value}" is none of ${flag.enum.join(', ')}.${hint}` };
  }
  if (flag.format === 'uuid' && flag.type === 'string' && !isUuid(String(value)))
    return { problem: `"${value}" is no UUID.` };
  return read;
}

/** What is wrong with the type of a member of a whole body. */
export function typeProblem(flag: Flag, value: unknown): string | undefined {
  if (value === null) return flag.nullable ? undefined : 'may not be null.';
  const is = Array.isArray(value) ? 'array' : typeof value;
  const fits =
    flag.type === 'any' ||
    is === flag.type ||
    (is === 'number' && (flag.type === 'number' || (flag.type === 'integer' && Number.isInteger(value))));
  if (!fits) return `must be of type ${flag.type}.`;
  const read = checked(flag, { value });
  return 'problem' in read && flag.type !== 'array' ? read.problem : undefined;
}
