import type { Mover } from '../../crs/transform.ts';
import { type ColumnName, colorNames, type PointBatch, withheldFlag } from '../batch.ts';
import { type ExtraAttribute, type ExtraBytes, extraAttributes } from '../extra.ts';
import { batchesOf, type Spool } from '../spool.ts';
import { type Cube, makePoints, type PointShape, type Points } from './points.ts';

/** Points that come block by block, as often as somebody asks; a block holds until the next one. */
export interface PointStream {
  /** At most so many. */
  readonly count: number;
  readonly shape: PointShape;
  readonly cube: Cube;
  blocks(): Iterable<Points>;
}

const wanted: readonly ColumnName[] = [...colorNames, 'intensity', 'classification', 'flags'];

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
  return {
    count: spool.count,
    shape,
    cube,
    *blocks() {
      let points = makePoints(0, shape);
      for (const batch of batchesOf(spool, wanted, extra?.size)) {
        if (points.x.length < batch.count) points = makePoints(batch.x.length, shape);
        const count = fill(points, batch, move, 1 / step);
        if (extra) fillExtras(points, batch, extra.size, attributes);
        yield { ...points, count };
      }
    },
  };
}

function fill(points: Points, batch: PointBatch, move: Mover, per: number): number {
  const { count, x, y, z, columns } = batch;
  const { flags } = columns;
  const place = new Float64Array(3);
  let kept = 0;
  for (let n = 0; n < count; n++) {
    if (flags !== undefined && (flags[n] ?? 0) & withheldFlag) continue;
    place[0] = x[n] ?? 0;
    place[1] = y[n] ?? 0;
    place[2] = z[n] ?? 0;
    move(place);
    points.x[kept] = Math.round((place[0] ?? 0) * per);
    points.y[kept] = Math.round((place[1] ?? 0) * per);
    points.z[kept] = Math.round((place[2] ?? 0) * per);
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
