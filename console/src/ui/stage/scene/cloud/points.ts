import { BufferAttribute, type Material, type Object3D, Points } from 'three';
import { depthLayer } from './eye-dome.ts';
import type { CloudContents } from './style.ts';

interface Table {
  getPropertyArray(key: string): unknown;
}

/** The clouds of a tile. */
export function pointsIn(scene: Object3D): Points[] {
  const found: Points[] = [];
  scene.traverse((one) => one instanceof Points && found.push(one));
  return found;
}

/** Gives the points of a tile our material, and its attributes the names that it reads. */
export function dressPoints(one: Points, material: Material): void {
  const { geometry } = one;
  for (const old of [one.material].flat()) old.dispose();
  one.material = material;
  one.layers.enable(depthLayer);
  const table: Table | undefined = 'batchTable' in one && isTable(one.batchTable) ? one.batchTable : undefined;
  const columns = { rgb: 'color', intensity: '_intensity', classification: '_classification' };
  for (const [ours, theirs] of Object.entries(columns)) {
    const given = geometry.getAttribute(theirs) ?? columnOf(table, ours.toUpperCase());
    if (given) geometry.setAttribute(ours, given);
    if (geometry.hasAttribute(theirs)) geometry.deleteAttribute(theirs);
  }
  keepFurther(one);
  geometry.computeBoundingSphere();
}

interface Further {
  readonly name: string;
  readonly values: { getX(at: number): number };
}

/** By the geometry: they are only looked at, so they are not drawn with. */
const further = new WeakMap<object, readonly Further[]>();

/** Takes what else points have out of what is drawn: attributes whose names begin with an underscore. */
function keepFurther({ geometry }: Points): void {
  const names = Object.keys(geometry.attributes).filter((name) => name.startsWith('_'));
  further.set(
    geometry,
    names.flatMap((name) => {
      const values = geometry.getAttribute(name);
      geometry.deleteAttribute(name);
      const words = name.replaceAll('_', ' ').trim();
      return values.itemSize === 1 ? [{ name: words.charAt(0).toUpperCase() + words.slice(1), values }] : [];
    }),
  );
}

/** What else a point has, by its name. */
export const furtherOf = ({ geometry }: Points, at: number): readonly (readonly [name: string, value: number])[] =>
  (further.get(geometry) ?? []).map(({ name, values }) => [name, values.getX(at)]);

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && 'getPropertyArray' in value;

function columnOf(table: Table | undefined, key: string): BufferAttribute | undefined {
  const values = table?.getPropertyArray(key);
  const isList = values instanceof Uint8Array || values instanceof Uint16Array || values instanceof Float32Array;
  return isList ? new BufferAttribute(values, 1) : undefined;
}

export const countOf = ({ geometry }: Points): number => geometry.attributes.position?.count ?? 0;

/** What is known of all tiles that were loaded so far. */
export function contentsOf(all: readonly Points[], before: CloudContents): CloudContents {
  const counts = new Map(before.counts);
  let ends: readonly [number, number] = before.intensities ? before.intensity : [Infinity, -Infinity];
  let { colors, classes, intensities } = before;
  for (const { geometry } of all) {
    const { rgb, intensity, classification } = geometry.attributes;
    colors ||= rgb !== undefined;
    intensities ||= intensity !== undefined;
    classes ||= classification !== undefined;
    if (intensity) ends = endsOf(intensity, ends);
    if (classification) count(classification, counts);
  }
  return { ...before, colors, classes, intensities, counts, intensity: intensities ? ends : [0, 1] };
}

interface Column {
  readonly count: number;
  getX(at: number): number;
}

function endsOf(column: Column, [low, high]: readonly [number, number]): readonly [number, number] {
  let [least, most] = [low, high];
  for (let n = 0; n < column.count; n++) {
    const value = column.getX(n);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

function count(column: Column, counts: Map<number, number>): void {
  const own = new Uint32Array(256);
  for (let n = 0; n < column.count; n++) {
    const number = column.getX(n);
    own[number] = (own[number] ?? 0) + 1;
  }
  for (const [number, points] of own.entries()) if (points > 0) counts.set(number, (counts.get(number) ?? 0) + points);
}
