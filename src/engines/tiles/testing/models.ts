import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { surfaceOf } from '../../ifc/mesh/closed.ts';
import { geometryWriter } from '../../ifc/mesh/geometry-writer.ts';
import { measuring } from '../../ifc/mesh/measures.ts';
import type { PlacedShape } from '../../ifc/shapes.ts';
import { elementRecord, snapshotHeader } from '../../snapshot/testing/records.ts';
import type { ElementRecord, SnapshotHeader } from '../../snapshot/types.ts';
import { createSnapshot } from '../../snapshot/writer.ts';
import type { TilesParams, TilesResult } from '../params.ts';
import { exportTiles } from '../tiles.ts';

/** An element with its shapes; the first one of a model has the id 0x1000. */
export interface MadeElement {
  readonly shapes: readonly PlacedShape[];
  readonly record?: Partial<ElementRecord>;
}

export interface Model extends Pick<TilesParams, 'geometry' | 'snapshot'> {
  readonly records: readonly ElementRecord[];
}

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'tiles-'));
  after(() => rmSync(made, { recursive: true }));
  return made;
};

/** Writes the artefacts of a model that was never an IFC file. */
export function makeModel(elements: readonly MadeElement[], more: Partial<SnapshotHeader> = {}): Model {
  const output = folder();
  const path = join(output, 'model.snapshot');
  const geometry = geometryWriter(output);
  const snapshot = createSnapshot(path);
  const records = elements.map(({ shapes, record }, n) => {
    const measured = measuring();
    for (const { shape, matrix } of shapes) measured.add(shape.vertices, shape.indices, matrix);
    if (shapes.length > 0) geometry.add(0x1000 + n, shapes);
    const made = elementRecord(0x1000 + n, { ...measured.finish(), ...record });
    snapshot.add(made);
    return made;
  });
  const triangles = records.reduce((sum, { mesh }) => sum + (mesh?.triangles ?? 0), 0);
  const counts = { elements: records.length, meshes: records.length, triangles };
  snapshot.finish({ ...snapshotHeader(records.length), counts, ...more });
  snapshot.close();
  return { geometry: geometry.finish(), snapshot: path, records };
}

export const exported = (params: Omit<TilesParams, 'output'>): Promise<TilesResult> =>
  exportTiles({ ...params, output: folder() }, { progress: () => {}, log: () => {} });

/** A ball of 2 × rings × rings triangles, less those at its poles; Y up, at a place given Z up. */
export function ball(
  [x, y, z]: readonly [number, number, number],
  radius: number,
  rings: number,
  color: PlacedShape['color'] = [1, 0, 0, 1],
): PlacedShape {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row <= rings; row++) {
    for (let column = 0; column <= rings; column++) {
      const [polar, around] = [(Math.PI * row) / rings, (2 * Math.PI * column) / rings];
      const normal = [Math.sin(polar) * Math.cos(around), Math.cos(polar), -Math.sin(polar) * Math.sin(around)];
      vertices.push(...normal, ...normal);
      if (row === rings || column === rings) continue;
      const at = row * (rings + 1) + column;
      if (row > 0) indices.push(at, at + rings + 1, at + 1);
      if (row < rings - 1) indices.push(at + 1, at + rings + 1, at + rings + 2);
    }
  }
  const shape = surfaceOf({ vertices: Float32Array.from(vertices), indices: Uint32Array.from(indices) });
  const matrix = [radius, 0, 0, 0, 0, radius, 0, 0, 0, 0, radius, 0, x, z, -y, 1];
  return { shape, matrix, color };
}
