import { type Camera, projected } from '../scene/camera.ts';
import type { Box2D, Box3D, Place } from '../scene/types.ts';

/** A box that was marked in a photo, in pixels. */
export interface Sighting {
  readonly camera: Camera;
  readonly box: Box2D;
}

/** The smallest box around what a camera sees of a box in space; undefined where a corner is behind the camera. */
export function outlineOf(camera: Camera, { low, high }: Box3D): Box2D | undefined {
  let [xmin, ymin, xmax, ymax] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let corner = 0; corner < 8; corner++) {
    const seen = projected(camera, [
      (corner & 1 ? high : low)[0],
      (corner & 2 ? high : low)[1],
      (corner & 4 ? high : low)[2],
    ]);
    if (seen === undefined) return undefined;
    xmin = Math.min(xmin, seen.u);
    xmax = Math.max(xmax, seen.u);
    ymin = Math.min(ymin, seen.v);
    ymax = Math.max(ymax, seen.v);
  }
  return { xmin, ymin, xmax, ymax };
}

/** Middle and sizes, along the axes. */
type Vector = readonly number[];

const boxOf = ([x = 0, y = 0, z = 0, w = 0, d = 0, h = 0]: Vector): Box3D => ({
  low: [x - w / 2, y - d / 2, z - h / 2],
  high: [x + w / 2, y + d / 2, z + h / 2],
});

const rounds = 60;
const smallest = 1e-3;
/** A pixel of a photo counts that much more than a metre that a size is off the first guess: only what no photo tells stays there. */
const guessWeight = 0.02;

/** The box along the axes whose outlines fit the boxes in the photos best, by damped least squares. */
export function fitBox(sightings: readonly Sighting[], middle: Place, size: number): Box3D {
  const guess = [...middle, size, size, size];
  let now: Vector = guess;
  let rest = residualsOf(sightings, now, guess);
  let damping = 1e-3;
  for (let round = 0; round < rounds && damping < 1e8; round++) {
    const slopes = slopesAt(sightings, now, guess, rest, size);
    const step = solveNormal(slopes, rest, damping);
    const next = now.map((value, at) =>
      at < 3 ? value + (step[at] ?? 0) : Math.max(smallest, value + (step[at] ?? 0)),
    );
    const nextRest = residualsOf(sightings, next, guess);
    if (squares(nextRest) < squares(rest)) {
      const gain = squares(rest) - squares(nextRest);
      now = next;
      rest = nextRest;
      damping = Math.max(damping / 4, 1e-9);
      if (gain < 1e-10 * squares(rest)) break;
    } else damping *= 6;
  }
  return boxOf(now);
}

const squares = (values: Vector): number => values.reduce((sum, value) => sum + value * value, 0);

/** Off by so much where a corner is behind the camera. */
const behind = 1e4;

/** Sides of a photo where an object is cut off say only that it reaches at least that far. */
function residualsOf(sightings: readonly Sighting[], values: Vector, guess: Vector): number[] {
  const box = boxOf(values);
  const rest: number[] = [];
  for (const { camera, box: marked } of sightings) {
    const seen = outlineOf(camera, box);
    if (seen === undefined) {
      rest.push(behind, behind, behind, behind);
      continue;
    }
    rest.push(
      marked.xmin < 1 ? Math.max(0, seen.xmin - marked.xmin) : seen.xmin - marked.xmin,
      marked.ymin < 1 ? Math.max(0, seen.ymin - marked.ymin) : seen.ymin - marked.ymin,
      marked.xmax > camera.width - 1 ? Math.min(0, seen.xmax - marked.xmax) : seen.xmax - marked.xmax,
      marked.ymax > camera.height - 1 ? Math.min(0, seen.ymax - marked.ymax) : seen.ymax - marked.ymax,
    );
  }
  for (const at of [3, 4, 5]) rest.push(guessWeight * ((values[at] ?? 0) - (guess[at] ?? 0)));
  return rest;
}

function slopesAt(sightings: readonly Sighting[], values: Vector, guess: Vector, rest: Vector, size: number): Vector[] {
  const step = Math.max(1e-5, size * 1e-4);
  return values.map((_, at) => {
    const moved = values.map((value, other) => (other === at ? value + step : value));
    return residualsOf(sightings, moved, guess).map((value, n) => (value - (rest[n] ?? 0)) / step);
  });
}

/** The step of the damped normal equations. */
function solveNormal(slopes: readonly Vector[], rest: Vector, damping: number): number[] {
  const size = slopes.length;
  const dot = (a: Vector, b: Vector) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  const rows = slopes.map((slope, i) => {
    const row = slopes.map((other, j) => dot(slope, other) * (i === j ? 1 + damping : 1) + (i === j ? 1e-12 : 0));
    return [...row, -dot(slope, rest)];
  });
  return solve(rows, size);
}

/** Gauss with the largest pivot; rows with the right side as their last number. */
function solve(rows: number[][], size: number): number[] {
  for (let at = 0; at < size; at++) {
    let best = at;
    for (let row = at + 1; row < size; row++) {
      if (Math.abs(rows[row]?.[at] ?? 0) > Math.abs(rows[best]?.[at] ?? 0)) best = row;
    }
    const [pivot = [], other = []] = [rows[best], rows[at]];
    rows[at] = pivot;
    rows[best] = other;
    const value = pivot[at] ?? 0;
    if (Math.abs(value) < 1e-300) continue;
    rows.forEach((row, n) => {
      if (n === at) return;
      const factor = (row[at] ?? 0) / value;
      if (factor === 0) return;
      for (let column = at; column <= size; column++) row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
    });
  }
  return Array.from({ length: size }, (_, at) => (rows[at]?.[size] ?? 0) / (rows[at]?.[at] || 1));
}
