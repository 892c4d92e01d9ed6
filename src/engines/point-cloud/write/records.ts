import type { PointBatch } from '../batch.ts';
import { nearest } from '../nearest.ts';
import type { RecordLayout } from '../read/records.ts';
import type { PlaceGrid } from '../source.ts';

const degreesPerUnit = 0.006;

/** A batch as records of LAS, one after the other. */
export function encodeRecords(view: DataView, batch: PointBatch, layout: RecordLayout, grid: PlaceGrid): void {
  const { count, columns } = batch;
  const { size, color, time, infrared, modern } = layout;
  for (const [axis, values] of [batch.x, batch.y, batch.z].entries()) {
    const [scale = 1, offset = 0] = [grid.scale[axis], grid.offset[axis]];
    for (let n = 0, at = 4 * axis; n < count; n++, at += size) {
      view.setInt32(at, nearest(((values[n] ?? 0) - offset) / scale), true);
    }
  }
  shorts(view, count, size, 12, columns.intensity, 0);
  bytes(view, count, size, 17, columns.userData);
  shorts(view, count, size, modern ? 20 : 18, columns.source, 0);
  if (modern) encodeModern(view, batch, size);
  else encodeLegacy(view, batch, size);
  if (time !== undefined) {
    for (let n = 0, at = time; n < count; n++, at += size) view.setFloat64(at, columns.time?.[n] ?? 0, true);
  }
  if (infrared !== undefined) shorts(view, count, size, infrared, columns.nearInfrared, 0);
  if (color === undefined) return;
  for (const [n, values] of [columns.red, columns.green, columns.blue].entries()) {
    shorts(view, count, size, color + 2 * n, values, 65_535);
  }
}

type Numbers = Float32Array | Uint16Array | Uint8Array;

function shorts(view: DataView, count: number, size: number, first: number, values: Numbers | undefined, none: number) {
  for (let n = 0, at = first; n < count; n++, at += size) view.setUint16(at, values?.[n] ?? none, true);
}

function bytes(view: DataView, count: number, size: number, first: number, values: Numbers | undefined) {
  for (let n = 0, at = first; n < count; n++, at += size) view.setUint8(at, values?.[n] ?? 0);
}

function encodeModern(view: DataView, { count, columns }: PointBatch, size: number): void {
  bytes(view, count, size, 15, columns.flags);
  bytes(view, count, size, 16, columns.classification);
  for (let n = 0, at = 0; n < count; n++, at += size) {
    view.setUint8(at + 14, ((columns.returnNumber?.[n] ?? 1) & 15) | (((columns.returnCount?.[n] ?? 1) & 15) << 4));
    view.setInt16(at + 18, columns.scanAngle?.[n] ?? 0, true);
  }
}

function encodeLegacy(view: DataView, { count, columns }: PointBatch, size: number): void {
  for (let n = 0, at = 0; n < count; n++, at += size) {
    const flags = columns.flags?.[n] ?? 0;
    const [number, total] = [columns.returnNumber?.[n] ?? 1, columns.returnCount?.[n] ?? 1];
    view.setUint8(at + 14, (number & 7) | ((total & 7) << 3) | (flags & 0xc0));
    view.setUint8(at + 15, ((columns.classification?.[n] ?? 0) & 31) | ((flags & 7) << 5));
    const angle = Math.round((columns.scanAngle?.[n] ?? 0) * degreesPerUnit);
    view.setInt8(at + 16, Math.min(127, Math.max(-128, angle)));
  }
}
