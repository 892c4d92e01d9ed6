import { between, cross, distance, dot, minus, plus, scaled, unit, type Vector } from '../matrix.ts';
import {
  brightnessOf,
  type Canvas,
  fillTriangle,
  fromSouthWest,
  newCanvas,
  onScreen,
  pngOf,
  shaded,
} from './canvas.ts';
import type { ElementSurface } from './model.ts';

/** From where a picture is taken; one of the two measures, else 60 degrees. Metres, Z up. */
export interface Camera {
  readonly place: Vector;
  readonly direction: Vector;
  readonly up: Vector;
  /** Degrees from the lower to the upper edge of the picture. */
  readonly fieldOfView?: number | undefined;
  /** Metres from the lower to the upper edge of the picture, which has no perspective then. */
  readonly height?: number | undefined;
}

/** What lies against the normal stays. */
export interface SectionPlane {
  readonly place: Vector;
  readonly normal: Vector;
}

export interface View {
  readonly camera: Camera;
  readonly sections: readonly SectionPlane[];
  /** Ids of elements that stand out. */
  readonly selected: ReadonlySet<string>;
}

const [width, height] = [800, 600];
const ground = '#eef1f4';
const usualField = 60;
const selectedColor = [0, 0.15, 0.9, 1];
/** Glass is not drawn: what lies behind it is what one wants to see. */
const leastOpacity = 0.5;
/** Nothing nearer to the eye than this is seen, in metres. */
const near = 0.05;

/** A PNG of 800 × 600 pixels; undefined where the camera sees nothing. The same gives the same bytes. */
export async function pictureOf(surfaces: readonly ElementSurface[], view: View): Promise<Buffer | undefined> {
  const seen = sightOf(view.camera);
  if (seen === undefined) return undefined;
  const canvas = newCanvas(width, height);
  for (const surface of surfaces) {
    const isSelected = view.selected.has(surface.id);
    if (!isSelected && (surface.color[3] ?? 1) < leastOpacity) continue;
    drawSurface(canvas, surface, seen, { ...view, color: onScreen(isSelected ? selectedColor : surface.color) });
  }
  return canvas.colors.some((color) => color !== 0) ? pngOf(canvas, ground) : undefined;
}

/** A camera from the south-west that sees all; undefined without any place. */
export function cameraTowards(surfaces: readonly ElementSurface[]): Camera | undefined {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { points } of surfaces) {
    for (let at = 0; at < points.length; at += 3) {
      for (const axis of [0, 1, 2] as const) {
        const value = points[at + axis] ?? 0;
        low[axis] = Math.min(low[axis], value);
        high[axis] = Math.max(high[axis], value);
      }
    }
  }
  if (low[0] > high[0]) return undefined;
  const direction = fromSouthWest;
  const right = unit(cross(direction, [0, 0, 1])) ?? [1, 0, 0];
  const reach = (axis: Vector) => minus(high, low).reduce((sum, side, at) => sum + Math.abs(side * (axis[at] ?? 0)), 0);
  const metres = Math.max(reach(cross(right, direction)), (reach(right) * height) / width, 0.01);
  const place = minus(between(low, high, 0.5), scaled(direction, 2 * distance(low, high)));
  return { place, direction, up: [0, 0, 1], height: 1.1 * metres };
}

/** A camera as three axes of length 1, and how its picture is made. */
interface Sight {
  readonly place: Vector;
  readonly right: Vector;
  readonly up: Vector;
  readonly ahead: Vector;
  readonly isFlat: boolean;
  /** Pixels of the canvas a metre, where it is flat; else those of what is a metre wide and a metre away. */
  readonly scale: number;
}

function sightOf({ place, direction, up, fieldOfView = usualField, height: metres }: Camera): Sight | undefined {
  const ahead = unit(direction);
  const right = ahead && unit(cross(ahead, up));
  if (ahead === undefined || right === undefined || !place.every(Number.isFinite)) return undefined;
  const isFlat = metres !== undefined;
  const reach = isFlat ? metres / 2 : Math.tan((fieldOfView * Math.PI) / 360);
  if (!(reach > 0) || !Number.isFinite(reach)) return undefined;
  return { place, right, up: cross(right, ahead), ahead, isFlat, scale: height / reach };
}

/* Models have a million triangles: what is done for most of them makes no objects. */

interface Drawn {
  readonly sections: readonly SectionPlane[];
  readonly color: Float64Array;
}

function drawSurface(
  canvas: Canvas,
  { points, triangles }: ElementSurface,
  sight: Sight,
  { sections, color }: Drawn,
): void {
  const { shown, ahead } = shownBy(sight, points);
  const outside = sections.map((plane) => outsideOf(plane, points));
  for (let at = 0; at < triangles.length; at += 3) {
    const [i, j, k] = [triangles[at] ?? 0, triangles[at + 1] ?? 0, triangles[at + 2] ?? 0];
    const bright = brightnessOf(points, 3 * i, 3 * j, 3 * k);
    if (!(bright > 0)) continue;
    const painted = shaded(color, bright);
    const isNear = !sight.isFlat && ((ahead[i] ?? 0) < near || (ahead[j] ?? 0) < near || (ahead[k] ?? 0) < near);
    const isCut = isNear || outside.some((far) => (far[i] ?? 0) > 0 || (far[j] ?? 0) > 0 || (far[k] ?? 0) > 0);
    if (isCut)
      drawRest(canvas, [cornerOf(points, i), cornerOf(points, j), cornerOf(points, k)], sight, sections, painted);
    else fillTriangle(canvas, shown, 3 * i, 3 * j, 3 * k, painted);
  }
}

const cornerOf = (points: Float64Array, n: number): Vector => [
  points[3 * n] ?? 0,
  points[3 * n + 1] ?? 0,
  points[3 * n + 2] ?? 0,
];

/** Of each point its place on the canvas with its depth, three numbers, and how far ahead it lies. */
function shownBy({ place, right, up, ahead, isFlat, scale }: Sight, points: Float64Array) {
  const shown = new Float64Array(points.length);
  const distances = new Float64Array(points.length / 3);
  for (let at = 0; at < points.length; at += 3) {
    const x = (points[at] ?? 0) - place[0];
    const y = (points[at + 1] ?? 0) - place[1];
    const z = (points[at + 2] ?? 0) - place[2];
    const far = x * ahead[0] + y * ahead[1] + z * ahead[2];
    const by = isFlat ? scale : scale / far;
    distances[at / 3] = far;
    shown[at] = width + by * (x * right[0] + y * right[1] + z * right[2]);
    shown[at + 1] = height - by * (x * up[0] + y * up[1] + z * up[2]);
    // what is linear in the picture: of a perspective the inverse of the distance
    shown[at + 2] = isFlat ? far : -1 / far;
  }
  return { shown, ahead: distances };
}

/** How far each point lies beyond a plane, negative where it stays. */
function outsideOf({ place, normal }: SectionPlane, points: Float64Array): Float64Array {
  const at = dot(normal, place);
  const far = new Float64Array(points.length / 3);
  for (let n = 0; n < far.length; n++)
    far[n] =
      normal[0] * (points[3 * n] ?? 0) +
      normal[1] * (points[3 * n + 1] ?? 0) +
      normal[2] * (points[3 * n + 2] ?? 0) -
      at;
  return far;
}

/** What planes, and the nearness of the eye, leave of a triangle. */
function drawRest(
  canvas: Canvas,
  corners: readonly Vector[],
  sight: Sight,
  sections: readonly SectionPlane[],
  color: number,
): void {
  const eye = { place: plus(sight.place, scaled(sight.ahead, near)), normal: scaled(sight.ahead, -1) };
  const planes = sight.isFlat ? sections : [...sections, eye];
  const rest = planes.reduce<readonly Vector[]>(keptOf, corners);
  if (rest.length < 3) return;
  const { shown } = shownBy(sight, Float64Array.from(rest.flat()));
  for (let n = 2; n < rest.length; n++) fillTriangle(canvas, shown, 0, 3 * n - 3, 3 * n, color);
}

/** The part of a polygon that lies against the normal of a plane. */
function keptOf(corners: readonly Vector[], { place, normal }: SectionPlane): Vector[] {
  const far = corners.map((corner) => dot(minus(corner, place), normal));
  return corners.flatMap((corner, n) => {
    const next = (n + 1) % corners.length;
    const [here, there] = [far[n] ?? 0, far[next] ?? 0];
    const kept = here <= 0 ? [corner] : [];
    if (here > 0 === there > 0 || here === 0 || there === 0) return kept;
    return [...kept, between(corner, corners[next] ?? corner, here / (here - there))];
  });
}
