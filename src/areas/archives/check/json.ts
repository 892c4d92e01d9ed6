import { jsonBounds } from '../../../std/json-bounds.ts';
import { isRecord } from '../../../std/records.ts';

const deepest = 64;

/** A JSON object, or what is wrong with the text. */
export type ReadObject =
  | { readonly value: Readonly<Record<string, unknown>> }
  | { readonly member: string; readonly why: string };

const wrong = (why: string, member = 'line'): ReadObject => ({ member, why });
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The object that these bytes say. Refused is what not all readers understand alike: names that come twice, `__proto__`,
 * more than 64 levels, and texts that databases do not hold.
 */
export function objectIn(bytes: Buffer): ReadObject {
  if (jsonBounds({ levels: deepest, most: Number.POSITIVE_INFINITY }).take(bytes) === 'deep')
    return wrong(`has more than ${deepest} levels`);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return wrong('is not UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return wrong('is no JSON object');
  }
  if (!isRecord(value)) return wrong('is no JSON object');
  const isCanonical = JSON.stringify(value) === text;
  if (!isCanonical || text.includes('"__proto__"')) {
    const twice = repeatedName(text);
    if (twice !== undefined) return wrong('comes twice', twice);
    if (namesIn(text).includes('__proto__')) return wrong('is not allowed', '__proto__');
  }
  // What cannot be written as it is was escaped: only then is there something to look for.
  const odd = /\\u(?:0000|d[89a-f])/i.test(text) ? oddText(value) : undefined;
  return odd === undefined ? { value } : wrong('has a sign that no text may have', odd);
}

/** Tokens of a text that is JSON: texts, and the signs that open and close. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

function* namesByObject(text: string): Generator<{ readonly name: string; readonly names: Set<string> }> {
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    const names = open.at(-1);
    if (token === ':' && names) yield { name: String(JSON.parse(last)), names };
    last = token;
  }
}

function repeatedName(text: string): string | undefined {
  for (const { name, names } of namesByObject(text)) {
    if (names.has(name)) return name;
    names.add(name);
  }
  return undefined;
}

const namesIn = (text: string): string[] => [...namesByObject(text)].map(({ name }) => name);

/** The first member, from the top, in which there is U+0000 or half a pair. */
function oddText(value: Readonly<Record<string, unknown>>): string | undefined {
  const isOdd = (one: unknown): boolean => {
    if (typeof one === 'string') return !one.isWellFormed() || one.includes('\0');
    if (Array.isArray(one)) return one.some(isOdd);
    return isRecord(one) && Object.entries(one).some(([name, member]) => isOdd(name) || isOdd(member));
  };
  return Object.entries(value).find((entry) => entry.some(isOdd))?.[0];
}
