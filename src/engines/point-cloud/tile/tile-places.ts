import { endsOf, type Points } from './points.ts';

/** The places of a tile's points as numbers of a glTF or point tile, and how they become metres again: Z up. */
export interface TilePlaces {
  /** Metres: number × scale + origin. */
  readonly origin: readonly [number, number, number];
  readonly scale: number;
  /** Three numbers a point. */
  readonly values: Float32Array | Uint16Array;
}

/** Metres that a point may lie beside its place in a compressed tile. */
const finest = 0.001;
const largest = 65_535;
/** Floats of compressed tiles are rounded to this part of a metre, so that they compress. */
const perMetre = 2048;

/** As floats about the middle of the tile. `rounded`: so that they compress. */
export function floatPlaces(points: Points, step: number, rounded = false): TilePlaces {
  const [low, high] = endsOf(points);
  const middle = (axis: 0 | 1 | 2) => Math.round((low[axis] + high[axis]) / 2);
  const center = [middle(0), middle(1), middle(2)] as const;
  const values = new Float32Array(3 * points.count);
  for (const [axis, list] of [points.x, points.y, points.z].entries()) {
    const from = center[axis] ?? 0;
    for (let n = 0, to = axis; n < points.count; n++, to += 3) {
      const value = ((list[n] ?? 0) - from) * step;
      values[to] = rounded ? Math.round(value * perMetre) / perMetre : value;
    }
  }
  return { origin: [center[0] * step, center[1] * step, center[2] * step], scale: 1, values };
}

/** As numbers of 16 bits where that is as good as the rules want it, else as rounded floats. */
export function smallPlaces(points: Points, step: number): TilePlaces {
  const [low, high] = endsOf(points);
  const side = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], 1) * step;
  const scale = side / largest;
  if (scale / 2 > finest) return floatPlaces(points, step, true);
  const values = new Uint16Array(3 * points.count);
  const per = step / scale;
  for (const [axis, list] of [points.x, points.y, points.z].entries()) {
    const from = low[axis] ?? 0;
    for (let n = 0, to = axis; n < points.count; n++, to += 3) {
      values[to] = Math.min(largest, ((list[n] ?? 0) - from) * per + 0.5);
    }
  }
  return { origin: [low[0] * step, low[1] * step, low[2] * step], scale, values };
}
