import { type ColumnName, makeBatch, type PointBatch } from '../batch.ts';
import { copyExtra } from '../extra.ts';
import { decodeChunk } from '../laz/decode.ts';
import type { ItemVersion } from '../laz/layers.ts';
import type { PlaceGrid } from '../source.ts';
import { decodeRecords, type RecordLayout } from './records.ts';

/** Records of LAS, and what is wanted of them. */
export interface PackedRecords {
  readonly count: number;
  /** The bytes are a chunk of LAZ. */
  readonly compressed: boolean;
  readonly layout: RecordLayout;
  readonly stride: number;
  readonly grid: PlaceGrid;
  readonly columns: readonly ColumnName[];
  /** Bytes behind those of the format. */
  readonly extra: number;
  /** Of items of a chunk in layers. */
  readonly itemVersion?: ItemVersion | undefined;
}

/** Undefined when they are damaged. `spare`: what may be overwritten with them. */
export async function unpack(
  bytes: Uint8Array,
  packed: PackedRecords,
  spare: PointBatch | undefined,
): Promise<PointBatch | undefined> {
  const { count, compressed, layout, stride, grid, columns, extra, itemVersion } = packed;
  const chunk = { format: layout.format, stride, count, itemVersion };
  const records = compressed ? await decodeChunk(bytes, chunk) : bytes;
  if (records === undefined) return undefined;
  const batch = spare && spare.x.length >= count ? spare : makeBatch(columns, count, extra);
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  decodeRecords(view, count, layout, stride, grid, batch);
  if (extra > 0) copyExtra(view, stride, batch, extra, 'out');
  return batch;
}
