import { integerModels } from './integers.ts';
import { median } from './median.ts';
import { type SymbolModel, symbolModel } from './models.ts';

/*
 * What is known of the points of one scanner channel of a chunk in layers, the first 30 bytes of records of formats 6 to 10:
 * the same for who writes and who reads them.
 */

export const pointSize = 30;
export const timeAt = 22;
/** What may have changed since the point before of the same channel, besides the number of the return. */
export const changed = { channel: 64, source: 32, time: 16, angle: 8, count: 4 } as const;

export type Learned = ReturnType<typeof learned>;

export function learned(from: DataView, at: number) {
  const last = new DataView(new ArrayBuffer(pointSize));
  copyPoint(from, at, last);
  return {
    last,
    timeChanged: false,
    changes: Array.from({ length: 8 }, () => symbolModel(128)),
    channel: symbolModel(3),
    counts: lazily(16),
    numbers: lazily(16),
    sameTimeNumbers: symbolModel(13),
    xs: integerModels(32, 2),
    ys: integerModels(32, 22),
    zs: integerModels(32, 20),
    xMedians: Array.from({ length: 12 }, median),
    yMedians: Array.from({ length: 12 }, median),
    heights: new Int32Array(8).fill(from.getInt32(at + 8, true)),
    intensities: integerModels(16, 4),
    lastIntensities: new Uint16Array(8).fill(from.getUint16(at + 12, true)),
    classes: lazily(256),
    flags: lazily(64),
    users: lazily(256),
    angles: integerModels(16, 2),
    sources: integerModels(16),
  };
}

/** Models by a number, made when they are first used. */
function lazily(symbols: number): (of: number) => SymbolModel {
  const models: (SymbolModel | undefined)[] = [];
  return (of) => {
    const known = models[of] ?? symbolModel(symbols);
    models[of] = known;
    return known;
  };
}

export function copyPoint(from: DataView, at: number, to: DataView): void {
  for (let n = 0; n < pointSize; n++) to.setUint8(n, from.getUint8(at + n));
}

export const channelOf = (view: DataView, at: number): number => (view.getUint8(at + 15) >> 4) & 3;

/** Whether the return before was a first or last one, and whether its time was another one. */
export function pastReturn({ last, timeChanged }: Learned): number {
  const returns = last.getUint8(14);
  const [number, count] = [returns & 15, returns >> 4];
  return (number === 1 ? 1 : 0) | (number >= count ? 2 : 0) | (timeChanged ? 4 : 0);
}

/** Without the channel: flags of the class, direction, edge. */
export const flagsOf = (view: DataView, at: number): number => {
  const all = view.getUint8(at + 15);
  return (all & 15) | ((all & 0xc0) >> 2);
};

/** By count and number of returns: which points are alike. Row by row of the counts. */
const likeness = [
  '0123453445555555',
  '1013333333333333',
  '2124444444433333',
  '3345444444444444',
  '4344544444444444',
  '5344454444444444',
  '3344445444444444',
  '4344444544444444',
  '4344444454444444',
  '5344444445444444',
  '5344444444544444',
  '5334444444455444',
  '5334444444455544',
  '5334444444445554',
  '5334444444444555',
  '5334444444444455',
].map((row) => Uint8Array.from(row, Number));

export const alike = (count: number, number: number): number => likeness[count]?.[number] ?? 0;
