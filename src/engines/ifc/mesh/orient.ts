import type { Triangles } from '../shapes.ts';
import { edgesOf, numbered } from './edges.ts';
import { volumeOf } from './volume.ts';

/**
 * The triangles turned so that neighbours face the same way, and what was not consistent outwards: the library does not
 * heed which way a face of a file is meant. Neighbours share an edge that no third triangle has.
 */
export function oriented(shape: Triangles, places: Uint32Array): Triangles {
  const turned = turns(shape, places);
  if (!turned.includes(1)) return shape;
  const indices = shape.indices.slice();
  const vertices = shape.vertices.slice();
  const keeps = new Uint8Array(vertices.length / 6);
  for (const [n, vertex] of indices.entries()) if (turned[Math.floor(n / 3)] === 0) keeps[vertex] = 1;
  for (const [triangle, turn] of turned.entries()) {
    if (turn === 0) continue;
    const [b = 0, c = 0] = shape.indices.subarray(3 * triangle + 1, 3 * triangle + 3);
    indices.set([c, b], 3 * triangle + 1);
  }
  const seen = new Uint8Array(keeps.length);
  for (const vertex of indices) {
    if (keeps[vertex] === 1 || seen[vertex] === 1) continue;
    seen[vertex] = 1;
    for (let at = 6 * vertex + 3; at < 6 * vertex + 6; at++) vertices[at] = -(vertices[at] ?? 0);
  }
  return { vertices, indices };
}

/** 1 for each triangle that has to be turned. */
function turns(shape: Triangles, places: Uint32Array): Uint8Array {
  const edges = edgesOf(places, shape.indices);
  const across = neighbours(numbered(edges));
  const count = shape.indices.length / 3;
  const turn = new Uint8Array(count);
  const seen = new Uint8Array(count);

  /** Turns the neighbours of a triangle as it is itself, and adds those that were not seen; true when all agreed. */
  const turnNeighbours = (triangle: number, part: number[]): boolean => {
    let agreed = true;
    for (let edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
      const other = across[edge] ?? -1;
      const next = Math.floor(other / 3);
      if (other === -1 || seen[next] === 1) continue;
      const against = edges.from[edge] === edges.from[other] ? 1 : 0;
      if (against === 1) agreed = false;
      turn[next] = (turn[triangle] ?? 0) ^ against;
      seen[next] = 1;
      part.push(next);
    }
    return agreed;
  };

  for (let first = 0; first < count; first++) {
    if (seen[first] === 1) continue;
    const part = [first];
    seen[first] = 1;
    let consistent = true;
    for (let n = 0; n < part.length; n++) consistent = turnNeighbours(part[n] ?? 0, part) && consistent;
    if (!consistent && volumeOf(shape, part, turn) < 0) for (const one of part) turn[one] = 1 - (turn[one] ?? 0);
  }
  return turn;
}

/** Of each edge the one of the other triangle at it; -1 where there is none, or more than one. */
function neighbours(numbers: Uint32Array): Int32Array {
  const across = new Int32Array(numbers.length).fill(-1);
  const count = new Uint8Array(numbers.length);
  const last = new Uint32Array(numbers.length);
  for (const [edge, number] of numbers.entries()) {
    count[number] = Math.min(3, (count[number] ?? 0) + 1);
    if (count[number] === 2) {
      across[edge] = number;
      across[number] = edge;
      last[number] = edge;
    } else if (count[number] === 3) {
      across[number] = -1;
      across[last[number] ?? 0] = -1;
    }
  }
  return across;
}
