import { EngineFailure } from '../engine.ts';

/** Triangles with textures: Z up, in the coordinates of the file. A vertex has one place, one texture place, one material. */
export interface TexturedMesh {
  /** Three numbers a vertex. */
  readonly places: Float64Array;
  /** Two numbers a vertex, from the top left corner of the picture; beyond 0 to 1 it is repeated. */
  readonly uvs: Float32Array;
  /** Linear colours of 8 bits, four numbers a vertex; absent: white. */
  readonly colors: Uint8Array | undefined;
  /** Of each vertex: its place in the list. */
  readonly material: Uint16Array;
  readonly materials: readonly Material[];
  /** Three vertices a triangle. */
  readonly indices: Uint32Array;
}

export interface Material {
  /** Linear, with opacity. */
  readonly color: readonly [number, number, number, number];
  /** A picture: its bytes, or the path of its file. */
  readonly picture: Uint8Array | string | undefined;
}

export const mostMaterials = 65_535;
/** A map holds no more; equal vertices that are not joined do no harm. */
const mostKnown = 16_000_000;
export const plain: Material = { color: [1, 1, 1, 1], picture: undefined };

/** Collects the vertices and triangles of a mesh; equal vertices become one. */
export interface MeshBuilder {
  /** Answers its number. `key`: what equal vertices have in common; absent: none is equal. */
  vertex(
    key: string | undefined,
    place: readonly number[],
    uv: readonly number[],
    material: number,
    color?: readonly number[],
  ): number;
  triangle(a: number, b: number, c: number): void;
  /** How many vertices there are. */
  count(): number;
  finish(materials: readonly Material[]): TexturedMesh;
}

export function meshBuilder(most: number): MeshBuilder {
  const known = new Map<string, number>();
  const places: number[] = [];
  const uvs: number[] = [];
  const colors: number[] = [];
  const material: number[] = [];
  const indices: number[] = [];
  let isColored = false;
  return {
    vertex(key, place, uv, of, color) {
      const found = key === undefined ? undefined : known.get(key);
      if (found !== undefined) return found;
      const made = material.length;
      if (known.size >= mostKnown) known.clear();
      if (key !== undefined) known.set(key, made);
      places.push(place[0] ?? 0, place[1] ?? 0, place[2] ?? 0);
      uvs.push(uv[0] ?? 0, uv[1] ?? 0);
      colors.push(...(color ?? [255, 255, 255, 255]));
      if (color !== undefined) isColored = true;
      material.push(of);
      return made;
    },
    triangle(a, b, c) {
      if (indices.length >= 3 * most) throw tooManyTriangles(most);
      if (a !== b && b !== c && c !== a) indices.push(a, b, c);
    },
    count: () => material.length,
    finish: (materials) => ({
      places: Float64Array.from(places),
      uvs: Float32Array.from(uvs),
      colors: isColored ? Uint8Array.from(colors) : undefined,
      material: Uint16Array.from(material),
      materials: materials.length === 0 ? [plain] : materials,
      indices: Uint32Array.from(indices),
    }),
  };
}

export const tooManyTriangles = (most: number): EngineFailure =>
  new EngineFailure(
    'LimitExceeded',
    `There are more than ${most} triangles, which is the limit of this server (MESH_TRIANGLES).`,
    undefined,
    ['MESH_TRIANGLES'],
  );
