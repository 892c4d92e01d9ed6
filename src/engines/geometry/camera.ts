import type { Vector } from '../matrix.ts';
import { minus, type Rows, turned } from './vectors.ts';

/** A camera with a lens. Pixels, origin at the top left corner of the top left pixel. */
export interface Camera {
  readonly width: number;
  readonly height: number;
  readonly focal: number;
  /** Height of a pixel's focal length by its width's; 1 for square pixels. */
  readonly aspect: number;
  readonly skew: number;
  readonly principal: readonly [x: number, y: number];
  /** k1, k2, k3. */
  readonly radial: Vector;
  /** p1 goes with r² + 2x² in x, p2 with r² + 2y² in y. */
  readonly tangential: readonly [p1: number, p2: number];
  /**
   * Of a lens that counts by the angle from its axis: a ray lies `angle + fisheye[0] angle² + fisheye[1] angle³ + …` focal
   * lengths from the middle. Absent: any other lens. `radial` and `tangential` are 0 then.
   */
  readonly fisheye?: readonly number[];
}

/** Where a camera stands. Rows of the rotation: its axes x right, y down, z forward in the world. */
export interface Pose {
  readonly centre: Vector;
  readonly rotation: Rows;
}

/** From directions x/z, y/z of the camera to pixels. */
export function pixelOf(camera: Camera, x: number, y: number): readonly [number, number] {
  const { focal, aspect, skew, principal, radial, tangential, fisheye } = camera;
  if (fisheye !== undefined) {
    const tangent = Math.hypot(x, y);
    const angle = Math.atan(tangent);
    const bent = tangent === 0 ? 1 : (angle * bendOf(fisheye, angle)) / tangent;
    return [principal[0] + bent * (focal * x + skew * y), principal[1] + bent * focal * aspect * y];
  }
  const r2 = x * x + y * y;
  const s = 1 + r2 * (radial[0] + r2 * (radial[1] + r2 * radial[2]));
  const [p1, p2] = tangential;
  const a = x * s + 2 * p2 * x * y + p1 * (r2 + 2 * x * x);
  const b = y * s + 2 * p1 * x * y + p2 * (r2 + 2 * y * y);
  return [principal[0] + focal * a + skew * b, principal[1] + focal * aspect * b];
}

/** How much farther out a ray lies than its angle. */
const bendOf = (powers: readonly number[], angle: number): number =>
  1 + angle * powers.reduceRight((sum, power) => sum * angle + power, 0);

const steps = 20;
/** Just before a right angle to the axis: what lies beyond is behind the picture. */
const widest = Math.PI / 2 - 1e-3;

/** The angle of what lies so far out. */
function angleOf(powers: readonly number[], out: number): number {
  let angle = Math.min(out, widest);
  for (let n = 0; n < steps; n++) {
    const step = out - angle * bendOf(powers, angle);
    angle = Math.max(0, Math.min(widest, angle + step / Math.max(0.2, slopeOf(powers, angle))));
    if (Math.abs(step) < 1e-13) break;
  }
  return angle;
}

const slopeOf = (powers: readonly number[], angle: number): number =>
  1 + powers.reduce((sum, power, n) => sum + (n + 2) * power * angle ** (n + 1), 0);

/** From pixels to directions: the inverse of `pixelOf`. */
export function directionOf(camera: Camera, u: number, v: number): readonly [number, number] {
  const { focal, aspect, skew, principal } = camera;
  const b = (v - principal[1]) / (focal * aspect);
  const a = (u - principal[0] - skew * b) / focal;
  if (camera.fisheye !== undefined) {
    const out = Math.hypot(a, b);
    const scale = out === 0 ? 1 : Math.tan(angleOf(camera.fisheye, out)) / out;
    return [a * scale, b * scale];
  }
  let [x, y] = [a, b];
  for (let n = 0; n < steps; n++) {
    const [pu, pv] = pixelOf(camera, x, y);
    const dy = (v - pv) / (focal * aspect);
    const dx = (u - pu - skew * dy) / focal;
    x += dx;
    y += dy;
    if (Math.abs(dx) + Math.abs(dy) < 1e-13) break;
  }
  return [x, y];
}

/** A place of the world in the axes of a camera. */
export const seenFrom = (pose: Pose, place: Vector): Vector => turned(pose.rotation, minus(place, pose.centre));

/** The pixel of a place; undefined behind the camera. It may lie outside of the picture. */
export function project(camera: Camera, pose: Pose, place: Vector): readonly [number, number] | undefined {
  const [x, y, z] = seenFrom(pose, place);
  return z > 1e-9 ? pixelOf(camera, x / z, y / z) : undefined;
}
