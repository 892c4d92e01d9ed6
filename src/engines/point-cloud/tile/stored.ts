import type { Crs } from '../../crs/crs.ts';
import { localFrame, type Mover } from '../../crs/transform.ts';
import type { Vector } from '../../matrix.ts';
import { type ColumnName, colorNames, makeBatch, type PointBatch, withheldFlag } from '../batch.ts';
import { type ExtraAttribute, type ExtraBytes, extraAttributes } from '../extra.ts';
import { nearest } from '../nearest.ts';
import { spare } from '../spare.ts';
import { readBlock, type Spool, type SpoolBlock, type SpoolFile } from '../spool.ts';
import { type Piece, readPieces } from './pieces.ts';
import { bare, makePoints, type PointShape, type Points, partOf } from './points.ts';

/** Where coordinates of tiles begin, and metres in a step of their grid. */
export interface TileGrid {
  readonly crs: Crs | undefined;
  readonly middle: Vector;
  readonly step: number;
}

/** Points on disk that any thread can read and turn into points of tiles. */
export type StoredPoints =
  | {
      readonly is: 'spool';
      readonly shape: PointShape;
      readonly spool: SpoolFile;
      readonly runs: readonly SpoolBlock[];
      readonly grid: TileGrid;
      readonly extra: ExtraBytes | undefined;
    }
  | { readonly is: 'pieces'; readonly shape: PointShape; readonly file: number; readonly runs: readonly Piece[] };

/** What tiles need of a spool. */
export const tileColumns: readonly ColumnName[] = [...colorNames, 'intensity', 'classification', 'flags'];

export function spooledPoints(
  { file, columns, extra: bytes, blocks }: Spool,
  grid: TileGrid,
  extra: ExtraBytes | undefined,
): StoredPoints {
  const shape = {
    colors: columns.includes('red'),
    intensity: columns.includes('intensity'),
    classification: columns.includes('classification'),
    extras: extra === undefined ? [] : extraAttributes(extra).attributes.map(({ name }) => name),
  };
  return { is: 'spool', shape, spool: { file, columns, extra: bytes }, runs: blocks, grid, extra };
}

/** How many there are; of a spool at most so many. */
export const countOf = ({ runs }: { readonly runs: readonly { readonly count: number }[] }): number =>
  runs.reduce((sum, { count }) => sum + count, 0);

/** The same in parts, in their order: whole runs, as many as have no more than `most` points. */
export function partsOf(stored: StoredPoints, most: number): StoredPoints[] {
  if (stored.is === 'spool') return runsIn(stored.runs, most).map((runs) => ({ ...stored, runs }));
  return runsIn(stored.runs, most).map((runs) => ({ ...stored, runs }));
}

function runsIn<R extends { readonly count: number }>(all: readonly R[], most: number): R[][] {
  const parts: R[][] = [];
  let count = 0;
  for (const run of all) {
    const part = parts.at(-1);
    if (part !== undefined && count + run.count <= most) part.push(run);
    else {
      parts.push([run]);
      count = 0;
    }
    count += run.count;
  }
  return parts;
}

/** All of them, without those that are withheld. They hold until the next ones are read. */
export const readPoints = (stored: StoredPoints): Points => readAs(stored, stored.shape);

/** Only where they are. */
export const readPlaces = (stored: StoredPoints): Points => readAs(stored, bare);

const sparePoints = spare((shape: PointShape, size) => makePoints(size, shape));

function readAs(stored: StoredPoints, shape: PointShape): Points {
  const count = countOf(stored);
  const points = partOf(sparePoints(shape, count), 0, count);
  if (stored.is === 'spool') return readSpooled(stored, points, shape);
  readPieces(stored.file, stored.runs, points);
  return points;
}

const spareBatch = spare(({ names, extra }: { names: readonly ColumnName[]; extra: number }, size) =>
  makeBatch(names, size, extra),
);

function readSpooled(stored: Extract<StoredPoints, { is: 'spool' }>, points: Points, shape: PointShape): Points {
  const { spool, runs, grid, extra } = stored;
  // a buffer comes to a thread as plain bytes
  const added =
    extra && shape !== bare
      ? extraAttributes({ ...extra, descriptors: Buffer.from(extra.descriptors) }).attributes
      : undefined;
  const wanted = shape === bare ? (['flags'] as const) : tileColumns;
  const names = wanted.filter((name) => spool.columns.includes(name));
  const batch = spareBatch(
    { names, extra: added && extra ? extra.size : 0 },
    Math.max(...runs.map((run) => run.count)),
  );
  const move = moverOf(grid);
  let kept = 0;
  for (const run of runs) {
    readBlock(spool, run, batch);
    const to = partOf(points, kept, kept + run.count);
    kept += fill(to, batch, move, 1 / grid.step);
    if (added && extra) fillExtras(to, batch, extra.size, added);
  }
  return partOf(points, 0, kept);
}

let last: { readonly key: string; readonly move: Mover } | undefined;

/** A thread has it for all its work on a cloud, since it remembers what it has calculated. */
function moverOf({ crs, middle }: TileGrid): Mover {
  const key = JSON.stringify([crs, middle]);
  if (last?.key !== key) last = { key, move: localFrame(crs, middle).move };
  return last.move;
}

function fill(points: Points, batch: PointBatch, move: Mover, per: number): number {
  const { count, x, y, z, columns } = batch;
  const { flags } = columns;
  const { x: toX, y: toY, z: toZ } = points;
  const place = new Float64Array(3);
  let kept = 0;
  for (let n = 0; n < count; n++) {
    if (flags !== undefined && (flags[n] ?? 0) & withheldFlag) continue;
    place[0] = x[n] ?? 0;
    place[1] = y[n] ?? 0;
    place[2] = z[n] ?? 0;
    move(place);
    toX[kept] = nearest((place[0] ?? 0) * per);
    toY[kept] = nearest((place[1] ?? 0) * per);
    toZ[kept] = nearest((place[2] ?? 0) * per);
    kept++;
  }
  copy(columns.red, points.red, flags, count);
  copy(columns.green, points.green, flags, count);
  copy(columns.blue, points.blue, flags, count);
  copy(columns.intensity, points.intensity, flags, count);
  copy(columns.classification, points.classification, flags, count);
  return kept;
}

function fillExtras(
  { extras }: Points,
  { count, columns: { flags }, extra }: PointBatch,
  size: number,
  attributes: readonly ExtraAttribute[],
): void {
  if (extra === undefined) return;
  const view = new DataView(extra.buffer, extra.byteOffset, count * size);
  for (const [n, { read }] of attributes.entries()) {
    const values = extras[n]?.values;
    let kept = 0;
    for (let at = 0; values && at < count; at++)
      if (flags === undefined || ((flags[at] ?? 0) & withheldFlag) === 0) values[kept++] = read(view, at * size);
  }
}

type Numbers = Float32Array | Uint16Array | Uint8Array;

function copy(from: Numbers | undefined, to: Numbers | undefined, flags: Uint8Array | undefined, count: number): void {
  if (from === undefined || to === undefined) return;
  let kept = 0;
  for (let n = 0; n < count; n++) {
    if (flags === undefined || ((flags[n] ?? 0) & withheldFlag) === 0) to[kept++] = from[n] ?? 0;
  }
}
