import type { Entry } from './table.ts';

/** Errors and event types whose name is a pattern or a beginning, and words in sentences. */

type Rename = (text: string) => string;

/** What a `*` stands for in a name; undefined where the name does not fit. */
function restOf([before = '', after = '']: readonly string[], name: string): string | undefined {
  const fits = name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after);
  return fits ? name.slice(before.length, name.length - after.length) : undefined;
}

/** Finds the entry of a code: the one that names it whole, else the longest pattern. Remembers the codes that it saw. */
export function codeFinder(entries: readonly Entry[]): (code: string) => Entry | undefined {
  const whole = new Map(entries.filter(({ ours }) => !ours.includes('*')).map((entry) => [entry.ours, entry]));
  const patterns = entries
    .filter(({ ours }) => ours.includes('*'))
    .toSorted((one, other) => other.ours.length - one.ours.length)
    .map((entry) => ({ entry, parts: entry.ours.split('*') }));
  const known = new Map<string, Entry | undefined>();
  return (code) => {
    if (!known.has(code) && known.size < mostKnown)
      known.set(code, whole.get(code) ?? patterns.find(({ parts }) => restOf(parts, code) !== undefined)?.entry);
    return known.get(code);
  };
}

/** There are some hundred codes. */
const mostKnown = 10_000;

/** A code in words of the table. */
export const codeIn = ({ ours, theirs }: Entry, code: string): string =>
  theirs.replace('*', () => restOf(ours.split('*'), code) ?? '');

/** The longest beginning counts. */
export function entryOfEvent(entries: readonly Entry[], type: string, side: 'ours' | 'theirs'): Entry | undefined {
  return entries
    .filter((entry) => type.startsWith(entry[side]))
    .toSorted((one, other) => other[side].length - one[side].length)[0];
}

export const eventIn = (entries: readonly Entry[], type: string): string => {
  const entry = entryOfEvent(entries, type, 'ours');
  return entry === undefined ? type : entry.theirs + type.slice(entry.ours.length);
};

/** The neutral type of an event that was asked for in words of the table. */
export const eventOf = (entries: readonly Entry[], type: string): string => {
  const entry = entryOfEvent(entries, type, 'theirs');
  return entry === undefined ? type : entry.ours + type.slice(entry.theirs.length);
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Changes whole words of a sentence. What stands in quotes somebody has written: it is changed only where all of it is a
 * name. A word with a capital at its beginning is the same word.
 */
export function wordsIn(words: ReadonlyMap<string, string>): Rename {
  const all = new Map(words);
  for (const [ours, theirs] of words) if (!all.has(capital(ours))) all.set(capital(ours), capital(theirs));
  if (all.size === 0) return (text) => text;
  const longestFirst = [...all.keys()]
    .toSorted((one, other) => other.length - one.length)
    .map((one) => RegExp.escape(one));
  const quoted = `(?<![\\p{L}\\p{N}])(?:'[^']*'|"[^"]*")(?![\\p{L}\\p{N}])`;
  const word = `(?<![\\p{L}\\p{N}_])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}_])`;
  const pattern = new RegExp(`${quoted}|${word}`, 'gu');
  return (text) =>
    text.replaceAll(pattern, (found) => {
      const plain = all.get(found);
      if (plain !== undefined) return plain;
      const inner = all.get(found.slice(1, -1));
      return inner === undefined ? found : found.charAt(0) + inner + found.charAt(0);
    });
}
