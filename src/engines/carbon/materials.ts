import type { Engine } from '../engine.ts';
import { openFile } from '../random-access.ts';
import { openSnapshot } from '../snapshot/reader.ts';
import { keyOf } from './calculate.ts';
import { newSum, nineDigits, type Sum } from './kahan.ts';
import { type Row, textOf } from './table/table.ts';
import { elementsOf } from './takeoff/elements.ts';
import { takeoffTable } from './takeoff/takeoff.ts';

/** By what a mapping may name the things of a model: columns of its takeoff. */
export const materialColumns = ['Material', 'TypeName', 'Class', 'Classification'] as const;
export type MaterialColumn = (typeof materialColumns)[number];

export interface MaterialsParams {
  readonly snapshot: string;
  readonly column: MaterialColumn;
}

/** Of all that has one name. */
export interface FoundQuantities {
  readonly elements: number;
  readonly count: number;
  /** SI units; null where nothing is known. */
  readonly volume: number | null;
  readonly area: number | null;
  readonly length: number | null;
  readonly mass: number | null;
}

/** A material of a model, or what the column names instead, with all that there is of it. */
export interface FoundMaterial extends FoundQuantities {
  readonly name: string | null;
  readonly category: string | null;
  /** Of its elements; some of them. */
  readonly classes: readonly string[];
  readonly types: readonly string[];
  readonly classifications: readonly string[];
  /** GlobalIds. */
  readonly examples: readonly string[];
}

const mostExamples = 10;
export const measures = ['volume', 'area', 'length', 'mass'] as const;
const quantityColumns = { volume: 'Volume', area: 'Area', length: 'Length', mass: 'Mass' } as const;

/** The materials of a model, those with most volume first: what a person makes a mapping from. */
export const listMaterials: Engine<MaterialsParams, readonly FoundMaterial[]> = async (params, context) => {
  const snapshot = await openFile(params.snapshot).then(openSnapshot);
  try {
    const elements = await elementsOf(snapshot, new Set(), context);
    const perMaterial = params.column === 'Material';
    const table = takeoffTable('*', elements, { modelId: '', filter: undefined, perMaterial });
    const found = new Map<string, Gathered>();
    for (const row of table.rows()) gather(row, params.column, found);
    return [...found.values()].map(materialOf).sort((a, b) => (b.volume ?? -1) - (a.volume ?? -1));
  } finally {
    await snapshot.close();
  }
};

interface Gathered {
  readonly name: string | null;
  readonly category: string | null;
  readonly ids: Set<string>;
  readonly classes: Set<string>;
  readonly types: Set<string>;
  readonly classifications: Set<string>;
  readonly sums: Readonly<Record<(typeof measures)[number], Sum>>;
  count: number;
}

const newGathered = (name: string | null, category: string | null): Gathered => ({
  name,
  category,
  ids: new Set(),
  classes: new Set(),
  types: new Set(),
  classifications: new Set(),
  count: 0,
  sums: { volume: newSum(), area: newSum(), length: newSum(), mass: newSum() },
});

function gather({ cell, element }: Row, column: MaterialColumn, all: Map<string, Gathered>): void {
  const text = (of: string) => textOf(cell(of));
  const [name, category] = [text(column), column === 'Material' ? text('Category') : null];
  const key = JSON.stringify([name === null ? null : keyOf(name), category]);
  const one = all.get(key) ?? newGathered(name, category);
  all.set(key, one);
  one.count++;
  if (element !== undefined) one.ids.add(element.globalId);
  note(one.classes, text('Class'));
  note(one.types, text('TypeName'));
  note(one.classifications, text('Classification'));
  for (const measure of measures) {
    const { value } = cell(quantityColumns[measure]);
    if (typeof value === 'number') one.sums[measure].add(value);
  }
}

function note(texts: Set<string>, text: string | null): void {
  if (text !== null && texts.size < mostExamples) texts.add(text);
}

function materialOf({ name, category, ids, count, sums, ...texts }: Gathered): FoundMaterial {
  const of = (measure: (typeof measures)[number]) => {
    const value = sums[measure].value();
    return value === null ? null : nineDigits(value);
  };
  return {
    name,
    category,
    elements: ids.size,
    count,
    examples: [...ids].slice(0, mostExamples),
    volume: of('volume'),
    area: of('area'),
    length: of('length'),
    mass: of('mass'),
    classes: [...texts.classes],
    types: [...texts.types],
    classifications: [...texts.classifications],
  };
}
