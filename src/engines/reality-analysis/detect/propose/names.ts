import { isRecord } from '../../../../std/records.ts';

/** Names of classes by their numbers. */
export type ClassNames = ReadonlyMap<number, string>;

const mostClasses = 65_536;

/** What a trainer noted, in the form of Python (`{0: 'person', 1: "stop sign"}`, `['a', 'b']`) or JSON. */
export function readNames(text: string | undefined): ClassNames | undefined {
  if (text === undefined) return undefined;
  const names = fromJson(text) ?? fromPython(text);
  return names !== undefined && names.size > 0 && names.size <= mostClasses ? names : undefined;
}

function fromJson(text: string): ClassNames | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(json) && !isRecord(json)) return undefined;
  const entries = Object.entries(json).map(([key, name]): [number, unknown] => [Number(key), name]);
  const isNamed = entries.every(([key, name]) => Number.isInteger(key) && key >= 0 && typeof name === 'string' && name);
  return isNamed ? new Map(entries.map(([key, name]) => [key, String(name)])) : undefined;
}

const quoted = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`;

function fromPython(text: string): ClassNames | undefined {
  const inner = text.trim();
  const isList = inner.startsWith('[');
  if (!isList && !inner.startsWith('{')) return undefined;
  const names = new Map<number, string>();
  const pattern = new RegExp(isList ? `(${quoted})` : String.raw`(\d{1,6})\s*:\s*(${quoted})`, 'g');
  for (const match of inner.matchAll(pattern)) {
    const [, first = '', second = ''] = match;
    const name = unquoted(isList ? first : second);
    if (name !== '') names.set(isList ? names.size : Number(first), name);
  }
  return names;
}

const unquoted = (text: string): string => text.slice(1, -1).replace(/\\(.)/g, '$1');

/** Numbers of a note: `[640, 480]`, `640`. */
export function readNumbers(text: string | undefined): number[] {
  return (text?.match(/\d+(\.\d+)?/g) ?? []).slice(0, 4).map(Number);
}
