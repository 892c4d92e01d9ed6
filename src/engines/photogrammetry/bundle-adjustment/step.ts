import { plus } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import { solveSymmetric } from '../geometry/cholesky.ts';
import { offOf, ofView, type Residual, residualOf } from './sight.ts';
import { ofCamera, ofPose, type Point, type Sight, type State, stepped } from './state.ts';

/** Pixels by which sights usually are off. */
const deviation = 0.5;
/** In deviations: what is off by more counts less. */
const bound = 2;
/** One over the squared deviations of what the matcher says of a lens: it moves when points ask for it. */
const lensWeight = [1 / 0.02 ** 2, 1 / 0.05 ** 2] as const;

/** What an adjustment makes small: squares of what sights and measured places are off by, in their deviations. */
export function costOf(state: State, points: readonly Point[], first: State): number {
  let sum = lensCost(state, first);
  for (const [n, { sights, measured }] of points.entries()) {
    const place = state.places[n] ?? [0, 0, 0];
    for (const sight of sights) {
      const off = offOf(state, sight, place);
      const far = off === undefined ? 1e3 : Math.hypot(...off) / deviation;
      sum += far <= bound ? far * far : bound * (2 * far - bound);
    }
    for (const axis of [0, 1, 2] as const) {
      if (measured) sum += measured.weight[axis] * (place[axis] - measured.place[axis]) ** 2;
    }
  }
  return sum;
}

const lensCost = ({ cameras }: State, first: State): number =>
  cameras.reduce((sum, camera, n) => {
    const was = first.cameras[n] ?? camera;
    const [focal, radial] = lensOff(camera, was);
    return sum + lensWeight[0] * focal ** 2 + lensWeight[1] * radial ** 2;
  }, 0);

const lensOff = (camera: State['cameras'][number], was: State['cameras'][number]): readonly [number, number] => [
  Math.log(camera.focal / was.focal),
  camera.radial[0] - was.radial[0] + (camera.fisheye?.[1] ?? 0) - (was.fisheye?.[1] ?? 0),
];

/** A sight with its part of the equations: what it shares with its point, and the unknowns of its view. */
interface Part {
  readonly at: Int32Array;
  /** Eight by three. */
  readonly shared: Float64Array;
}

/** A step towards the least cost, by normal equations from which the places are eliminated. Undefined: there is none. */
export function nextState(state: State, points: readonly Point[], first: State, damping: number): State | undefined {
  const size = ofPose * state.poses.length + ofCamera * state.cameras.length;
  const a = new Float64Array(size * size);
  const b = new Float64Array(size);
  const solved = points.map((point, n) => eliminated(state, point, state.places[n] ?? [0, 0, 0], damping, a, b));
  for (const [n, camera] of state.cameras.entries()) {
    const off = lensOff(camera, first.cameras[n] ?? camera);
    for (const k of [0, 1] as const) {
      const at = ofPose * state.poses.length + ofCamera * n + k;
      a[at * size + at] = (a[at * size + at] ?? 0) + lensWeight[k];
      b[at] = (b[at] ?? 0) - lensWeight[k] * off[k];
    }
  }
  for (let n = 0; n < size; n++) a[n * size + n] = (a[n * size + n] ?? 0) * (1 + damping) + 1e-9;
  if (!solveSymmetric(a, b)) return undefined;
  const places = solved.map((move, n) => plus(state.places[n] ?? [0, 0, 0], move(b)));
  return stepped(state, b, places);
}

/** Adds a point to the equations; answers how it moves when the views do. */
function eliminated(
  state: State,
  { sights, measured }: Point,
  place: Vector,
  damping: number,
  a: Float64Array,
  b: Float64Array,
): (step: Float64Array) => Vector {
  const own = new Float64Array(9);
  const pull: [number, number, number] = [0, 0, 0];
  const parts: Part[] = [];
  for (const sight of sights) {
    const residual = residualOf(state, sight, place);
    if (residual !== undefined) parts.push(added(state, sight, residual, own, pull, a, b));
  }
  for (const axis of [0, 1, 2] as const) {
    if (measured) {
      own[4 * axis] = (own[4 * axis] ?? 0) + measured.weight[axis];
      pull[axis] -= measured.weight[axis] * (place[axis] - measured.place[axis]);
    }
    own[4 * axis] = (own[4 * axis] ?? 0) * (1 + damping) + 1e-9;
  }
  const inverse = inverted(own);
  const size = b.length;
  for (const { at, shared } of parts) {
    const by = timesMatrix(shared, inverse);
    for (let i = 0; i < ofView; i++) {
      const row = at[i] ?? 0;
      b[row] = (b[row] ?? 0) - dot3(by, 3 * i, pull, 0);
      for (const other of parts) {
        for (let j = 0; j < ofView; j++) {
          const cell = row * size + (other.at[j] ?? 0);
          a[cell] = (a[cell] ?? 0) - dot3(by, 3 * i, other.shared, 3 * j);
        }
      }
    }
  }
  return (step) => {
    const left = [...pull];
    for (const { at, shared } of parts) {
      for (let n = 0; n < 3 * ofView; n++) {
        left[n % 3] = (left[n % 3] ?? 0) - (shared[n] ?? 0) * (step[at[Math.floor(n / 3)] ?? 0] ?? 0);
      }
    }
    return [dot3(inverse, 0, left, 0), dot3(inverse, 3, left, 0), dot3(inverse, 6, left, 0)];
  };
}

/** Adds a sight to the equations of its views and of its point. */
function added(
  { poses }: State,
  { pose, camera }: Sight,
  { off, byView, byPlace }: Residual,
  own: Float64Array,
  pull: [number, number, number],
  a: Float64Array,
  b: Float64Array,
): Part {
  const far = Math.hypot(...off) / deviation;
  const weight = (far <= bound ? 1 : bound / far) / deviation ** 2;
  const size = b.length;
  const behind = ofPose * poses.length + ofCamera * camera;
  const at = Int32Array.from({ length: ofView }, (_, n) => (n < ofPose ? ofPose * pose + n : behind + n - ofPose));
  const shared = new Float64Array(3 * ofView);
  for (const row of [0, 1] as const) {
    const [view, place] = [byView.subarray(row * ofView, (row + 1) * ofView), byPlace.subarray(3 * row, 3 * row + 3)];
    for (let i = 0; i < ofView; i++) {
      const by = weight * (view[i] ?? 0);
      const line = (at[i] ?? 0) * size;
      b[at[i] ?? 0] = (b[at[i] ?? 0] ?? 0) - by * off[row];
      for (let j = 0; j < ofView; j++) a[line + (at[j] ?? 0)] = (a[line + (at[j] ?? 0)] ?? 0) + by * (view[j] ?? 0);
      addTimes(shared, 3 * i, place, by);
    }
    for (const i of [0, 1, 2] as const) {
      const by = weight * (place[i] ?? 0);
      pull[i] -= by * off[row];
      addTimes(own, 3 * i, place, by);
    }
  }
  return { at, shared };
}

function addTimes(to: Float64Array, from: number, values: Float64Array, by: number): void {
  for (let k = 0; k < values.length; k++) to[from + k] = (to[from + k] ?? 0) + by * (values[k] ?? 0);
}

const dot3 = (a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): number =>
  (a[i] ?? 0) * (b[j] ?? 0) + (a[i + 1] ?? 0) * (b[j + 1] ?? 0) + (a[i + 2] ?? 0) * (b[j + 2] ?? 0);

/** Rows of three times a symmetric matrix of three by three. */
function timesMatrix(rows: Float64Array, m: Float64Array): Float64Array {
  return rows.map((_, n) => dot3(rows, n - (n % 3), m, 3 * (n % 3)));
}

/** Of a symmetric matrix of three by three. */
function inverted(m: Float64Array): Float64Array {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, , , f = 0] = m;
  const [p, q, r] = [d * f - e * e, c * e - b * f, b * e - c * d];
  const per = 1 / (a * p + b * q + c * r);
  const [s, t, u] = [a * f - c * c, b * c - a * e, a * d - b * b];
  return Float64Array.of(p, q, r, q, s, t, r, t, u).map((value) => value * per);
}
