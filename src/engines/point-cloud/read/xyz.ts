import type { RandomAccess } from '../../random-access.ts';
import { batchSize, makeBatch } from '../batch.ts';
import { type CloudSource, unreadable } from '../source.ts';
import { columnsOf, type FieldUse, hasPlaces, putter, useOf } from './fields.ts';
import { linesOf } from './lines.ts';

const place = ['x', 'y', 'z'] as const;
const colors = ['red', 'green', 'blue'] as const;

/** What columns are when no header names them, by how many there are. */
const byCount: Readonly<Record<number, readonly FieldUse[]>> = {
  3: place,
  4: [...place, 'intensity'],
  5: [...place, 'intensity', 'classification'],
  6: [...place, ...colors],
  7: [...place, 'intensity', ...colors],
  8: [...place, 'intensity', ...colors, 'classification'],
};

const wordsOf = (line: string): string[] => line.trim().split(/[\s,;]+/);
const isNumber = (word: string): boolean =>
  word !== '' && (Number.isFinite(Number(word)) || /^[-+]?(nan|inf)/i.test(word));
const isCount = (words: readonly string[]): boolean => words.length === 1 && /^\d+$/.test(words[0] ?? '');
const isComment = (line: string): boolean => line === '' || line.startsWith('#') || line.startsWith('//');
const linesBeforePoints = 100;

/** Points as lines of text; a header may name the columns. */
export async function xyzSource(file: RandomAccess, name: string): Promise<CloudSource> {
  const uses = await usesOf(file);
  if (uses === undefined || !hasPlaces(uses)) throw unreadable(name, 'it has no lines of x, y and z');
  return {
    columns: columnsOf(uses),
    promised: undefined,
    batches: () => textBatches(file, uses, name),
    close: () => file.close(),
  };
}

async function usesOf(file: RandomAccess): Promise<readonly (FieldUse | undefined)[] | undefined> {
  let header: (FieldUse | undefined)[] | undefined;
  let seen = 0;
  for await (const line of linesOf(file)) {
    if (seen++ > linesBeforePoints) return undefined;
    const words = wordsOf(line);
    if (words[0] === '' || isCount(words)) continue;
    if (words.every(isNumber)) {
      if (header !== undefined && header.length <= words.length) return header;
      return byCount[Math.min(8, words.length)];
    }
    const named = wordsOf(line.replace(/^\s*(\/\/|#)\s*/, '')).map(useOf);
    if (hasPlaces(named)) header = named;
    else if (!isComment(line.trim())) return undefined;
  }
  return undefined;
}

async function* textBatches(file: RandomAccess, uses: readonly (FieldUse | undefined)[], name: string) {
  const batch = makeBatch(columnsOf(uses));
  const puts = uses.map((use) => (use === undefined ? undefined : putter(use, batch)));
  let [number, promised, seen, begun] = [0, 0, 0, false];
  batch.count = 0;
  for await (const line of linesOf(file)) {
    number++;
    const words = wordsOf(line);
    if (isComment(line.trim())) continue;
    if (isCount(words)) {
      promised += Number(words[0]);
      continue;
    }
    if (words.length < uses.length || !words.every(isNumber)) {
      if (!begun) continue; // a header
      throw unreadable(name, `line ${number} is no point`);
    }
    begun = true;
    for (const [n, put] of puts.entries()) put?.(batch.count, Number(words[n]));
    batch.count++;
    seen++;
    if (batch.count < batchSize) continue;
    yield batch;
    batch.count = 0;
  }
  if (seen < promised) throw unreadable(name, `it is cut off: it promises ${promised} points, and ${seen} are there`);
  if (batch.count > 0) yield batch;
}
