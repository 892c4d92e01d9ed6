/** Measures how fast something goes, over its last seconds. */
export interface Meter {
  /** So many have been done in all, at this time in ms. */
  note(done: number, now: number): void;
  /** Per second; 0 as long as nothing can be said. */
  speed(now: number): number;
}

const windowMs = 6000;
const leastMs = 400;

export function meterOf(): Meter {
  let samples: { readonly at: number; readonly done: number }[] = [];
  return {
    note(done, now) {
      const last = samples.at(-1);
      if (last && done < last.done) samples = []; // blocks that were under way were given up
      samples = [...samples.filter(({ at }) => now - at <= windowMs), { at: now, done }];
    },
    speed(now) {
      const first = samples.find(({ at }) => now - at <= windowMs);
      const last = samples.at(-1);
      if (!first || !last || last.at - first.at < leastMs) return 0;
      return ((last.done - first.done) / (now - first.at)) * 1000;
    },
  };
}
