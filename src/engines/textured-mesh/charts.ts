import type { TexturedMesh } from './mesh.ts';

/** A part of a tile whose triangles hang together in a picture. */
export interface Chart {
  readonly material: number;
  /** Of the picture; beyond 0 to 1 where it is repeated. */
  readonly low: readonly [number, number];
  readonly high: readonly [number, number];
  /** Vertices of the mesh. */
  readonly vertices: readonly number[];
}

/** The charts of some triangles. Materials without a picture make none. */
export function chartsOf({ uvs, material, materials }: TexturedMesh, indices: Uint32Array): Chart[] {
  const leader = new Map<number, number>();
  const find = (vertex: number): number => {
    let at = vertex;
    for (let up = leader.get(at) ?? at; up !== at; up = leader.get(at) ?? at) at = up;
    leader.set(vertex, at);
    return at;
  };
  for (let n = 0; n < indices.length; n += 3) {
    const first = find(indices[n] ?? 0);
    leader.set(find(indices[n + 1] ?? 0), first);
    leader.set(find(indices[n + 2] ?? 0), first);
  }
  const groups = Map.groupBy(new Set(indices), find);
  return [...groups.values()].flatMap((vertices): Chart[] => {
    const of = material[vertices[0] ?? 0] ?? 0;
    if (materials[of]?.picture === undefined) return [];
    const low: [number, number] = [Infinity, Infinity];
    const high: [number, number] = [-Infinity, -Infinity];
    for (const vertex of vertices) {
      for (const axis of [0, 1] as const) {
        const value = uvs[2 * vertex + axis] ?? 0;
        low[axis] = Math.min(low[axis], value);
        high[axis] = Math.max(high[axis], value);
      }
    }
    return [{ material: of, low, high, vertices }];
  });
}

/** Where charts of a picture together are as large as all of it, the whole picture as one. */
export function joinedCharts(charts: readonly Chart[]): Chart[] {
  return [...Map.groupBy(charts, ({ material }) => material).values()].flatMap((group) => {
    const inside = group.every(({ low, high }) => low[0] >= 0 && low[1] >= 0 && high[0] <= 1 && high[1] <= 1);
    const area = group.reduce((sum, { low, high }) => sum + (high[0] - low[0]) * (high[1] - low[1]), 0);
    const [first] = group;
    if (!inside || first === undefined || (area < 0.9 && group.length < mostOfPicture)) return group;
    return [
      { material: first.material, low: [0, 0], high: [1, 1], vertices: group.flatMap(({ vertices }) => vertices) },
    ];
  });
}

/** More small ones cost more at their borders than they save. */
const mostOfPicture = 3000;
