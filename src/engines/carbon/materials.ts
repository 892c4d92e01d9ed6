import type { Engine } from '../engine.ts';
import { openFile } from '../random-access.ts';
import { openSnapshot } from '../snapshot/reader.ts';
import { keyOf } from './calculate.ts';
import { newSum, nineDigits, type Sum } from './kahan.ts';
import { type Cell, textOf } from './table/table.ts';
import { elementsOf } from './takeoff/elements.ts';
import { takeoffTable } from './takeoff/takeoff.ts';

export interface MaterialsParams {
  readonly snapshot: string;
}

/** A material of a model, with all that there is of it; null where nothing is known. */
export interface FoundMaterial {
  readonly name: string | null;
  readonly category: string | null;
  readonly elements: number;
  /** SI units. */
  readonly volume: number | null;
  readonly area: number | null;
  readonly length: number | null;
  readonly mass: number | null;
  readonly count: number;
  /** GlobalIds. */
  readonly examples: readonly string[];
}

const mostExamples = 10;
const measures = ['volume', 'area', 'length', 'mass'] as const;
const columns = { volume: 'Volume', area: 'Area', length: 'Length', mass: 'Mass' } as const;

/** The materials of a model, those with most volume first: what a person makes a mapping from. */
export const listMaterials: Engine<MaterialsParams, readonly FoundMaterial[]> = async ({ snapshot: path }, context) => {
  const snapshot = await openFile(path).then(openSnapshot);
  try {
    const elements = await elementsOf(snapshot, new Set(), context);
    const table = takeoffTable('*', elements, { modelId: '', filter: undefined, perMaterial: true });
    const found = new Map<
      string,
      {
        name: string | null;
        category: string | null;
        ids: Set<string>;
        count: number;
        sums: Record<(typeof measures)[number], Sum>;
      }
    >();
    for (const { cell, element } of table.rows()) {
      const [name, category] = [textOf(cell('Material')), textOf(cell('Category'))];
      const key = JSON.stringify([name === null ? null : keyOf(name), category]);
      const sums = { volume: newSum(), area: newSum(), length: newSum(), mass: newSum() };
      const one = found.get(key) ?? { name, category, ids: new Set<string>(), count: 0, sums };
      found.set(key, one);
      one.count++;
      if (element !== undefined) one.ids.add(element.globalId);
      for (const measure of measures) addTo(one.sums[measure], cell(columns[measure]));
    }
    const all = [...found.values()].map(({ name, category, ids, count, sums }): FoundMaterial => {
      const of = (measure: keyof typeof sums) => {
        const value = sums[measure].value();
        return value === null ? null : nineDigits(value);
      };
      return {
        ...{ name, category, elements: ids.size, count, examples: [...ids].slice(0, mostExamples) },
        ...{ volume: of('volume'), area: of('area'), length: of('length'), mass: of('mass') },
      };
    });
    return all.sort((a, b) => (b.volume ?? -1) - (a.volume ?? -1));
  } finally {
    await snapshot.close();
  }
};

function addTo(sum: Sum, { value }: Cell): void {
  if (typeof value === 'number') sum.add(value);
}
