import type { Schemas } from '@twin-platform/client';

/** The camera and the section of a saved view, in the model's coordinates: metres, Z up. */
export type View3d = Schemas['savedViews']['SavedView3d'];

export type Point = readonly [x: number, y: number, z: number];

export interface Box {
  readonly low: Point;
  readonly high: Point;
}

export interface Pose {
  readonly eye: Point;
  /** What the camera turns about. */
  readonly target: Point;
  /** Degrees, from the lower to the upper edge of the picture. */
  readonly fov: number;
}

const degrees = 180 / Math.PI;
const usualFov = 50;

const add = (a: Point, b: Point, factor = 1): Point => [
  a[0] + factor * b[0],
  a[1] + factor * b[1],
  a[2] + factor * b[2],
];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Point): Point => add([0, 0, 0], a, 1 / (Math.hypot(...a) || 1));
const pointOf = ([x = 0, y = 0, z = 0]: readonly number[]): Point => [x, y, z];

/** The axes of the picture in the model: right, up, and towards the viewer. */
interface Axes {
  readonly x: Point;
  readonly y: Point;
  readonly z: Point;
}

function axesTowards(z: Point): Axes {
  const upright = Math.abs(z[2]) < 0.999999 ? ([0, 0, 1] as const) : ([0, 1, 0] as const);
  const x = unit(cross(upright, z));
  return { x, y: cross(z, x), z };
}

/** Yaw, pitch and roll of the rotation whose rows are the axes of the picture; without any, one looks down with north up. */
export function anglesOf({ x, y, z }: Axes): { yaw: number; pitch: number; roll: number } {
  const level = Math.hypot(x[0], y[0]);
  const pitch = Math.atan2(z[0], level) * degrees;
  if (level < 1e-9) return { yaw: Math.atan2(-x[1], y[1]) * degrees, pitch, roll: 0 };
  return { yaw: Math.atan2(y[0], x[0]) * degrees, pitch, roll: Math.atan2(z[1], z[2]) * degrees };
}

export function axesOf({ yaw = 0, pitch = 0, roll = 0 }: { yaw?: number; pitch?: number; roll?: number }): Axes {
  const [c0, s0] = [Math.cos(yaw / degrees), Math.sin(yaw / degrees)];
  const [c1, s1] = [Math.cos(pitch / degrees), Math.sin(pitch / degrees)];
  const [c2, s2] = [Math.cos(roll / degrees), Math.sin(roll / degrees)];
  return {
    x: [c0 * c1, -(s0 * c2 + c0 * s1 * s2), s0 * s2 - c0 * s1 * c2],
    y: [s0 * c1, c0 * c2 - s0 * s1 * s2, -(c0 * s2 + s0 * s1 * c2)],
    z: [s1, c1 * s2, c1 * c2],
  };
}

/** A camera as Saved Views keeps it. `aspect`: width of the picture by its height. */
export function view3dOf({ eye, target, fov }: Pose, aspect: number): View3d {
  const back = add(eye, target, -1);
  const focusDist = Math.hypot(...back) || 1;
  const axes = axesTowards(unit(back));
  const height = 2 * focusDist * Math.tan(fov / 2 / degrees);
  const extents = [height * aspect, height, 2 * focusDist] as const;
  const corner = [axes.x, axes.y, axes.z].reduce((at, axis, n) => add(at, axis, -(extents[n] ?? 0) / 2), target);
  return {
    origin: [...corner],
    extents: [...extents],
    angles: anglesOf(axes),
    camera: { lens: 2 * Math.atan(extents[0] / 2 / focusDist) * degrees, focusDist, eye: [...eye] },
  };
}

/** The camera of a saved view. Where the picture is narrower than the view was, all of its width is shown. */
export function poseOf({ origin, extents, angles, camera }: View3d, aspect: number): Pose {
  const { x, y, z } = axesOf(angles ?? {});
  const [width, height, depth] = pointOf(extents);
  const needed = Math.max(height, width / aspect, 1e-6);
  if (camera === undefined) {
    const middle = add(add(add(pointOf(origin), x, width / 2), y, height / 2), z, depth / 2);
    const distance = needed / 2 / Math.tan(usualFov / 2 / degrees);
    return { eye: add(middle, z, distance), target: middle, fov: usualFov };
  }
  const focusDist = Math.max(camera.focusDist, 1e-3);
  const fov = 2 * Math.atan(needed / 2 / focusDist) * degrees;
  const eye = pointOf(camera.eye);
  return { eye, target: add(eye, z, -focusDist), fov: Math.min(120, Math.max(5, fov)) };
}

/** A section as Saved Views keeps it. */
export const clipsOf = ({ low, high }: Box): NonNullable<View3d['clipVectors']> => [
  {
    shape: {
      points: [
        [low[0], low[1], 0],
        [high[0], low[1], 0],
        [high[0], high[1], 0],
        [low[0], high[1], 0],
        [low[0], low[1], 0],
      ],
      zLow: low[2],
      zHigh: high[2],
    },
  },
];

/** The box around what a saved view shows; undefined when nothing is cut off, or not along a box of the axes. */
export function sectionOf(clips: View3d['clipVectors'], whole: Box): Box | undefined {
  const shape = clips?.[0]?.shape;
  if (clips?.length !== 1 || shape === undefined || shape.transform || shape.mask || shape.invisible) return undefined;
  const along = (axis: 0 | 1) => shape.points.map((point) => point[axis] ?? 0);
  const [xs, ys] = [along(0), along(1)];
  return {
    low: [Math.min(...xs), Math.min(...ys), shape.zLow ?? whole.low[2]],
    high: [Math.max(...xs), Math.max(...ys), shape.zHigh ?? whole.high[2]],
  };
}

export const distance = (a: Point, b: Point): number => Math.sqrt(dot(add(a, b, -1), add(a, b, -1)));

/** A point with another coordinate along an axis. */
export const withValue = (point: Point, axis: number, value: number): Point => {
  const [x, y, z] = point.map((old, n) => (n === axis ? value : old));
  return [x ?? 0, y ?? 0, z ?? 0];
};
