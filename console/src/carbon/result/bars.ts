import { byHeight } from '../../ui/stage/storeys.ts';
import { figureOf } from './colours.ts';
import { type ElementsFile, type NamedSums, type ResultFile, sumOf } from './figures.ts';

export const groupings = ['module', 'material', 'class', 'storey'] as const;
export type Grouping = (typeof groupings)[number];

/** A sum of a result. */
export interface Bar {
  /** Under which the address has it. */
  readonly key: string;
  readonly label: string;
  /** kg CO2e; null is not known. */
  readonly value: number | null;
  /** Of how many rows it is not known, or not whole. */
  readonly missing?: number;
}

const sums = ['upfront', 'embodied'];
const notModules = new Set([...sums, 'missing']);

/** The sums of a result by what is asked for; those of names in the order of their size, storeys by height where it is known. */
export function barsOf(result: ResultFile, by: Grouping, heights?: ReadonlyMap<string, number>): readonly Bar[] {
  const { totals } = result;
  if (by === 'module') {
    return Object.keys(totals)
      .filter((module) => !notModules.has(module))
      .map((module) => {
        const missing = totals.missing?.[module];
        return { key: module, label: module, value: sumOf(totals, module), ...(missing ? { missing } : {}) };
      });
  }
  const named = { material: result.materials, class: result.classes, storey: result.storeys }[by];
  const groups = Map.groupBy<string, NamedSums>(named, ({ name }) => name);
  const order =
    by === 'storey' && heights
      ? byHeight(({ key }: Bar) => heights.get(key))
      : (a: Bar, b: Bar) => Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0);
  return [...groups]
    .map(([name, all]) => ({ key: name || '-', label: name || 'In no storey', value: together(all) }))
    .sort(order);
}

/** A material with several declarations is one bar. */
function together(all: readonly NamedSums[]): number | null {
  const known = all.flatMap(({ totals }) => sumOf(totals, 'embodied') ?? []);
  return known.length === 0 ? null : known.reduce((a, b) => a + b);
}

/** Names as materials are compared. */
const keyOf = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** What of an element the picture shows while a bar is chosen. */
export function aspectOf(file: ElementsFile, by: Grouping, bar: string | undefined) {
  if (bar === undefined) return { member: 'embodied' };
  if (by === 'module') return { member: bar };
  if (by !== 'material') return { member: 'embodied' };
  return { member: 'embodied', material: file.materials.findIndex((name) => keyOf(name) === keyOf(bar)) };
}

/** The elements that a bar is made of; undefined while none is chosen. */
export function elementsOf(file: ElementsFile, by: Grouping, bar: string | undefined): ReadonlySet<string> | undefined {
  if (bar === undefined) return undefined;
  const aspect = aspectOf(file, by, bar);
  return new Set(
    file.elements
      .filter((element) => {
        const value = figureOf(element, file.members, aspect);
        if (value === null) return false;
        if (by === 'class') return element.class === bar;
        return by === 'storey' ? (element.storey ?? '-') === bar : by === 'material' || value !== 0;
      })
      .map(({ id }) => id),
  );
}
