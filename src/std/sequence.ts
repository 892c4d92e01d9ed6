let last = 0;

/** A number for rows that are ordered by their making: microseconds since 1970, never the same twice in a process. */
export function nextSequence(now: number): number {
  last = Math.max(last + 1, now * 1000);
  return last;
}
