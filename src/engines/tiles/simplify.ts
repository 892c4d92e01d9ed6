import { MeshoptSimplifier } from 'meshoptimizer';
import { welded } from './meshes.ts';
import { boundsOf, diagonal, type Mesh, type Place, type TileTexture } from './pieces.ts';

await MeshoptSimplifier.ready;

/** A simplified part of one element in one colour. */
export interface RoughPart {
  readonly feature: number;
  readonly color: readonly number[];
  readonly mesh: Mesh;
  readonly texture?: TileTexture | undefined;
}

/** A colour as it looks from far with a texture over it. */
export const toned = (color: readonly number[], { mean }: TileTexture): readonly number[] =>
  color.map((value, n) => value * (mean[n] ?? 1));

/** Without its texture: from far it is one colour. */
function plain({ feature, color, mesh, texture }: RoughPart): RoughPart {
  if (texture === undefined) return { feature, color, mesh };
  const { vertices, indices, center } = mesh;
  return { feature, color: toned(color, texture), mesh: welded({ vertices, indices, center }) };
}

/** Triangles a shape has at least, so that it pays to simplify it: a box has 12. */
const leastTriangles = 16;
/** Share of the tile's diagonal that is first allowed as error; raised until the tile is small enough. */
const firstError = 1 / 2000;

/**
 * Fewer triangles for a tile that is seen from far: parts of one element are joined, what is smaller than the error is
 * left out, the rest of the surfaces simplified. `error`: how far the result may lie from what it was given, in metres.
 */
export function simplified(
  parts: readonly RoughPart[],
  most: number,
  low: Place,
  high: Place,
): { readonly parts: RoughPart[]; readonly error: number } {
  let now = joined(parts.map(plain)).map((part) => ({
    part,
    surface: surfaceOf(part.mesh),
    size: diagonal(...boundsOf(part.mesh)),
    lines: part.mesh.lines === true,
  }));
  let error = 0;
  for (let step = firstError * diagonal(low, high); step > 0; ) {
    const least = step;
    now = now.flatMap((one) => {
      if (one.lines) return one.size > least ? [one] : [];
      const indices = one.size > least ? reduced(one.surface, least) : none;
      return indices.length === 0 ? [] : [{ ...one, surface: { ...one.surface, indices } }];
    });
    error += step;
    const total = now.reduce((sum, { surface, lines }) => sum + surface.indices.length / (lines ? 2 : 3), 0);
    if (total <= most) break;
    step *= total > 4 * most ? 4 : 2;
  }
  const simple = now.map(({ part, surface, lines }) =>
    lines ? part : { ...part, mesh: withFlatNormals(part.mesh, surface) },
  );
  return { parts: simple, error };
}

/** One mesh with at most this error, in metres, and the normals it has then. */
export function rougher(mesh: Mesh, error: number): Mesh {
  const surface = surfaceOf(mesh);
  return withFlatNormals(mesh, { ...surface, indices: reduced(surface, error) });
}

/** Places without normals, 3 floats each, and triangles in which corners at one place share one vertex. */
interface Surface {
  readonly places: Float32Array;
  readonly indices: Uint32Array;
}

const none = new Uint32Array(0);

/** Whatever their normals: else every edge of a box would count as a border that must stay. */
function surfaceOf({ vertices, indices }: Mesh): Surface {
  const places = new Float32Array(vertices.length / 2);
  for (let n = 0; n < places.length / 3; n++) {
    for (let axis = 0; axis < 3; axis++) places[3 * n + axis] = vertices[6 * n + axis] ?? 0;
  }
  const remap = MeshoptSimplifier.generatePositionRemap(places, 3);
  return { places, indices: indices.map((index) => remap[index] ?? index) };
}

function reduced({ places, indices }: Surface, error: number): Uint32Array {
  if (indices.length < 3 * leastTriangles) return indices;
  return MeshoptSimplifier.simplify(indices, places, 3, 0, error, ['ErrorAbsolute', 'Prune'])[0];
}

/** Parts of the same element and colour as one, with their seams closed. */
function joined(parts: readonly RoughPart[]): RoughPart[] {
  const groups = Map.groupBy(parts, ({ feature, color, mesh }) => `${feature} ${mesh.lines} ${color.join()}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length === 1) return group;
    return [
      {
        ...first,
        mesh: joinedMesh(
          group.map(({ mesh }) => mesh),
          first.mesh,
        ),
      },
    ];
  });
}

/** Tenths of a millimetre: what lay at one place before it was cut does so again. */
const grid = 1e-4;

function joinedMesh(meshes: readonly Mesh[], { lines, center }: Pick<Mesh, 'lines' | 'center'>): Mesh {
  const vertices = new Float32Array(meshes.reduce((sum, mesh) => sum + mesh.vertices.length, 0));
  const indices = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.indices.length, 0));
  let vertex = 0;
  let corner = 0;
  for (const mesh of meshes) {
    const base = vertex / 6;
    for (let at = 0; at < mesh.vertices.length; at += 6) {
      for (let axis = 0; axis < 3; axis++) {
        const place = (mesh.vertices[at + axis] ?? 0) + (mesh.center[axis] ?? 0) - (center[axis] ?? 0);
        vertices[vertex + axis] = Math.round(place / grid) * grid;
        vertices[vertex + 3 + axis] = mesh.vertices[at + 3 + axis] ?? 0;
      }
      vertex += 6;
    }
    for (const index of mesh.indices) indices[corner++] = base + index;
  }
  return { lines, vertices, indices, center };
}

/** Surfaces have moved: every triangle gets the normal it has now. */
function withFlatNormals({ center }: Mesh, { places, indices }: Surface): Mesh {
  const flat = new Float32Array(6 * indices.length);
  for (let n = 0; n < indices.length; n += 3) {
    const at = (corner: number, axis: number) => places[3 * (indices[n + corner] ?? 0) + axis] ?? 0;
    const edge = (corner: number, axis: number) => at(corner, axis) - at(0, axis);
    const nx = edge(1, 1) * edge(2, 2) - edge(1, 2) * edge(2, 1);
    const ny = edge(1, 2) * edge(2, 0) - edge(1, 0) * edge(2, 2);
    const nz = edge(1, 0) * edge(2, 1) - edge(1, 1) * edge(2, 0);
    const length = Math.hypot(nx, ny, nz);
    const normal = length > 0 ? [nx / length, ny / length, nz / length] : [0, 0, 1];
    for (let corner = 0; corner < 3; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        flat[6 * (n + corner) + axis] = at(corner, axis);
        flat[6 * (n + corner) + 3 + axis] = normal[axis] ?? 0;
      }
    }
  }
  return welded({
    vertices: flat,
    indices: Uint32Array.from({ length: indices.length }, (_, n) => n),
    center,
  });
}
