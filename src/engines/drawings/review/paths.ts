import {
  type Box,
  between,
  boxOf,
  distance,
  grown,
  heightOf,
  meet,
  type Point,
  toSegment,
  widthOf,
} from '../geometry.ts';
import type { Asset } from '../prediction.ts';

/** Pixels, and parts of the larger side of the picture. */
const [nearPixels, nearPart] = [3, 0.001];

/** What lies not farther from each other in a picture is at one place. */
export const nearIn = ({ width, height }: Asset['size']): number =>
  Math.max(nearPixels, nearPart * Math.max(width, height));

/** A path with the box around it. */
export interface Track {
  readonly path: readonly Point[];
  readonly box: Box;
}

/** People may send any path: what is looked at is not longer, and not farther away. */
const [mostPoints, farthest] = [200, 1e5];
const steps = 40;

export function trackOf(path: readonly Point[] = []): Track {
  const stride = Math.ceil(path.length / mostPoints);
  const within = (value: number) => Math.min(farthest, Math.max(-farthest, value));
  const points = path
    .filter((_, n) => n % stride === 0 || n === path.length - 1)
    .map(([x, y]): Point => [within(x), within(y)]);
  return { path: points, box: boxOf(points) };
}

/** Places along a path, evenly. */
function placesOn({ path, box }: Track): Point[] {
  const every = Math.max(1, (widthOf(box) + heightOf(box)) / steps);
  return path.slice(1).flatMap((b, n) => {
    const a = path[n] ?? b;
    const count = Math.max(1, Math.round(distance(a, b) / every));
    return Array.from({ length: count + 1 }, (_, k) => between(a, b, k / count));
  });
}

/** Which part of a path lies on any of the others, at most `near` pixels beside them. */
export function partOn(track: Track, others: readonly Track[], near: number): number {
  const close = others.filter((other) => other.path.length > 1 && meet(grown(other.box, near), track.box));
  const places = placesOn(track);
  if (close.length === 0 || places.length === 0) return 0;
  const on = places.filter((place) =>
    close.some(({ path }) => path.slice(1).some((b, n) => toSegment(path[n] ?? b, b, place) <= near)),
  );
  return on.length / places.length;
}
