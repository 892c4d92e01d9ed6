import { Color, type Points, type Raycaster, Vector3 } from 'three';
import type { Hit, IsKept, PointFacts } from '../drawn.ts';
import { furtherOf } from './points.ts';

/** A click further away from a point, in pixels, is not meant for it. */
const farthestPixels = 12;

interface Found {
  readonly of: Points;
  readonly at: number;
  /** Along the ray, metres. */
  readonly depth: number;
  /** From the ray, in pixels. */
  readonly off: number;
}

interface Looking {
  readonly ray: Raycaster;
  /** Radians of a pixel. */
  readonly pixel: number;
  /** Half a point, in pixels. */
  readonly radius: number;
  readonly hidden: ReadonlySet<number>;
  readonly isKept: IsKept;
}

/** The point that a ray means: the nearest of those that are drawn there, else the one that it passes most closely. */
export function hitPoint(all: Iterable<Points>, looking: Looking): (Hit & { readonly of: Points }) | undefined {
  let best: Found | undefined;
  for (const one of all) best = nearer(one, looking, best);
  if (best === undefined) return undefined;
  const { of, at, depth } = best;
  return { id: '', of, hit: { point: placeOf(of, at), distance: depth }, facts: factsOf(of, at) };
}

const isBetter = (one: Found, than: Found | undefined, radius: number): boolean => {
  if (than === undefined) return true;
  const [inside, wasInside] = [one.off <= radius, than.off <= radius];
  if (inside !== wasInside) return inside;
  return inside ? one.depth < than.depth : one.off < than.off;
};

/** In the coordinates of the tile, where the same pixels are the same angles: its scale is equal along all axes. */
function nearer(of: Points, looking: Looking, before: Found | undefined): Found | undefined {
  const { ray, pixel, radius, hidden, isKept } = looking;
  const inverse = of.matrixWorld.clone().invert();
  const scale = new Vector3().setFromMatrixColumn(of.matrixWorld, 0).length();
  const origin = ray.ray.origin.clone().applyMatrix4(inverse);
  const direction = ray.ray.direction.clone().transformDirection(inverse);
  if (passesBy(of, origin, direction, pixel)) return before;
  const { position, classification } = of.geometry.attributes;
  let best = before;
  for (let at = 0; at < (position?.count ?? 0); at++) {
    const [x, y, z] = [position?.getX(at) ?? 0, position?.getY(at) ?? 0, position?.getZ(at) ?? 0];
    const [a, b, c] = [x - origin.x, y - origin.y, z - origin.z];
    const along = a * direction.x + b * direction.y + c * direction.z;
    if (along <= 0) continue;
    const aside = Math.sqrt(Math.max(0, a * a + b * b + c * c - along * along));
    const off = aside / along / pixel;
    if (off > farthestPixels) continue;
    const one = { of, at, off, depth: along * scale };
    if (!isBetter(one, best, radius) || hidden.has(classification?.getX(at) ?? -1)) continue;
    if (isKept({ point: placeOf(of, at) })) best = one;
  }
  return best;
}

function passesBy({ geometry }: Points, origin: Vector3, direction: Vector3, pixel: number): boolean {
  const ball = geometry.boundingSphere;
  if (!ball) return false;
  const to = ball.center.clone().sub(origin);
  const along = Math.max(0, to.dot(direction));
  const aside = Math.sqrt(Math.max(0, to.lengthSq() - along * along));
  return aside > ball.radius + (along + ball.radius) * farthestPixels * pixel;
}

function placeOf(of: Points, at: number): Vector3 {
  const { position } = of.geometry.attributes;
  return new Vector3(position?.getX(at), position?.getY(at), position?.getZ(at)).applyMatrix4(of.matrixWorld);
}

function factsOf(of: Points, at: number): PointFacts {
  const { rgb, intensity, classification } = of.geometry.attributes;
  const isEncoded = rgb?.array instanceof Uint8Array; // tiles of the older kind hold what screens show
  const color = rgb && new Color(rgb.getX(at), rgb.getY(at), rgb.getZ(at));
  return {
    ...(color ? { color: isEncoded ? color.getHex('srgb-linear') : color.getHex() } : {}),
    ...(classification ? { class: classification.getX(at) } : {}),
    ...(intensity ? { intensity: intensity.getX(at) } : {}),
    more: furtherOf(of, at),
  };
}
