let last = 0;
/** So far ahead of the clock numbers may be: more than any burst of rows, and than a clock that is set back by some hours. */
const mostAhead = 24 * 3_600_000 * 1000;

/**
 * A number for rows that are ordered by their making: microseconds since 1970, never the same twice in a process. After a clock that
 * went days ahead was set right, numbers follow it again: they tell how long ago things were made, too.
 */
export function nextSequence(now: number): number {
  const first = now * 1000;
  last = last - first > mostAhead ? first : Math.max(last + 1, first);
  return last;
}
