import { colorNames, type PointBatch, withheldFlag } from './batch.ts';
import { nearest } from './nearest.ts';
import type { CloudSource } from './source.ts';
import type { SpoolUnits } from './spool.ts';

/** What writers must know of all points before they write the first. */
export interface CloudFacts {
  count: number;
  withheld: number;
  readonly low: [number, number, number];
  readonly high: [number, number, number];
  mostColor: number;
  /** All colours are of 8 bits, that is, multiples of 257 in a spool. */
  eightBits: boolean;
  /** Least and greatest; whole: none of them has a part. */
  intensity: { low: number; high: number; whole: boolean };
  /** Point formats before LAS 1.4 would lose something. */
  modern: boolean;
}

export const noFacts = (): CloudFacts => ({
  count: 0,
  withheld: 0,
  low: [Infinity, Infinity, Infinity],
  high: [-Infinity, -Infinity, -Infinity],
  mostColor: 0,
  eightBits: true,
  intensity: { low: Infinity, high: -Infinity, whole: true },
  modern: false,
});

export function addBounds(facts: CloudFacts, { count, x, y, z }: PointBatch): void {
  for (const [axis, values] of [x, y, z].entries()) {
    let [low, high] = [facts.low[axis] ?? Infinity, facts.high[axis] ?? -Infinity];
    for (let n = 0; n < count; n++) {
      const value = values[n] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    facts.low[axis] = low;
    facts.high[axis] = high;
  }
}

export function addBatch(facts: CloudFacts, batch: PointBatch): void {
  const { count, columns } = batch;
  facts.count += count;
  addBounds(facts, batch);
  const most = (values: ArrayLike<number> | undefined, from: number): number => {
    let found = from;
    if (values) for (let n = 0; n < count; n++) if ((values[n] ?? 0) > found) found = values[n] ?? 0;
    return found;
  };
  for (const name of colorNames) facts.mostColor = most(columns[name], facts.mostColor);
  if (facts.eightBits) facts.eightBits = colorNames.every((name) => areWide(columns[name], count));
  facts.modern ||=
    most(columns.classification, 0) > mostClass ||
    most(columns.returnNumber, most(columns.returnCount, 0)) > mostReturn ||
    !areDegrees(columns.scanAngle, count);
  addIntensities(facts, batch);
  addFlags(facts, batch);
}

/** What older formats have room for. */
const [mostClass, mostReturn] = [31, 7];
/** Overlap and scanner channel. */
const modernFlags = 8 | 48;
const degrees = 0.006;

/** Angles as older formats have them. */
function areDegrees(values: Int16Array | undefined, count: number): boolean {
  if (values === undefined) return true;
  for (let n = 0; n < count; n++) {
    const value = values[n] ?? 0;
    if (value !== nearest(nearest(value * degrees) / degrees)) return false;
  }
  return true;
}

/** Of 16 bits that hold 8: both bytes are equal. */
function areWide(values: Uint16Array | undefined, count: number): boolean {
  if (values) for (let n = 0; n < count; n++) if ((values[n] ?? 0) % 257 !== 0) return false;
  return true;
}

function addIntensities({ intensity }: CloudFacts, { count, columns }: PointBatch): void {
  const values = columns.intensity;
  if (values === undefined) return;
  for (let n = 0; n < count; n++) {
    const value = values[n] ?? 0;
    if (value < intensity.low) intensity.low = value;
    if (value > intensity.high) intensity.high = value;
    if (intensity.whole && value !== Math.trunc(value)) intensity.whole = false;
  }
}

function addFlags(facts: CloudFacts, { count, columns }: PointBatch): void {
  const { flags } = columns;
  if (flags === undefined) return;
  for (let n = 0; n < count; n++) {
    const value = flags[n] ?? 0;
    if (value & withheldFlag) facts.withheld++;
    if (value & modernFlags) facts.modern = true;
  }
}

/** In one record: those of several files. */
export function joined(all: readonly CloudFacts[]): CloudFacts {
  const sum = noFacts();
  for (const facts of all) {
    sum.count += facts.count;
    sum.withheld += facts.withheld;
    for (const axis of [0, 1, 2] as const) {
      sum.low[axis] = Math.min(sum.low[axis], facts.low[axis]);
      sum.high[axis] = Math.max(sum.high[axis], facts.high[axis]);
    }
    sum.mostColor = Math.max(sum.mostColor, facts.mostColor);
    sum.eightBits &&= facts.eightBits;
    sum.modern ||= facts.modern;
  }
  return sum;
}

/** In which units the values of a file were, now that all of them are known. */
export function setUnits(units: SpoolUnits, facts: CloudFacts, source: CloudSource): void {
  units.color = (source.colorBits ?? (facts.mostColor <= 255 ? 8 : 16)) === 8 ? 257 : 1;
  if (units.color === 257) facts.eightBits = true;
  const { low, high, whole } = facts.intensity;
  const [least, greatest] = source.intensities ?? [low, high];
  const areShares = low >= 0 && high <= 1 && greatest <= 1 && (source.intensities !== undefined || !whole);
  if (areShares) units.intensity = { from: 0, by: most };
  else if (low >= 0 && high <= most) units.intensity = whole ? undefined : { from: 0, by: 1 };
  else units.intensity = { from: least, by: greatest > least ? most / (greatest - least) : 0 };
}

const most = 65_535;
