import sharp from 'sharp';
import { quantileOf } from '../../geometry/vectors.ts';
import { readRaster } from './read-raster.ts';
import { groundAt, heightAt, type Site, toneFromAbove } from './site.ts';

/** A piece of an orthophoto, and how far from its place it shows what is there. */
export interface Shift {
  /** Metres beside the origin. */
  readonly x: number;
  readonly y: number;
  readonly onBox: boolean;
  /** Metres. */
  readonly off: number;
  /** How like the truth the piece is there, at most 1. */
  readonly likeness: number;
}

const radius = 7;
const reach = 6;

/** Compares an orthophoto with what the site looks like from straight above, piece by piece, away from edges. */
export async function shiftsOf(site: Site, path: string, [wide, deep]: readonly [number, number]): Promise<Shift[]> {
  const { grid } = await readRaster(path);
  const { data, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true });
  const at = (u: number, v: number): number => data[(v * info.width + u) * info.channels] ?? 0;
  const shifts: Shift[] = [];
  const step = 2 * radius * grid.cell;
  for (let y = -deep; y <= deep; y += step) {
    for (let x = -wide; x <= wide; x += step) {
      const u = Math.round((x + site.origin[0] - grid.west) / grid.cell);
      const v = Math.round((grid.north - y - site.origin[1]) / grid.cell);
      const margin = radius + reach;
      if (u < margin || v < margin || u >= info.width - margin || v >= info.height - margin) continue;
      if (!isPlain(site, x, y, (margin + 2) * grid.cell)) continue;
      const truth = pieceOf((dx, dy) => {
        const [east, north] = [grid.west + (u + dx + 0.5) * grid.cell, grid.north - (v + dy + 0.5) * grid.cell];
        return toneFromAbove(site, east - site.origin[0], north - site.origin[1]);
      });
      let best = { likeness: -1, off: 0 };
      for (let b = -reach; b <= reach; b++) {
        for (let a = -reach; a <= reach; a++) {
          const likeness = likenessOf(
            truth,
            pieceOf((dx, dy) => at(u + a + dx, v + b + dy)),
          );
          if (likeness > best.likeness) best = { likeness, off: Math.hypot(a, b) * grid.cell };
        }
      }
      const onBox = heightAt(site, x, y) > groundAt(site, x, y) + 0.01;
      shifts.push({ x, y, onBox, ...best });
    }
  }
  return shifts;
}

const pieceOf = (value: (dx: number, dy: number) => number): number[] => {
  const values: number[] = [];
  for (let dy = -radius; dy <= radius; dy++) for (let dx = -radius; dx <= radius; dx++) values.push(value(dx, dy));
  return values;
};

/** The same surface all around. */
function isPlain(site: Site, x: number, y: number, around: number): boolean {
  const over = (dx: number, dy: number) => heightAt(site, x + dx, y + dy) - groundAt(site, x + dx, y + dy);
  const all = [-1, -0.5, 0, 0.5, 1].flatMap((a) => [-1, -0.5, 0, 0.5, 1].map((b) => over(a * around, b * around)));
  return Math.max(...all) - Math.min(...all) < 0.05 + 0.1 * around;
}

function likenessOf(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [p, q] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [n, value] of a.entries()) {
    const [d, e] = [value - p, (b[n] ?? 0) - q];
    ab += d * e;
    aa += d * d;
    bb += e * e;
  }
  return ab / (Math.sqrt(aa * bb) || 1);
}

/** Shares of the pieces by what they are off. */
export const figuresOf = (shifts: readonly Shift[]) => {
  const off = shifts.map((shift) => shift.off);
  return { count: off.length, median: quantileOf(off, 0.5), p99: quantileOf(off, 0.99), most: Math.max(0, ...off) };
};
