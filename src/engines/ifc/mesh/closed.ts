import type { PlacedShape, Shape, Triangles } from '../shapes.ts';
import { contentKey } from './content-key.ts';
import { openEdgeCount } from './open-edges.ts';
import { oriented } from './orient.ts';
import { volumeOf } from './volume.ts';
import { weld } from './weld.ts';

/**
 * Tells whether the surface closes: every edge has as many triangles on one side of it as on the other, also where one
 * triangle meets two along it. If it closes only with some triangles turned, they are turned.
 */
export function surfaceOf(triangles: Triangles): Shape {
  const welded = weld(triangles);
  if (openEdgeCount(welded, triangles.indices) === 0) return closedOf(triangles);
  const turned = oriented(triangles, welded.places);
  const closes = turned !== triangles && openEdgeCount(welded, turned.indices) === 0;
  return closes ? closedOf(turned) : { ...triangles, closed: false, facing: 0 };
}

const closedOf = (triangles: Triangles): Shape => ({
  ...triangles,
  closed: true,
  facing: Math.sign(volumeOf(triangles)),
});

/** The same for many shapes, of which most are there again and again: it is found out once for equal ones. */
export function surfaceFinder(): (triangles: Triangles) => Shape {
  const known = new Map<string, Pick<Shape, 'closed' | 'facing'> & { readonly turned?: Triangles }>();
  return (triangles) => {
    const key = contentKey(triangles);
    const found = known.get(key);
    if (found !== undefined) {
      const { turned = triangles, closed, facing } = found;
      return { ...turned, closed, facing };
    }
    const shape = surfaceOf(triangles);
    const { closed, facing } = shape;
    known.set(key, { closed, facing, ...(shape.indices !== triangles.indices && { turned: shape }) });
    return shape;
  };
}

/** Whether the surfaces of all shapes close, and all of them face outwards or all inwards: their volume is that of a body. */
export function areClosed(shapes: readonly PlacedShape[]): boolean {
  const facing = new Set<number>();
  for (const { shape, matrix } of shapes) {
    if (!shape.closed) return false;
    facing.add(shape.facing * Math.sign(determinant(matrix)));
  }
  return facing.size === 1 && !facing.has(0);
}

function determinant([a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0]: readonly number[]): number {
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e);
}
