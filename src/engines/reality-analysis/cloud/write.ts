import type { EngineContext } from '../../engine.ts';
import { batchSize, type ColumnName, colorNames, makeBatch, type PointBatch } from '../../point-cloud/batch.ts';
import { type CloudFormat, writeCloudOf } from '../../point-cloud/write/file.ts';
import type { Points } from './points.ts';
import type { Cloud } from './read.ts';

/** Writes a cloud with its attributes; coordinates are rounded as the cloud they come from was. */
export function writeCloudFile(
  path: string,
  format: CloudFormat,
  { points, crs, grid }: Cloud,
  context: EngineContext,
): Promise<void> {
  const columns: ColumnName[] = [
    ...(points.rgb ? (['red', 'green', 'blue'] as const) : []),
    ...(points.intensity ? (['intensity'] as const) : []),
    'classification',
    ...(points.returnNumber ? (['returnNumber', 'returnCount'] as const) : []),
  ];
  return writeCloudOf(path, format, { columns, batches: batchesOf(points, columns), crs, grid }, context);
}

function* batchesOf(points: Points, columns: readonly ColumnName[]): Generator<PointBatch> {
  const batch = makeBatch(columns);
  const { intensity, classification, returnNumber, returnCount } = batch.columns;
  for (let first = 0; first < points.count; first += batchSize) {
    const last = Math.min(first + batchSize, points.count);
    batch.count = last - first;
    for (const axis of ['x', 'y', 'z'] as const) batch[axis].set(points[axis].subarray(first, last));
    intensity?.set(points.intensity?.subarray(first, last) ?? []);
    classification?.fill(0);
    classification?.set(points.classification?.subarray(first, last) ?? []);
    returnNumber?.set(points.returnNumber?.subarray(first, last) ?? []);
    returnCount?.set(points.numberOfReturns?.subarray(first, last) ?? []);
    for (const [channel, name] of colorNames.entries()) fillColour(batch.columns[name], points, first, last, channel);
    yield batch;
  }
}

function fillColour(to: Uint16Array | undefined, { rgb }: Points, first: number, last: number, channel: number): void {
  if (to === undefined || rgb === undefined) return;
  for (let n = first; n < last; n++) to[n - first] = rgb[3 * n + channel] ?? 0;
}
