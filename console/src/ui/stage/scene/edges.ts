import { BufferAttribute, BufferGeometry } from 'three';

/** Neighbours that bend less are one surface. */
const sharpest = Math.cos((28 * Math.PI) / 180);
/** More than this and a tile is drawn without edges: they would cost more than they show. */
export const mostEdgeTriangles = 60_000;

/** The edges that draughtsmen draw: borders of surfaces, and where they bend; each knows its element. */
export function edgesOf(geometry: BufferGeometry, elementIndex: BufferAttribute): BufferGeometry | undefined {
  const { index } = geometry;
  const position = geometry.getAttribute('position');
  if (index === null || index.count / 3 > mostEdgeTriangles) return undefined;
  const corner = weld(geometry, elementIndex);
  const normals = faceNormals(geometry, index);
  const open = new Map<number, number>();
  const ends: number[] = [];
  const faces = index.count / 3;
  for (let face = 0; face < faces; face++) {
    for (let side = 0; side < 3; side++) {
      const a = index.getX(3 * face + side);
      const b = index.getX(3 * face + ((side + 1) % 3));
      const [from, to] = [corner[a] ?? 0, corner[b] ?? 0];
      if (from === to) continue;
      const key = Math.min(from, to) * position.count + Math.max(from, to);
      const other = open.get(key);
      if (other === undefined) open.set(key, 3 * face + side);
      else {
        open.delete(key);
        if (dot(normals, face, Math.floor(other / 3)) < sharpest) ends.push(a, b);
      }
    }
  }
  for (const at of open.values()) {
    const [face, side] = [Math.floor(at / 3), at % 3];
    ends.push(index.getX(at), index.getX(3 * face + ((side + 1) % 3)));
  }
  return lines(geometry, elementIndex, ends);
}

/** For each vertex the first one at the same place of the same element. */
function weld(geometry: BufferGeometry, elementIndex: BufferAttribute): Uint32Array {
  const position = geometry.getAttribute('position');
  const firsts = new Map<string, number>();
  return Uint32Array.from({ length: position.count }, (_, n) => {
    const key = `${elementIndex.getX(n)} ${position.getX(n)} ${position.getY(n)} ${position.getZ(n)}`;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, n);
    return first ?? n;
  });
}

function faceNormals(geometry: BufferGeometry, index: BufferAttribute): Float32Array {
  const position = geometry.getAttribute('position');
  const normals = new Float32Array(index.count);
  const at = (n: number) => {
    const vertex = index.getX(n);
    return [position.getX(vertex), position.getY(vertex), position.getZ(vertex)] as const;
  };
  for (let n = 0; n < index.count; n += 3) {
    const [a, b, c] = [at(n), at(n + 1), at(n + 2)];
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
    const length = Math.hypot(...normal) || 1;
    normals.set(
      normal.map((value) => value / length),
      n,
    );
  }
  return normals;
}

const dot = (normals: Float32Array, a: number, b: number): number =>
  [0, 1, 2].reduce((sum, axis) => sum + (normals[3 * a + axis] ?? 0) * (normals[3 * b + axis] ?? 0), 0);

function lines(geometry: BufferGeometry, elementIndex: BufferAttribute, ends: readonly number[]): BufferGeometry {
  const position = geometry.getAttribute('position');
  const places = new Float32Array(ends.length * 3);
  const elements = new Float32Array(ends.length);
  for (const [n, vertex] of ends.entries()) {
    places.set([position.getX(vertex), position.getY(vertex), position.getZ(vertex)], 3 * n);
    elements[n] = elementIndex.getX(vertex);
  }
  const edges = new BufferGeometry();
  edges.setAttribute('position', new BufferAttribute(places, 3));
  edges.setAttribute('elementIndex', new BufferAttribute(elements, 1));
  return edges;
}
