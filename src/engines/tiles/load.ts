import { breathe, type EngineContext } from '../engine.ts';
import { type MeshedShape, type MeshedTexture, meshedElements } from '../geometry/reader.ts';
import { divided, tooMany } from './divide.ts';
import { placedLines, placedMesh } from './meshes.ts';
import { type MeshOptions, mostDividedTriangles, mostTriangles } from './params.ts';
import type { Mesh, Piece, PieceFile, TileTexture } from './pieces.ts';
import { rougher, toned } from './simplify.ts';
import { splitLines, splitMesh } from './split.ts';

/** A quarter of a tile: large shapes are cut, so that tiles can be filled. */
const mostOfPiece = mostTriangles / 4;
const batch = 100;

interface Loading {
  readonly geometry: readonly string[];
  /** Place of an element in the list of features; undefined for one that is left out. */
  featureOf(id: string): number | undefined;
  readonly options: MeshOptions;
  readonly context: EngineContext;
  /** Triangles that were looked at. */
  progress(triangles: number): void;
}

/** Brings the triangles and lines of all wanted elements into the file, in pieces; those of one element follow each other. */
export async function loadPieces(
  file: PieceFile,
  { geometry, featureOf, options, context, progress }: Loading,
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const textureOf = pictures();
  let seen = 0;
  let kept = 0;
  let elements = 0;
  const keep = (feature: number, color: readonly number[], parts: readonly Mesh[], texture?: TileTexture) => {
    for (const part of parts) pieces.push(file.write(feature, color, part, texture));
  };
  const keepShape = async (feature: number, shape: MeshedShape) => {
    const mesh = withOptions(placedMesh(await shape.read(), shape.matrix), options);
    kept += mesh.indices.length / 3;
    if (kept > mostDividedTriangles && options.maxEdgeLength !== undefined) throw tooMany(options.maxEdgeLength);
    const texture = shape.texture && (await textureOf(shape.texture));
    const parts = splitMesh(mesh, mostOfPiece);
    // options make new vertices, which are nowhere in the texture
    if (texture !== undefined && mesh.uv === undefined) keep(feature, toned(shape.color, texture), parts);
    else keep(feature, shape.color, parts, texture);
  };
  for await (const { id, shapes, lines } of meshedElements(geometry)) {
    const feature = featureOf(id);
    for (const { triangles } of shapes) seen += triangles;
    if (feature !== undefined) {
      for (const shape of shapes) await keepShape(feature, shape);
      for (const set of lines)
        keep(feature, set.color, splitLines(placedLines(await set.read(), set.matrix), mostOfPiece));
    }
    if (++elements % batch === 0) {
      progress(seen);
      await breathe();
      context.signal?.throwIfAborted();
    }
  }
  progress(seen);
  return pieces;
}

/** Every picture is read once. */
function pictures(): (texture: MeshedTexture) => Promise<TileTexture> {
  const known = new Map<string, TileTexture>();
  return async (texture) => {
    const found = known.get(texture.key) ?? { ...texture, bytes: await texture.read() };
    known.set(texture.key, found);
    return found;
  };
}

function withOptions(mesh: Mesh, { decimationTol = 0, maxEdgeLength = 0 }: MeshOptions): Mesh {
  const rough = decimationTol > 0 ? rougher(mesh, decimationTol) : mesh;
  return maxEdgeLength > 0 ? divided(rough, maxEdgeLength) : rough;
}
