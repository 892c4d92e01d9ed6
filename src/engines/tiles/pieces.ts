import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

export type Place = readonly [x: number, y: number, z: number];

/** A part of one element in one colour, small enough for a tile; its triangles or lines wait in a file. Z up, metres. */
export interface Piece {
  /** Place of the element in the list of features. */
  readonly feature: number;
  /** Linear, with opacity. */
  readonly color: readonly number[];
  readonly low: Place;
  readonly high: Place;
  readonly lines: boolean;
  readonly texture?: TileTexture | undefined;
  /** How many triangles, or lines. */
  readonly count: number;
  /** Where its vertices, then its indices, are in the file. */
  readonly offset: number;
  readonly vertices: number;
}

/** Triangles or lines around a centre: 6 floats a vertex, place relative to the centre, and normal. */
export interface Mesh {
  readonly lines?: boolean | undefined;
  /** Where the vertices are in a texture, 2 floats each. */
  readonly uv?: Float32Array | undefined;
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
  readonly center: Place;
}

/** A picture on surfaces. */
export interface TileTexture {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  /** As glTF names them. */
  readonly wrapS: number;
  readonly wrapT: number;
  /** Its mean colour, linear: what is seen of it from far. */
  readonly mean: readonly number[];
}

/** The pieces of an export on disk: memory holds what a tile needs, however large the model is. */
export interface PieceFile {
  write(feature: number, color: readonly number[], mesh: Mesh, texture?: TileTexture): Piece;
  read(piece: Piece): Mesh;
  close(): void;
}

const cornersOf = (lines: boolean): number => (lines ? 2 : 3);

export function openPieces(path: string): PieceFile {
  const file = openSync(path, 'w+');
  let size = 0;
  const append = (values: Float32Array | Uint32Array) => {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    size += bytes.length;
  };
  return {
    write(feature, color, mesh, texture) {
      const offset = size;
      append(mesh.vertices);
      append(mesh.indices);
      if (mesh.uv !== undefined) append(mesh.uv);
      const [low, high] = boundsOf(mesh);
      const { lines = false } = mesh;
      const count = mesh.indices.length / cornersOf(lines);
      return { feature, color, low, high, lines, count, offset, vertices: mesh.vertices.length / 6, texture };
    },
    read({ offset, vertices, lines, count, low, high, texture }) {
      const corners = cornersOf(lines) * count;
      const bytes = Buffer.alloc(24 * vertices + 4 * corners + (texture === undefined ? 0 : 8 * vertices));
      if (readSync(file, bytes, 0, bytes.length, offset) !== bytes.length) throw new Error(`${path} ends too soon.`);
      const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
      return {
        lines,
        vertices: new Float32Array(buffer, 0, 6 * vertices),
        indices: new Uint32Array(buffer, 24 * vertices, corners),
        uv: texture === undefined ? undefined : new Float32Array(buffer, 24 * vertices + 4 * corners),
        center: middle(low, high),
      };
    },
    close() {
      closeSync(file);
      rmSync(path);
    },
  };
}

export const middle = (low: Place, high: Place): Place => [
  (low[0] + high[0]) / 2,
  (low[1] + high[1]) / 2,
  (low[2] + high[2]) / 2,
];

export const diagonal = (low: Place, high: Place): number =>
  Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);

export function boundsOf({ vertices, center }: Mesh): [Place, Place] {
  let [lx, ly, lz] = [Infinity, Infinity, Infinity];
  let [hx, hy, hz] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < vertices.length; at += 6) {
    const x = vertices[at] ?? 0;
    const y = vertices[at + 1] ?? 0;
    const z = vertices[at + 2] ?? 0;
    if (x < lx) lx = x;
    if (x > hx) hx = x;
    if (y < ly) ly = y;
    if (y > hy) hy = y;
    if (z < lz) lz = z;
    if (z > hz) hz = z;
  }
  const [cx, cy, cz] = center;
  return [
    [lx + cx, ly + cy, lz + cz],
    [hx + cx, hy + cy, hz + cz],
  ];
}
