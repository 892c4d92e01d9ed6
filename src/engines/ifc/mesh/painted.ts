import { type Paint, unpainted } from '../paint/paints.ts';
import type { PlacedShape } from '../shapes.ts';
import { type Found, finder } from './finder.ts';

/**
 * The shapes of an element, divided by what its faces look like. A triangle of a mesh is matched with the one that it
 * lies on, so that holes which were cut do not matter; what lies on none keeps its colour.
 */
export function paintedShapes(shapes: readonly PlacedShape[], paints: readonly Paint[]): readonly PlacedShape[] {
  if (paints.length === 0) return shapes;
  const find = finder(paints);
  return shapes.flatMap((shape) => divided(shape, find));
}

interface Part {
  readonly look: Pick<PlacedShape, 'color' | 'texture'>;
  readonly vertices: number[];
  readonly uv: number[];
}

function divided(placed: PlacedShape, find: (corners: Float64Array) => Found | undefined): readonly PlacedShape[] {
  const { shape, matrix, color } = placed;
  const { vertices, indices } = shape;
  const parts = new Map<string, Part>();
  const world = new Float64Array(9);
  let matched = false;
  for (let n = 0; n + 2 < indices.length; n += 3) {
    for (let corner = 0; corner < 3; corner++)
      intoWorld(vertices, 6 * (indices[n + corner] ?? 0), matrix, world, 3 * corner);
    const found = find(world);
    matched ||= found !== undefined;
    const look = lookOf(found, color);
    const key = `${look.color.join()} ${look.texture}`;
    const part = parts.get(key) ?? { look, vertices: [], uv: [] };
    parts.set(key, part);
    for (let corner = 0; corner < 3; corner++) {
      const at = 6 * (indices[n + corner] ?? 0);
      for (let value = 0; value < 6; value++) part.vertices.push(vertices[at + value] ?? 0);
      part.uv.push(found?.uv?.[2 * corner] ?? 0, found?.uv?.[2 * corner + 1] ?? 0);
    }
  }
  if (!matched) return [placed];
  return [...parts.values()].map(({ look, vertices: own, uv }) => ({
    ...placed,
    ...look,
    shape: {
      closed: shape.closed,
      facing: shape.facing,
      vertices: Float32Array.from(own),
      indices: Uint32Array.from({ length: own.length / 6 }, (_, n) => n),
      ...(look.texture === undefined ? {} : { uv: Float32Array.from(uv) }),
    },
  }));
}

function lookOf(found: Found | undefined, own: PlacedShape['color']): Part['look'] {
  if (found === undefined) return { color: own };
  const color = found.colour === unpainted ? own : (found.paint.palette[found.colour] ?? own);
  const { texture } = found.paint;
  // a texture has its own colours
  return found.uv === undefined || texture === undefined ? { color } : { color: [1, 1, 1, color[3]], texture };
}

/** Metres, Z up. */
function intoWorld(vertices: Float32Array, at: number, m: readonly number[], into: Float64Array, to: number): void {
  const [x = 0, y = 0, z = 0] = [vertices[at], vertices[at + 1], vertices[at + 2]];
  const row = (n: number) => (m[n] ?? 0) * x + (m[4 + n] ?? 0) * y + (m[8 + n] ?? 0) * z + (m[12 + n] ?? 0);
  into[to] = row(0);
  into[to + 1] = -row(2);
  into[to + 2] = row(1);
}
