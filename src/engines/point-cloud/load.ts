import type { Mover } from '../crs/transform.ts';
import { breathe, type EngineContext, EngineFailure } from '../engine.ts';
import { unreadable } from '../formats/unreadable.ts';
import type { Vector } from '../matrix.ts';
import type { PointBatch } from './batch.ts';
import { addBatch, addBounds, type CloudFacts, noFacts, setUnits } from './facts.ts';
import type { CloudSource } from './source.ts';
import type { Spool } from './spool.ts';

/** Counts points over all files of a run, and those that were left out by their reason. */
export interface Tally {
  read: number;
  readonly leftOut: Map<string, number>;
  readonly most: number;
  /** How many points there will be, as far as headers tell. */
  readonly promised: number | undefined;
}

/** Beyond it nothing on earth is, and doubles have no millimetres left. */
const farthest = 1e12;

interface Loading {
  readonly move: Mover | undefined;
  /** Hears the box of the coordinates as the file has them, before anything else is said of them. */
  readonly look?: (low: Vector, high: Vector) => void;
  readonly tally: Tally;
  readonly context: EngineContext;
}

/** Brings all points of a file into the spool, moved to another system where one is wanted. */
export async function loadCloud(
  name: string,
  source: CloudSource,
  spool: Spool,
  { move, look, tally, context }: Loading,
): Promise<CloudFacts> {
  const facts = noFacts();
  const told = move ? noFacts() : facts;
  const units = spool.begin();
  const skip = (count: number, why: string) => {
    tally.read += count;
    tally.leftOut.set(why, (tally.leftOut.get(why) ?? 0) + count);
  };
  for await (const batch of source.batches(skip)) {
    const before = batch.count;
    if (move) {
      addBounds(told, batch);
      movePoints(batch, move);
    }
    keepPlaced(batch);
    if (batch.count < before) skip(before - batch.count, 'without a place');
    tally.read += batch.count;
    if (tally.read > tally.most) throw tooMany(tally.most);
    addBatch(facts, batch);
    spool.append(batch);
    context.progress({ done: tally.read });
    await breathe();
    context.signal?.throwIfAborted();
  }
  if (tally.read > 0 && told.low[0] <= told.high[0]) look?.(told.low, told.high);
  if (facts.count === 0) throw unreadable(name, 'it holds no points that can be used');
  setUnits(units, facts, source);
  return facts;
}

export const tooMany = (most: number): EngineFailure =>
  new EngineFailure(
    'LimitExceeded',
    `There are more than ${most} points, which is the limit of this server (CLOUD_POINTS).`,
    undefined,
    ['CLOUD_POINTS'],
  );

function movePoints({ count, x, y, z }: PointBatch, move: Mover): void {
  const place = new Float64Array(3);
  for (let n = 0; n < count; n++) {
    place[0] = x[n] ?? 0;
    place[1] = y[n] ?? 0;
    place[2] = z[n] ?? 0;
    move(place);
    x[n] = place[0];
    y[n] = place[1];
    z[n] = place[2];
  }
}

/** Takes out the points whose coordinates are no numbers, or absurd. */
function keepPlaced(batch: PointBatch): void {
  const { count, x, y, z } = batch;
  const isPlaced = (n: number) =>
    Math.abs(x[n] ?? 0) < farthest && Math.abs(y[n] ?? 0) < farthest && Math.abs(z[n] ?? 0) < farthest;
  let kept = 0;
  while (kept < count && isPlaced(kept)) kept++;
  if (kept === count) return;
  const lists = [x, y, z, ...Object.values(batch.columns)];
  const each = (batch.extra?.length ?? 0) / x.length;
  for (let n = kept + 1; n < count; n++) {
    if (!isPlaced(n)) continue;
    for (const values of lists) values[kept] = values[n] ?? 0;
    batch.extra?.copyWithin(kept * each, n * each, (n + 1) * each);
    kept++;
  }
  batch.count = kept;
}
