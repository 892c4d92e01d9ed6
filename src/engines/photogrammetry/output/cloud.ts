import { join } from 'node:path';
import { crsOf } from '../../crs/crs.ts';
import type { Vector } from '../../matrix.ts';
import { batchSize, colorNames, makeBatch, type PointBatch } from '../../point-cloud/batch.ts';
import { type CloudFormat, writeCloudOf } from '../../point-cloud/write/file.ts';
import type { View } from '../dense/view.ts';
import { readBytes, readFloats } from '../store.ts';

export interface CloudOrder {
  readonly format: CloudFormat;
  /** With `<photo>.places` and `<photo>.colors` of each view. */
  readonly cloud: string;
  readonly views: readonly View[];
  readonly origin: Vector;
  /** `EPSG:25832+7837`; null for local coordinates. */
  readonly crs: string | null;
  readonly path: string;
}

const millimetres = [0.001, 0.001, 0.001] as const;
const quiet = { progress: () => {}, log: () => {} };

/** The points of all views as one file. */
export function makeCloudFile(order: CloudOrder): Promise<void> {
  const { path, format, origin } = order;
  const crs = order.crs === null ? undefined : crsOf(order.crs);
  const grid = { scale: millimetres, offset: origin };
  return writeCloudOf(path, format, { columns: colorNames, batches: batchesOf(order), crs, grid }, quiet);
}

function* batchesOf({ cloud, views, origin }: CloudOrder): Generator<PointBatch> {
  const batch = makeBatch(colorNames);
  for (const { photo } of views) {
    const places = readFloats(join(cloud, `${photo}.places`));
    const colors = readBytes(join(cloud, `${photo}.colors`));
    if (places === undefined || colors === undefined) throw new Error(`The points of view ${photo} are gone.`);
    for (let first = 0; first < places.length / 3; first += batchSize) {
      batch.count = Math.min(batchSize, places.length / 3 - first);
      fill(batch, places.subarray(3 * first), colors.subarray(3 * first), origin);
      yield batch;
    }
  }
}

function fill(batch: PointBatch, places: Float32Array, colors: Uint8Array, origin: Vector): void {
  for (const [axis, values] of [batch.x, batch.y, batch.z].entries()) {
    const color = batch.columns[colorNames[axis] ?? 'red'];
    for (let n = 0; n < batch.count; n++) {
      values[n] = (places[3 * n + axis] ?? 0) + (origin[axis] ?? 0);
      if (color) color[n] = colors[3 * n + axis] ?? 0;
    }
  }
}
