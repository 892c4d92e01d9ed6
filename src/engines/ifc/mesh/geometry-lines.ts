import {
  arrayBuffer,
  elementArrayBuffer,
  float,
  type GeometryAccessor,
  type GeometryMesh,
  type GeometryView,
  lineMode,
  unsignedInt,
} from '../../geometry/gltf.ts';
import type { PlacedLines, PlacedShape } from '../shapes.ts';
import type { BinaryFile } from './geometry-file.ts';

interface MeshLists {
  readonly bufferViews: GeometryView[];
  readonly accessors: GeometryAccessor[];
  readonly meshes: GeometryMesh[];
}

/** Lines are of one element each: none are shared. */
export function lineMeshes(
  bin: BinaryFile,
  { bufferViews, accessors, meshes }: MeshLists,
  materialOf: (color: PlacedShape['color']) => number,
) {
  return (lines: PlacedLines): number => {
    const places = aboutFirst(lines);
    const view = bufferViews.length;
    const [points, corners] = [bin.write(places), bin.write(lines.indices)];
    bufferViews.push(
      { buffer: 0, byteOffset: points, byteLength: places.byteLength, byteStride: 12, target: arrayBuffer },
      { buffer: 0, byteOffset: corners, byteLength: lines.indices.byteLength, target: elementArrayBuffer },
    );
    const vertex = { bufferView: view, componentType: float, count: places.length / 3, type: 'VEC3' } as const;
    const indices = {
      bufferView: view + 1,
      componentType: unsignedInt,
      count: lines.indices.length,
      type: 'SCALAR',
    } as const;
    const first = accessors.push({ ...vertex, ...boundsOf(places, 3) }, indices) - 2;
    const material = materialOf(lines.color);
    const primitive = { attributes: { POSITION: first }, indices: first + 1, material, mode: lineMode };
    return meshes.push({ primitives: [primitive] }) - 1;
  };
}

/** Y up, from their first point on. */
function aboutFirst({ points }: PlacedLines): Float32Array {
  const [x0 = 0, y0 = 0, z0 = 0] = points;
  const places = new Float32Array(points.length);
  for (let at = 0; at < points.length; at += 3) {
    places[at] = (points[at] ?? 0) - x0;
    places[at + 1] = (points[at + 2] ?? 0) - z0;
    places[at + 2] = y0 - (points[at + 1] ?? 0);
  }
  return places;
}

/** Where the first point is, as a matrix. */
export function originOf({ points: [x = 0, y = 0, z = 0] }: PlacedLines): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, z, -y, 1];
}

/** Of vertices of so many floats, the first three of which are a place. */
export function boundsOf(
  vertices: Float32Array,
  stride = 6,
): { readonly min: readonly number[]; readonly max: readonly number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < vertices.length; at += stride) {
    for (let axis = 0; axis < 3; axis++) {
      const value = vertices[at + axis] ?? 0;
      if (value < (min[axis] ?? 0)) min[axis] = value;
      if (value > (max[axis] ?? 0)) max[axis] = value;
    }
  }
  return { min, max };
}
