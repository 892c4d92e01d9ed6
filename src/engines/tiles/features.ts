import type { Snapshot } from '../snapshot/reader.ts';
import type { ElementRow, Id64 } from '../snapshot/types.ts';
import type { ElementFilter, MeshOptions } from './params.ts';
import { diagonal } from './pieces.ts';

/** The elements with a mesh that are wanted; the place of one in the list is its feature. */
export interface Features {
  readonly rows: readonly ElementRow[];
  readonly byId: ReadonlyMap<Id64, number>;
}

export async function featuresOf(snapshot: Snapshot, filter: ElementFilter, options: MeshOptions): Promise<Features> {
  const wanted = selection(filter, options);
  const rows: ElementRow[] = [];
  for await (const row of snapshot.rows()) if (wanted(row)) rows.push(row);
  return { rows, byId: new Map(rows.map((row, n) => [row.id, n])) };
}

function selection({ models, categories, neverDrawn }: ElementFilter, { minBRepFeatureSize = 0 }: MeshOptions) {
  const ids = (list: readonly Id64[] | undefined) => list && new Set(list.map((id) => id.toLowerCase()));
  const [inModels, inCategories, without] = [ids(models), ids(categories), ids(neverDrawn)];
  return ({ id, partitionId, categoryId, box }: ElementRow): boolean =>
    box !== undefined &&
    inModels?.has(partitionId) !== false &&
    inCategories?.has(categoryId) !== false &&
    without?.has(id) !== true &&
    diagonal(box.low, box.high) >= minBRepFeatureSize;
}
