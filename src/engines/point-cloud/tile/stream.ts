import type { Mover } from '../../crs/transform.ts';
import { type ColumnName, colorNames, type PointBatch, withheldFlag } from '../batch.ts';
import { type ExtraAttribute, type ExtraBytes, extraAttributes } from '../extra.ts';
import { batchesOf, type Spool } from '../spool.ts';
import { bare, type Cube, makePoints, type PointShape, type Points } from './points.ts';

/** Points that come block by block, as often as somebody asks; a block holds until the next one. */
export interface PointStream {
  /** At most so many. */
  readonly count: number;
  readonly shape: PointShape;
  readonly cube: Cube;
  blocks(): Iterable<Points>;
  /** Only where they are. */
  places(): Iterable<Points>;
}

/** What tiles need of a spool. */
export const tileColumns: readonly ColumnName[] = [...colorNames, 'intensity', 'classification', 'flags'];

/** The points of a spool about the middle of the cloud; those that are withheld are left out. */
export function spoolStream(
  spool: Spool,
  move: Mover,
  step: number,
  cube: Cube,
  extra: ExtraBytes | undefined,
): PointStream {
  const attributes = extra === undefined ? [] : extraAttributes(extra).attributes;
  const shape = {
    colors: spool.columns.includes('red'),
    intensity: spool.columns.includes('intensity'),
    classification: spool.columns.includes('classification'),
    extras: attributes.map(({ name }) => name),
  };
  function* blocks(told: PointShape, names: readonly ColumnName[], added: ExtraBytes | undefined): Generator<Points> {
    let points = makePoints(0, told);
    for (const batch of batchesOf(spool, names, added?.size)) {
      if (points.x.length < batch.count) points = makePoints(batch.x.length, told);
      const count = fill(points, batch, move, 1 / step);
      if (added) fillExtras(points, batch, added.size, attributes);
      yield { ...points, count };
    }
  }
  return {
    ...{ count: spool.count, shape, cube },
    blocks: () => blocks(shape, tileColumns, extra),
    places: () => blocks(bare, ['flags'], undefined),
  };
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
    toX[kept] = Math.round((place[0] ?? 0) * per);
    toY[kept] = Math.round((place[1] ?? 0) * per);
    toZ[kept] = Math.round((place[2] ?? 0) * per);
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
