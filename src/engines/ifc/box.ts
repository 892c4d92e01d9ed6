import type { Box } from '../snapshot/types.ts';

export function union(a: Box | undefined, b: Box): Box {
  if (a === undefined) return b;
  const least = (n: 0 | 1 | 2) => Math.min(a.low[n], b.low[n]);
  const most = (n: 0 | 1 | 2) => Math.max(a.high[n], b.high[n]);
  return { low: [least(0), least(1), least(2)], high: [most(0), most(1), most(2)] };
}
