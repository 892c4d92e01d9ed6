import { linesOf } from '../../formats/lines.ts';
import { unreadable } from '../../formats/unreadable.ts';
import type { RandomAccess } from '../../random-access.ts';
import { batchSize, makeBatch, type PointBatch } from '../batch.ts';
import type { CloudSource } from '../source.ts';
import { type Added, addedFields, addedPutter, mostAdded } from './added-fields.ts';
import { columnsOf, hasPlaces, putter } from './fields.ts';
import {
  type GivenText,
  isComment,
  isCountLine,
  numberIn,
  type TextColumn,
  type TextLayout,
  textLayoutOf,
  wordsIn,
} from './text-columns.ts';

interface GivenTo {
  readonly text?: GivenText | undefined;
}

/** Points as lines of text; a head may name the columns. */
export async function xyzSource(file: RandomAccess, name: string, { text }: GivenTo = {}): Promise<CloudSource> {
  const layout = await textLayoutOf(file, text);
  if (layout && 'line' in layout) {
    throw unreadable(name, `its columns cannot be told apart: line ${layout.line} is not as the others`);
  }
  if (layout === undefined || !hasPlaces(layout.columns.map(({ use }) => use))) {
    throw unreadable(name, 'it has no lines of x, y and z');
  }
  const { kept, leftOut } = unnamed(layout.columns);
  const added = addedFields(kept.map((column) => ({ name: column.name ?? 'value', kind: 'float64' })));
  return {
    columns: columnsOf(layout.columns.map(({ use }) => use)),
    promised: undefined,
    ...(added.extra === undefined ? {} : { extra: added.extra }),
    leftOut,
    batches: () => textBatches(file, layout, { ...added, kept }, name),
    close: () => file.close(),
  };
}

/** Columns of which nothing here is made, but that have a name: numbers are added to the points. */
function unnamed(columns: readonly TextColumn[]): { kept: TextColumn[]; leftOut: string[] } {
  const others = columns.filter(({ use, name = '-' }) => use === undefined && name !== '' && name !== '-');
  const numbers = others.filter(({ isNumber }) => isNumber);
  const kept = numbers.slice(0, mostAdded);
  return { kept, leftOut: others.filter((one) => !kept.includes(one)).map(({ name }) => name ?? '') };
}

type Kept = Added & { readonly kept: readonly TextColumn[] };

/** Puts the values of a column; undefined where nothing is made of them. */
function putters({ columns }: TextLayout, { fields, kept }: Kept, batch: PointBatch) {
  return columns.map((column) => {
    if (column.use !== undefined) return putter(column.use, batch, column.share);
    const field = fields[kept.indexOf(column)];
    return field && addedPutter(field, batch);
  });
}

async function* textBatches(file: RandomAccess, layout: TextLayout, added: Kept, name: string) {
  const { dialect, columns } = layout;
  const batch = makeBatch(columnsOf(columns.map(({ use }) => use)), batchSize, added.extra?.size);
  const puts = putters(layout, added, batch);
  const needed = columns.map(({ use }) => use !== undefined);
  let [number, promised, seen] = [0, 0, 0];
  batch.count = 0;
  for await (const line of linesOf(file)) {
    number++;
    if (isComment(line)) continue;
    if (isCountLine(line)) {
      promised += Number(line);
      continue;
    }
    const words = wordsIn(line, dialect);
    let isPoint = words.length === columns.length;
    for (let n = 0; isPoint && n < columns.length; n++) {
      const value = numberIn(words[n] ?? '', dialect);
      if (value === undefined && needed[n]) isPoint = false;
      else puts[n]?.(batch.count, value ?? Number.NaN);
    }
    if (!isPoint) {
      if (seen === 0) continue; // a head
      throw unreadable(name, `line ${number} is no point`);
    }
    batch.count++;
    seen++;
    if (batch.count < batchSize) continue;
    yield batch;
    batch.count = 0;
  }
  if (seen < promised) throw unreadable(name, `it is cut off: it promises ${promised} points, and ${seen} are there`);
  if (batch.count > 0) yield batch;
}
