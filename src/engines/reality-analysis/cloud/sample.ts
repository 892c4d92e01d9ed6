import type { Points } from './points.ts';

const mostSamples = 50_000_000;

/** Points on triangles, a square grid of `step` metres on each; the corners of small ones are not lost. */
export function sampleTriangles(
  places: readonly number[],
  triangles: readonly number[],
  step: number,
  [ox, oy, oz]: readonly [number, number, number],
): Points {
  const found: number[] = [];
  const at = (corner: number, axis: number) => places[3 * corner + axis] ?? 0;
  for (let n = 0; n < triangles.length && found.length < 3 * mostSamples; n += 3) {
    const [a = 0, b = 0, c = 0] = [triangles[n], triangles[n + 1], triangles[n + 2]];
    const side = (from: number, to: number) =>
      Math.hypot(at(to, 0) - at(from, 0), at(to, 1) - at(from, 1), at(to, 2) - at(from, 2));
    const parts = Math.max(1, Math.ceil(Math.max(side(a, b), side(b, c), side(c, a)) / step));
    for (let i = 0; i <= parts; i++) {
      for (let j = 0; j <= parts - i; j++) {
        const [u, v] = [i / parts, j / parts];
        for (const [axis, origin] of [ox, oy, oz].entries()) {
          found.push(origin + at(a, axis) * (1 - u - v) + at(b, axis) * u + at(c, axis) * v);
        }
      }
    }
  }
  const count = found.length / 3;
  const column = (axis: number) => Float64Array.from({ length: count }, (_, n) => found[3 * n + axis] ?? 0);
  return { count, x: column(0), y: column(1), z: column(2) };
}
