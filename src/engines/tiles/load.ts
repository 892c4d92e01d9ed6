import { breathe, type EngineContext } from '../engine.ts';
import { meshedElements } from '../geometry/reader.ts';
import { divided, tooMany } from './divide.ts';
import { placedMesh } from './meshes.ts';
import { type MeshOptions, mostDividedTriangles, mostTriangles } from './params.ts';
import type { Mesh, Piece, PieceFile } from './pieces.ts';
import { rougher } from './simplify.ts';
import { splitMesh } from './split.ts';

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

/** Brings the triangles of all wanted elements into the file, in pieces; those of one element follow each other. */
export async function loadPieces(
  file: PieceFile,
  { geometry, featureOf, options, context, progress }: Loading,
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  let seen = 0;
  let kept = 0;
  let elements = 0;
  for await (const { id, shapes } of meshedElements(geometry)) {
    const feature = featureOf(id);
    for (const shape of shapes) {
      seen += shape.triangles;
      if (feature === undefined) continue;
      const mesh = withOptions(placedMesh(await shape.read(), shape.matrix), options);
      kept += mesh.indices.length / 3;
      if (kept > mostDividedTriangles && options.maxEdgeLength !== undefined) throw tooMany(options.maxEdgeLength);
      for (const part of splitMesh(mesh, mostOfPiece)) pieces.push(file.write(feature, shape.color, part));
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

function withOptions(mesh: Mesh, { decimationTol = 0, maxEdgeLength = 0 }: MeshOptions): Mesh {
  const rough = decimationTol > 0 ? rougher(mesh, decimationTol) : mesh;
  return maxEdgeLength > 0 ? divided(rough, maxEdgeLength) : rough;
}
