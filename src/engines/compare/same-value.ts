import type { Json } from '../snapshot/types.ts';

/** What exporters add to numbers when they write a model again: a share of the number, and a length in most units. */
const noise = { share: 1e-8, length: 2e-9 };
/** Below it a number is no length that was calculated, but a small constant, of which every digit counts. */
const smallestLength = 1e-4;

export function sameNumber(a: number, b: number): boolean {
  const apart = Math.abs(a - b);
  const size = Math.max(Math.abs(a), Math.abs(b));
  if (apart <= noise.share * size) return true;
  return apart <= noise.length && (a === 0 || b === 0 || size >= smallestLength);
}

/** Equal but for the noise of numbers, however deep they are nested. */
export function sameValue(a: Json, b: Json): boolean {
  if (typeof a === 'number' && typeof b === 'number') return sameNumber(a, b);
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [one, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return one.size === other.size && [...one].every(([key, value]) => sameIn(other, key, value));
}

function sameIn(members: ReadonlyMap<string, Json>, key: string, value: Json): boolean {
  const other = members.get(key);
  return other !== undefined && sameValue(value, other);
}

/** Steps of 8 bits: a program that rounds a colour another way ends at its neighbour. */
const nearestStep = 1;

/** Lists of `#rrggbbaa`: each colour of one has its like in the other. */
export function sameColors(a: readonly string[], b: readonly string[]): boolean {
  const hasLike = (color: string, others: readonly string[]) => others.some((other) => near(color, other));
  return a.every((color) => hasLike(color, b)) && b.every((color) => hasLike(color, a));
}

const near = (a: string, b: string): boolean =>
  [1, 3, 5, 7].every((at) => Math.abs(channel(a, at) - channel(b, at)) <= nearestStep);

const channel = (color: string, at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
