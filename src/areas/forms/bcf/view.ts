import type { NewView3d } from '../../../api/ports/saved-views.ts';
import type { BcfCamera, BcfClip, BcfPoint } from '../../../engines/bcf/visinfo.ts';
import { isRecord, membersOf } from '../../../std/records.ts';

type Vector = readonly [number, number, number];

const degrees = 180 / Math.PI;
const usualFov = 60;
/** Of a view without any measure of its own. */
const aspect = 1.4;
const focus = 5;

const vector = ({ x, y, z }: BcfPoint): Vector => [x, y, z];
const point = ([x, y, z]: Vector): BcfPoint => ({ x, y, z });
const along = (a: Vector, b: Vector, by: number): Vector => [a[0] + by * b[0], a[1] + by * b[1], a[2] + by * b[2]];
const against = (a: Vector): Vector => [-a[0], -a[1], -a[2]];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (a: Vector): Vector => along([0, 0, 0], a, 1 / (Math.hypot(...a) || 1));

/** What one looks at: 5 m ahead. */
export const targetOf = ({ viewPoint, direction }: BcfCamera): BcfPoint =>
  point(along(vector(viewPoint), unit(vector(direction)), focus));

/** A camera and its clipping planes as Saved Views keeps them. */
export function view3dOf(camera: BcfCamera, clips: readonly BcfClip[]): NewView3d {
  const back = unit(against(vector(camera.direction)));
  const right = unit(cross(vector(camera.up), back));
  const up = cross(back, right);
  const eye = vector(camera.viewPoint);
  const isOrthogonal = camera.viewToWorldScale !== undefined;
  const fov = camera.fieldOfView ?? usualFov;
  const height = camera.viewToWorldScale ?? 2 * focus * Math.tan(fov / 2 / degrees);
  const extents: Vector = [height * aspect, height, 2 * focus];
  const middle = along(eye, back, -focus);
  let origin = middle;
  for (const [at, axis] of [right, up, back].entries()) origin = along(origin, axis, -(extents[at] ?? 0) / 2);
  const lens = 2 * Math.atan(extents[0] / 2 / focus) * degrees;
  return {
    origin: [...origin],
    extents: [...extents],
    angles: anglesOf(right, up, back),
    ...(isOrthogonal ? {} : { camera: { lens, focusDist: focus, eye: [...eye] } }),
    ...(clips.length > 0 ? { clipVectors: [{ planes: { clips: [clips.map(planeOf)] } }] } : {}),
  };
}

/** Yaw, pitch and roll of the rotation whose rows are the axes. */
function anglesOf(x: Vector, y: Vector, z: Vector) {
  const level = Math.hypot(x[0], y[0]);
  const pitch = Math.atan2(z[0], level) * degrees;
  if (level < 1e-9) return { yaw: Math.atan2(-x[1], y[1]) * degrees, pitch, roll: 0 };
  return { yaw: Math.atan2(y[0], x[0]) * degrees, pitch, roll: Math.atan2(z[1], z[2]) * degrees };
}

/** Saved Views keeps what lies along the normal, a clipping plane what lies against its direction. */
function planeOf({ location, direction }: BcfClip) {
  const normal = unit(against(vector(direction)));
  return { normal: [...normal], distance: dot(normal, vector(location)) };
}

function pointIn(value: unknown): BcfPoint | undefined {
  const { x, y, z } = membersOf(value);
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number' ? { x, y, z } : undefined;
}

/** The camera of a form, as it was given. */
export function cameraIn(modelView: unknown): BcfCamera | undefined {
  const camera = membersOf(modelView).cameraView;
  if (!isRecord(camera)) return undefined;
  const [viewPoint, direction, up] = [pointIn(camera.viewPoint), pointIn(camera.direction), pointIn(camera.up)];
  if (!viewPoint || !direction || !up) return undefined;
  const { fieldOfView, viewToWorldScale } = camera;
  return {
    viewPoint,
    direction,
    up,
    ...(typeof fieldOfView === 'number' ? { fieldOfView } : {}),
    ...(typeof viewToWorldScale === 'number' ? { viewToWorldScale } : {}),
  };
}

/** The clipping planes of a saved view, of planes and of upright boxes. */
export function clipsIn(view3d: unknown): BcfClip[] {
  const { clipVectors } = membersOf(view3d);
  return (Array.isArray(clipVectors) ? clipVectors : []).flatMap((clip) => [
    ...planesIn(membersOf(membersOf(clip).planes).clips),
    ...boxIn(membersOf(clip).shape),
  ]);
}

const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];

function planesIn(clips: unknown): BcfClip[] {
  const [first] = Array.isArray(clips) ? clips : [];
  return (Array.isArray(first) ? first : []).flatMap((plane) => {
    const [x, y, z] = numbersIn(membersOf(plane).normal);
    const { distance } = membersOf(plane);
    if (x === undefined || y === undefined || z === undefined || typeof distance !== 'number') return [];
    return [{ location: { x: x * distance, y: y * distance, z: z * distance }, direction: { x: -x, y: -y, z: -z } }];
  });
}

function boxIn(shape: unknown): BcfClip[] {
  const { points, zLow, zHigh, transform, mask } = membersOf(shape);
  if (transform !== undefined || mask === true || !Array.isArray(points)) return [];
  const [xs, ys] = [0, 1].map((axis) => points.map((one) => numbersIn(one)[axis] ?? 0));
  const at = (values: readonly number[] = [], far: boolean) => (far ? Math.max(...values) : Math.min(...values));
  const sides: BcfClip[] = [
    { location: { x: at(xs, false), y: 0, z: 0 }, direction: { x: -1, y: 0, z: 0 } },
    { location: { x: at(xs, true), y: 0, z: 0 }, direction: { x: 1, y: 0, z: 0 } },
    { location: { x: 0, y: at(ys, false), z: 0 }, direction: { x: 0, y: -1, z: 0 } },
    { location: { x: 0, y: at(ys, true), z: 0 }, direction: { x: 0, y: 1, z: 0 } },
  ];
  if (typeof zLow === 'number') sides.push({ location: { x: 0, y: 0, z: zLow }, direction: { x: 0, y: 0, z: -1 } });
  if (typeof zHigh === 'number') sides.push({ location: { x: 0, y: 0, z: zHigh }, direction: { x: 0, y: 0, z: 1 } });
  return sides;
}
