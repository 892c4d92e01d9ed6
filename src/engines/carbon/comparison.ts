import { readFile } from 'node:fs/promises';
import type { Engine } from '../engine.ts';
import { keyOf } from './calculate.ts';
import { newSum, nineDigits } from './kahan.ts';
import type { ElementFigures } from './report/elements.ts';
import type { Result } from './result.ts';
import { type Member, members } from './totals.ts';

export interface ComparisonParams {
  readonly before: ResultFiles;
  readonly after: ResultFiles;
}

export interface ResultFiles {
  /** Path of `result.json`. */
  readonly result: string;
  /** Path of `elements.json`; absent where there is none. */
  readonly elements?: string;
}

/** kg CO2e before and after; null: not there, or not known. */
export interface Pair {
  readonly name: string;
  readonly before: number | null;
  readonly after: number | null;
}

export interface ElementChange extends Pair {
  /** GlobalId. */
  readonly globalId: string;
  readonly change: 'New' | 'Gone' | 'Changed';
}

/** What differs between two results, in embodied carbon where nothing else is said. */
export interface ResultComparison {
  readonly modules: readonly (Pair & { readonly name: Member })[];
  readonly materials: readonly Pair[];
  readonly classes: readonly Pair[];
  readonly storeys: readonly Pair[];
  /** Rows that could not be calculated. */
  readonly notCalculated: { readonly before: number; readonly after: number };
  /** By GlobalId; null where one of the two is not of a model. */
  readonly elements: ChangedElements | null;
}

export interface ChangedElements {
  readonly new: number;
  readonly gone: number;
  readonly changed: number;
  readonly same: number;
  /** Those that differ most first. */
  readonly largest: readonly ElementChange[];
}

const mostListed = 1000;

/** Compares two results, such as those of two versions of a model. */
export const compareResults: Engine<ComparisonParams, ResultComparison> = async ({ before, after }) => {
  const [a, b] = [await read<Result>(before.result), await read<Result>(after.result)];
  const elements = before.elements && after.elements;
  const listed = (of: (result: Result) => Named) => pairsOf(sumsOf(of(a)), sumsOf(of(b)));
  return {
    modules: members.map((name) => ({ name, before: a.totals[name], after: b.totals[name] })),
    materials: listed(({ materials }) => materials),
    classes: listed(({ classes }) => classes),
    storeys: listed(({ storeys }) => storeys),
    notCalculated: { before: rowsOf(a), after: rowsOf(b) },
    elements: elements
      ? changesOf(await read<ElementFigures>(before.elements), await read<ElementFigures>(after.elements))
      : null,
  };
};

const read = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8'));
const rowsOf = ({ notCalculated }: Result): number => notCalculated.reduce((sum, { rows }) => sum + rows, 0);

type Named = readonly { readonly name: string; readonly totals: Result['totals'] }[];

interface Summed {
  readonly name: string;
  readonly value: number | null;
}

/** By name: a material may be in a result with several declarations. */
function sumsOf(named: Named): ReadonlyMap<string, Summed> {
  const groups = Map.groupBy(named, ({ name }) => keyOf(name));
  return new Map(
    [...groups].map(([key, all]) => [
      key,
      { name: all[0]?.name ?? '', value: sum(all.map((one) => one.totals.embodied)) },
    ]),
  );
}

function sum(values: readonly (number | null)[]): number | null {
  const total = newSum();
  for (const value of values) if (value !== null) total.add(value);
  const value = total.value();
  return value === null ? null : nineDigits(value);
}

const difference = ({ before, after }: Pick<Pair, 'before' | 'after'>): number =>
  Math.abs((after ?? 0) - (before ?? 0));

const pairsOf = (a: ReadonlyMap<string, Summed>, b: ReadonlyMap<string, Summed>): Pair[] =>
  [...new Set([...a.keys(), ...b.keys()])]
    .map((key) => ({
      name: b.get(key)?.name ?? a.get(key)?.name ?? '',
      before: a.get(key)?.value ?? null,
      after: b.get(key)?.value ?? null,
    }))
    .sort((one, other) => difference(other) - difference(one));

/** Figures are the same that differ by what rounding leaves. */
const tolerance = 1e-6;
const isSame = ({ before, after }: Pick<Pair, 'before' | 'after'>): boolean =>
  before === after ||
  (before !== null && after !== null && Math.abs(after - before) <= tolerance * Math.max(Math.abs(before), 1e-3));

function changesOf(a: ElementFigures, b: ElementFigures): ChangedElements {
  const [before, after] = [embodiedOf(a), embodiedOf(b)];
  const all = [...new Set([...before.keys(), ...after.keys()])].map((globalId) => {
    const [old, now] = [before.get(globalId), after.get(globalId)];
    const pair = { name: now?.name ?? old?.name ?? '', before: old?.value ?? null, after: now?.value ?? null };
    const change = old === undefined ? 'New' : now === undefined ? 'Gone' : isSame(pair) ? 'Same' : 'Changed';
    return { globalId, change, ...pair } as const;
  });
  const number = (kind: (typeof all)[number]['change']) => all.filter(({ change }) => change === kind).length;
  const largest = all.flatMap(({ change, ...one }) => (change === 'Same' ? [] : [{ ...one, change }]));
  return {
    new: number('New'),
    gone: number('Gone'),
    changed: number('Changed'),
    same: number('Same'),
    largest: largest.sort((one, other) => difference(other) - difference(one)).slice(0, mostListed),
  };
}

/** By GlobalId, named by their class. */
function embodiedOf({ elements, members: names }: ElementFigures): ReadonlyMap<string, Summed> {
  const at = names.indexOf('embodied');
  return new Map(
    elements.map((one) => [
      one.globalId,
      { name: one.class, value: sum(one.of.map(([, figures]) => figures[at] ?? null)) },
    ]),
  );
}
