import { multiply, plus, type Vector } from '../../matrix.ts';
import { alongside, type Path, rolled, shift } from './path.ts';
import type { Heading } from './planar.ts';
import type { Segment } from './segment.ts';

/** Seen from above, at height 0. */
export function horizontal(segments: readonly Segment[]): Path {
  const breaks = [0];
  for (const { curve } of segments) breaks.push((breaks.at(-1) ?? 0) + curve.length);
  return {
    length: breaks.at(-1) ?? 0,
    breaks,
    at(distance) {
      const n = placeIn(breaks.slice(0, -1), distance);
      const { x, y, heading } = segments[n]?.at(distance - (breaks[n] ?? 0)) ?? { x: 0, y: 0, heading: 0 };
      return alongside([Math.cos(heading), Math.sin(heading), 0], [x, y, 0]);
    },
  };
}

/** The last place of an ascending list that is not above a value, else the first. */
function placeIn(ascending: readonly number[], value: number): number {
  const next = ascending.findIndex((one) => one > value);
  return next === -1 ? ascending.length - 1 : Math.max(0, next - 1);
}

/** What counts from a distance on, as seen from above. */
interface From {
  readonly from: number;
}

/** Heights: y, and the angle of the slope. */
export interface Rise extends From {
  at(ground: number): Pick<Heading, 'y' | 'heading'>;
}

/** How a track is lifted, and tilted by radians, the left side down. */
export interface Cant extends From {
  at(distance: number): { readonly up: number; readonly tilt: number };
}

/** Distances count along the curve as seen from above. */
export function rising(base: Path, rises: readonly Rise[]): Path {
  const ordered = rises.toSorted((a, b) => a.from - b.from);
  const starts = ordered.map(({ from }) => from);
  return {
    length: base.length,
    breaks: withBreaks(base, starts),
    at(distance) {
      const { y, heading } = ordered[placeIn(starts, distance)]?.at(distance) ?? { y: 0, heading: 0 };
      const flat = base.at(distance);
      const [c, s] = [Math.cos(heading), Math.sin(heading)];
      const tangent: Vector = [c * (flat[0] ?? 0), c * (flat[4] ?? 0), s];
      return alongside(tangent, plus([flat[3] ?? 0, flat[7] ?? 0, flat[11] ?? 0], [0, 0, y]));
    },
  };
}

export function canted(base: Path, cants: readonly Cant[]): Path {
  const starts = cants.map(({ from }) => from);
  return {
    length: base.length,
    breaks: withBreaks(base, starts),
    at(distance) {
      const now = cants[placeIn(starts, distance)]?.at(distance);
      if (now === undefined) return base.at(distance);
      return multiply(base.at(distance), multiply(shift([0, 0, now.up]), rolled(now.tilt)));
    },
  };
}

const withBreaks = ({ breaks, length }: Path, starts: readonly number[]): readonly number[] =>
  [...new Set([...breaks, ...starts.filter((at) => at > 0 && at < length)])].sort((a, b) => a - b);
