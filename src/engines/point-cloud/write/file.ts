import { rmSync } from 'node:fs';
import type { Crs } from '../../crs/crs.ts';
import type { EngineContext } from '../../engine.ts';
import type { ColumnName, PointBatch } from '../batch.ts';
import { addBatch, noFacts, setUnits } from '../facts.ts';
import type { CloudSource, PlaceGrid } from '../source.ts';
import { openSpool } from '../spool.ts';
import { writeLas } from './las.ts';
import { writeLaz } from './laz.ts';
import { writePly } from './ply.ts';

const writers = { LAS: writeLas, LAZ: writeLaz, PLY: writePly } as const;
export type CloudFormat = keyof typeof writers;

/** Points that a program has made itself. */
export interface MadePoints {
  /** Colours have 8 bits. */
  readonly columns: readonly ColumnName[];
  /** It may be the same one each time. */
  readonly batches: Iterable<PointBatch>;
  readonly crs: Crs | undefined;
  /** Where whole numbers of the file are; absent: millimetres from the middle. */
  readonly grid?: PlaceGrid | undefined;
}

/** Writes points as one file, through another on the disk, since a header knows how many there are. */
export async function writeCloudOf(
  path: string,
  format: CloudFormat,
  { columns, batches, crs, grid }: MadePoints,
  context: EngineContext,
): Promise<void> {
  const spool = openSpool(`${path}.spool`, columns);
  try {
    const facts = noFacts();
    const units = spool.begin();
    for (const batch of batches) {
      addBatch(facts, batch);
      spool.append(batch);
    }
    if (facts.count === 0) for (const bound of [facts.low, facts.high]) bound.fill(0); // a file without points has bounds, too
    setUnits(units, facts, { ...nothing, colorBits: 8 });
    await writers[format]({ path, spool, facts, crs, grid, standardTime: false, context, progress: () => {} });
  } finally {
    spool.close();
    rmSync(`${path}.spool`, { force: true });
  }
}

const nothing: CloudSource = {
  columns: [],
  promised: undefined,
  async *batches() {},
  close: async () => {},
};
