import { breathe } from '../engine.ts';
import { meshedElements } from '../geometry/reader.ts';
import { movePoints, multiply, transpose, zUpFromYUp } from '../matrix.ts';

/** Triangles of one colour of an element, at their place: Z up, metres. */
export interface ElementSurface {
  /** Id of the element: `0x…`. */
  readonly id: string;
  /** Three numbers a point. */
  readonly points: Float64Array;
  /** Three points a triangle. */
  readonly triangles: Uint32Array;
  /** Linear, with opacity. */
  readonly color: readonly number[];
}

/** More would not fit beside everything else into the memory of an engine. */
const mostTriangles = 3_000_000;
const batch = 500;

/** The surfaces of a model, out of the files of its geometry; undefined when they are too many. */
export async function surfacesOfModel(geometry: readonly string[]): Promise<readonly ElementSurface[] | undefined> {
  const surfaces: ElementSurface[] = [];
  let [left, elements] = [mostTriangles, 0];
  for await (const { id, shapes } of meshedElements(geometry)) {
    for (const { triangles } of shapes) left -= triangles;
    if (left < 0) return undefined;
    for (const shape of shapes) {
      const { vertices, indices } = await shape.read();
      surfaces.push({ id, points: placed(vertices, shape.matrix), triangles: indices, color: shape.color });
    }
    if (++elements % batch === 0) await breathe();
  }
  return surfaces;
}

/** Vertices with normals, six numbers each, as places. */
function placed(vertices: Float32Array, columns: readonly number[]): Float64Array {
  const points = new Float64Array(vertices.length / 2);
  for (let at = 0; at < points.length; at += 3) points.set(vertices.subarray(2 * at, 2 * at + 3), at);
  movePoints(points, multiply(zUpFromYUp, transpose(columns)));
  return points;
}
