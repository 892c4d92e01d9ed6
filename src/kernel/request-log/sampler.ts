import { evictOldest } from '../../std/evict-oldest.ts';

/** Which successes are kept, so that a busy application does not fill the log; refusals never go through it. */
export interface Sampler {
  /** 0: not kept; else how many requests the kept one stands for. `now` in milliseconds since 1970. */
  take(clientId: string, now: number): number;
}

interface Count {
  second: number;
  seen: number;
  kept: number;
  /** One in so many is kept above the rate. */
  oneIn: number;
  /** When so many are kept, `oneIn` doubles. */
  doubleAt: number;
  /** Seen since the last that was kept. */
  waiting: number;
}

const applicationsKept = 2000;
/** Above the rate an eighth of it is kept, where a second is like the one before. */
const beyondShare = 8;
/** What has waited longer stands for nothing any more: another kind of work has begun. */
const longestWaitSeconds = 10;

/**
 * Keeps all of a second up to `rate`, above it one in n, and never more than twice the rate. What is left out counts
 * with the next that is kept, so that the sums stay true. n comes from the second before; where it is too small, it
 * doubles each time that half of what may still be kept is used up.
 */
export function samplerOf(rate: number): Sampler {
  const counts = new Map<string, Count>();
  return {
    take(clientId, now) {
      if (rate === 0) return 1;
      const count = counts.get(clientId) ?? added(counts, clientId);
      const second = Math.floor(now / 1000);
      if (count.second !== second) begin(count, second, rate);
      count.seen++;
      count.waiting++;
      const beyond = count.seen > rate;
      if (beyond && (count.waiting < count.oneIn || count.kept >= 2 * rate)) return 0;
      const standsFor = count.waiting;
      count.waiting = 0;
      count.kept++;
      if (count.kept >= count.doubleAt) {
        count.oneIn *= 2;
        count.doubleAt += Math.max(1, (2 * rate - count.doubleAt) / 2);
      }
      return standsFor;
    },
  };
}

function added(counts: Map<string, Count>, clientId: string): Count {
  if (counts.size >= applicationsKept) evictOldest(counts);
  const count = { second: 0, seen: 0, kept: 0, oneIn: 2, doubleAt: 0, waiting: 0 };
  counts.set(clientId, count);
  return count;
}

function begin(count: Count, second: number, rate: number): void {
  const justBefore = count.second === second - 1 ? count.seen : 0;
  if (second - count.second > longestWaitSeconds) count.waiting = 0;
  count.second = second;
  count.seen = 0;
  count.kept = 0;
  // few are enough for true sums; most of the rate is for what the second before did not let expect
  count.oneIn = Math.max(2, Math.ceil((beyondShare * (justBefore - rate)) / rate));
  count.doubleAt = 1.25 * rate;
}
