import type { Checksums, ElementRecord, Json } from '../snapshot/types.ts';
import { type ComparedValues, checksumsOf, valuesOf } from '../snapshot/values.ts';
import { aligned } from './align.ts';
import { sameLength, sameMesh } from './same-mesh.ts';
import { sameColors, sameValue } from './same-value.ts';

/** What of an element differs; their sum is the `type` of the result. */
export const flags = { property: 1, geometry: 2, placement: 4, indirect: 8, hidden: 16, parent: 32 } as const;

/** An entry of the checksum maps that differs; an absent value has the checksum 0 and the value null. */
export interface ChangedProperty {
  readonly accessor: string;
  readonly oldChecksum: number;
  readonly newChecksum: number;
  readonly oldValue: Json;
  readonly newValue: Json;
}

export interface Difference {
  /** Sum of flags, never 0. */
  readonly type: number;
  /** By accessor. */
  readonly properties: readonly ChangedProperty[];
}

const maps = [
  ['properties', flags.property],
  ['related', flags.indirect],
  ['hidden', flags.hidden],
] as const;

/** How two records of one element differ; undefined when they do not. */
export function differenceOf(before: ElementRecord, after: ElementRecord): Difference | undefined {
  let type = 0;
  const properties = changedProperties(before, after);
  for (const [map, flag] of maps) if (properties.some((one) => one.map === map)) type |= flag;
  const moved = samePlacement(before.placement, after.placement) ? 0 : flags.placement;
  const reshaped = sameShape(before, after) ? 0 : flags.geometry;
  if (moved + reshaped > 0 && !sameMesh(before, after)) type |= moved | reshaped;
  if (before.rootId !== after.rootId) type |= flags.parent;
  return type === 0 ? undefined : { type, properties: properties.map(({ map: _, ...property }) => property) };
}

type MapName = keyof ComparedValues;

/** What differs in the checksums of the two, and in the values, too, but for noise; by accessor. */
function changedProperties(
  before: ElementRecord,
  later: ElementRecord,
): (ChangedProperty & { readonly map: MapName })[] {
  if (maps.every(([map]) => differingIn(before.checksums[map], later.checksums[map]).length === 0)) return [];
  const after = aligned(before, later);
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const checksums = after === later ? later.checksums : checksumsOf(now);
  return maps
    .flatMap(([map]) =>
      differingIn(before.checksums[map], checksums[map]).map((accessor) => ({
        map,
        accessor,
        oldChecksum: before.checksums[map][accessor] ?? 0,
        newChecksum: checksums[map][accessor] ?? 0,
        oldValue: old[map][accessor] ?? null,
        newValue: now[map][accessor] ?? null,
      })),
    )
    .filter(({ map, accessor, oldValue, newValue }) =>
      map === 'hidden' && accessor === 'Colors'
        ? !sameColors(before.colors, after.colors)
        : !sameValue(oldValue, newValue),
    )
    .sort((a, b) => (a.accessor < b.accessor ? -1 : a.accessor > b.accessor ? 1 : 0));
}

function differingIn(before: Checksums, after: Checksums): string[] {
  const differing = Object.keys(after).filter((accessor) => before[accessor] !== after[accessor]);
  for (const accessor of Object.keys(before)) if (!Object.hasOwn(after, accessor)) differing.push(accessor);
  return differing;
}

/** Standard deviations of the noise that are still noise; a millimetre is thousands of them. */
const mostDeviations = 8;

/** The same hash, or the same form and numbers that differ by noise, wherever they lie: one may be at the edge of its rounding. */
function sameShape(before: ElementRecord, after: ElementRecord): boolean {
  if (before.geometryHash === after.geometryHash) return true;
  const [a, b] = [before.shapeSketch, after.shapeSketch];
  if (a === undefined || b === undefined || a.form !== b.form) return false;
  const noise = mostDeviations * Math.max(a.noise, b.noise);
  return a.sums.every((sum, n) => Math.abs(sum - (b.sums[n] ?? 0)) <= noise);
}

/** 1e-6 in the entries of the rotation. */
const sameEntry = 1e-6;

function samePlacement(a: ElementRecord['placement'], b: ElementRecord['placement']): boolean {
  if (a === null || b === null) return a === b;
  const by = (n: number) => (b[n] ?? 0) - (a[n] ?? 0);
  if (Math.hypot(by(3), by(7), by(11)) > sameLength) return false;
  return [0, 1, 2, 4, 5, 6, 8, 9, 10].every((n) => Math.abs(by(n)) <= sameEntry);
}
