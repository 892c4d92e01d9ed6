import { className, type Elements, storeyOf } from './elements.ts';
import { byHeight, heightsByName } from './storeys.ts';

/** A property is named with its set: `property:Pset_WallCommon.FireRating`; without a name one is still to be chosen. */
export type ColourBy = 'class' | 'storey' | `property:${string}`;

export const propertyIn = (by: string | undefined): string | undefined =>
  by?.startsWith('property:') ? by.slice('property:'.length) : undefined;

export const isColourBy = (value: unknown): value is ColourBy =>
  value === 'class' || value === 'storey' || (typeof value === 'string' && propertyIn(value) !== undefined);

/** A colour and what has it. */
export interface LegendEntry {
  readonly label: string;
  /** 0xrrggbb */
  readonly color: number;
  readonly ids: readonly string[];
}

/** Told apart also by people who see fewer colours (after Paul Tol's schemes), enough for most models. */
const palette = [
  0x4477aa, 0xee6677, 0x228833, 0xccbb44, 0x66ccee, 0xaa3377, 0xee8866, 0x44bb99, 0x99ddff, 0xbbcc33, 0x997700,
  0xffaabb, 0x332288, 0x88ccee, 0xddcc77, 0x117733, 0xcc6677, 0x882255, 0x77aadd, 0xaaaa00,
] as const;

const noGroup = 0xb5bfc8;

/** Groups of the elements that are drawn, the largest first, storeys from below to above; each has a colour of its own as long as there are some. */
export function legendOf(
  elements: Elements,
  by: ColourBy,
  values: ReadonlyMap<string, string> | undefined,
): LegendEntry[] {
  const label = (id: string, name: string) =>
    by === 'class'
      ? className(name)
      : by === 'storey'
        ? (storeyOf(elements, id)?.name ?? 'In no storey')
        : values?.get(id);
  const drawn = [...elements.values()].filter(({ box }) => box !== undefined);
  const labelled = drawn.map(({ id, class: name }) => [id, label(id, name)] as const);
  if (by !== 'storey') return groupsOf(labelled);
  const heights = heightsByName(elements);
  return groupsOf(
    labelled,
    byHeight(([name]) => heights.get(name)),
  );
}

type Group = readonly [label: string, members: readonly unknown[]];
const bySize = ([a, of]: Group, [b, others]: Group): number => others.length - of.length || a.localeCompare(b);

export function groupsOf(
  labelled: readonly (readonly [id: string, label: string | undefined])[],
  order: (a: Group, b: Group) => number = bySize,
): LegendEntry[] {
  const groups = Map.groupBy(labelled, ([, label]) => label ?? '');
  return [...groups]
    .sort((a, b) => Number(a[0] === '') - Number(b[0] === '') || order(a, b))
    .map(([label, members], n) => ({
      label: label || 'Without a value',
      color: label === '' ? noGroup : (palette[n % palette.length] ?? noGroup),
      ids: members.map(([id]) => id),
    }));
}

export const cssColor = (color: number): string => `#${color.toString(16).padStart(6, '0')}`;
