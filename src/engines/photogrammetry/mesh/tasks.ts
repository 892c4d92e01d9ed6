import type { Vector } from '../../matrix.ts';
import { divided } from '../../tiles/divide.ts';
import { mapOf } from '../dense/tasks.ts';
import type { View } from '../dense/view.ts';
import { readMesh, writeMesh } from './files.ts';
import { type Mesh, meshOf, simplified } from './mesh.ts';
import { surfaceOf } from './surface.ts';
import { volumeOf } from './tsdf.ts';

export interface MeshOrder {
  /** Of the depth maps. */
  readonly folder: string;
  readonly views: readonly View[];
  /** Lower than all that is wanted. */
  readonly low: Vector;
  /** Metres. */
  readonly cell: number;
  readonly to: string;
}

export interface MeshFigures {
  readonly origin: Vector;
  readonly triangles: number;
}

/** Writes `whole.places` and `whole.triangles`: the surface in full detail. */
export function makeMesh({ folder, views, low, cell, to }: MeshOrder): MeshFigures {
  const maps = views.map((view) => mapOf(folder, view, 'kept'));
  const volume = volumeOf(maps, cell, low);
  const whole = meshOf(surfaceOf(volume), volume.origin, cell);
  writeMesh(to, 'whole', whole);
  return { origin: volume.origin, triangles: whole.triangles.length / 3 };
}

export interface LevelOrder {
  /** Where the whole mesh is. */
  readonly folder: string;
  readonly origin: Vector;
  /** Metres that the surface may lie off, and that an edge may be long. */
  readonly tolerance: number;
  readonly edge: number;
  readonly name: string;
}

/** Writes a simplified mesh under its name; edges are short enough to be textured. */
export function makeLevel({ folder, origin, tolerance, edge, name }: LevelOrder): MeshFigures {
  const mesh = withShortEdges(simplified(readMesh(folder, 'whole', origin), tolerance), edge);
  writeMesh(folder, name, mesh);
  return { origin, triangles: mesh.triangles.length / 3 };
}

function withShortEdges({ origin, places, triangles }: Mesh, most: number): Mesh {
  const vertices = new Float32Array(2 * places.length);
  for (let n = 0; n < places.length / 3; n++) vertices.set(places.subarray(3 * n, 3 * n + 3), 6 * n);
  const made = divided({ vertices, indices: triangles, center: origin }, most);
  const all = new Float32Array(made.vertices.length / 2);
  for (let n = 0; n < all.length / 3; n++) all.set(made.vertices.subarray(6 * n, 6 * n + 3), 3 * n);
  return { origin, places: all, triangles: made.indices };
}
