import type { Checksums, ElementRecord, Json } from '../snapshot/types.ts';
import { type ComparedValues, valuesOf } from '../snapshot/values.ts';
import { sameLength, sameMesh } from './same-mesh.ts';

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
  const changed: [keyof ComparedValues, string][] = [];
  for (const [map, flag] of maps) {
    const accessors = differingIn(before.checksums[map], after.checksums[map]);
    if (accessors.length > 0) type |= flag;
    for (const accessor of accessors) changed.push([map, accessor]);
  }
  const moved = samePlacement(before.placement, after.placement) ? 0 : flags.placement;
  const reshaped = before.geometryHash === after.geometryHash ? 0 : flags.geometry;
  if (moved + reshaped > 0 && !sameMesh(before, after)) type |= moved | reshaped;
  if (before.rootId !== after.rootId) type |= flags.parent;
  return type === 0 ? undefined : { type, properties: propertiesOf(changed, before, after) };
}

function differingIn(before: Checksums, after: Checksums): string[] {
  const differing = Object.keys(after).filter((accessor) => before[accessor] !== after[accessor]);
  for (const accessor of Object.keys(before)) if (!Object.hasOwn(after, accessor)) differing.push(accessor);
  return differing;
}

/** 1e-6 in the entries of the rotation. */
const sameEntry = 1e-6;

function samePlacement(a: ElementRecord['placement'], b: ElementRecord['placement']): boolean {
  if (a === null || b === null) return a === b;
  const by = (n: number) => (b[n] ?? 0) - (a[n] ?? 0);
  if (Math.hypot(by(3), by(7), by(11)) > sameLength) return false;
  return [0, 1, 2, 4, 5, 6, 8, 9, 10].every((n) => Math.abs(by(n)) <= sameEntry);
}

function propertiesOf(
  changed: readonly (readonly [keyof ComparedValues, string])[],
  before: ElementRecord,
  after: ElementRecord,
): ChangedProperty[] {
  if (changed.length === 0) return [];
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return changed
    .map(([map, accessor]) => ({
      accessor,
      oldChecksum: before.checksums[map][accessor] ?? 0,
      newChecksum: after.checksums[map][accessor] ?? 0,
      oldValue: old[map][accessor] ?? null,
      newValue: now[map][accessor] ?? null,
    }))
    .sort((a, b) => (a.accessor < b.accessor ? -1 : a.accessor > b.accessor ? 1 : 0));
}
