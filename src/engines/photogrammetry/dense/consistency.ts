import { transfer, type View } from './view.ts';

/** A depth map with its view. */
export interface Mapped {
  readonly view: View;
  readonly depths: Float32Array;
}

/** The share of a depth by which maps may differ that mean the same surface. */
export const tolerance = 0.008;

/**
 * Depths that at least `least` other maps confirm, each the mean of what they say; 0 elsewhere. Where so few views look that
 * all of them would have to agree, one is enough. `seen`, when given, tells for every pixel which of the others (bit by bit)
 * confirm it.
 */
export function agreed(
  own: Mapped,
  others: readonly Mapped[],
  least: number,
  share = tolerance,
  seen?: Uint32Array,
): Float32Array {
  const { width, height } = own.view;
  const votes: Votes = {
    asked: new Uint8Array(width * height),
    count: new Uint8Array(width * height),
    ratios: new Float32Array(width * height),
    seen,
  };
  for (const [n, other] of others.entries()) gather(own, other, share, votes, 1 << (n & 31));
  const kept = new Float32Array(own.depths.length);
  for (let at = 0; at < kept.length; at++) {
    const count = votes.count[at] ?? 0;
    const wanted = (votes.asked[at] ?? 0) > least ? least : Math.min(1, least);
    if (count >= wanted) kept[at] = (own.depths[at] ?? 0) * (1 + (votes.ratios[at] ?? 0) / (count + 1));
  }
  return kept;
}

/** For every pixel: how many views show the place, how many confirm its depth, and by how much they differ in all. */
interface Votes {
  readonly asked: Uint8Array;
  readonly count: Uint8Array;
  readonly ratios: Float32Array;
  readonly seen: Uint32Array | undefined;
}

function gather(own: Mapped, other: Mapped, share: number, votes: Votes, bit: number): void {
  const { m, t } = transfer(own.view, other.view);
  const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0, m6 = 0, m7 = 0, m8 = 0] = m;
  const [t0 = 0, t1 = 0, t2 = 0] = t;
  const { width, height } = own.view;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const depth = own.depths[at] ?? 0;
      if (depth === 0) continue;
      const w = 1 / depth;
      const c = m6 * x + m7 * y + m8 + w * t2;
      if (c <= 1e-9) continue;
      const u = (m0 * x + m1 * y + m2 + w * t0) / c;
      const v = (m3 * x + m4 * y + m5 + w * t1) / c;
      if (!(u >= 0 && v >= 0 && u < other.view.width - 1 && v < other.view.height - 1)) continue;
      const found = depthAt(other, u, v, share);
      note(votes, at, found === 0 ? Infinity : found / (c * depth) - 1, share, bit);
    }
  }
}

/** A view shows the place, and its map says that the depth is off by this share. */
function note({ asked, count, ratios, seen }: Votes, at: number, off: number, share: number, bit: number): void {
  asked[at] = (asked[at] ?? 0) + 1;
  if (Math.abs(off) > share) return;
  count[at] = (count[at] ?? 0) + 1;
  ratios[at] = (ratios[at] ?? 0) + off;
  if (seen !== undefined) seen[at] = (seen[at] ?? 0) | bit;
}

/** The depth between the middles of four pixels when they are of one surface, else that of the nearest; 0: none. */
export function depthAt({ view, depths }: Mapped, u: number, v: number, share: number): number {
  const { width, height } = view;
  if (!(u >= 0 && v >= 0 && u < width - 1 && v < height - 1)) return 0;
  const [x, y] = [Math.floor(u), Math.floor(v)];
  const at = y * width + x;
  const [a, b] = [depths[at] ?? 0, depths[at + 1] ?? 0];
  const [c, d] = [depths[at + width] ?? 0, depths[at + width + 1] ?? 0];
  const [fx, fy] = [u - x, v - y];
  const low = Math.min(a, b, c, d);
  const high = Math.max(a, b, c, d);
  if (low > 0 && high - low <= 4 * share * low)
    return (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy;
  return fy < 0.5 ? (fx < 0.5 ? a : b) : fx < 0.5 ? c : d;
}
