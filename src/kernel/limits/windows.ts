/** A fixed window that starts at its first use. `used` counts everybody's, `own` those not yet shared. */
export interface Window {
  started: number;
  used: number;
  own: number;
}

/** Counts in memory. */
export interface Windows {
  /** Counts one use; answers the seconds to wait when there were more than `most` within `span` milliseconds. */
  take(key: string, span: number, most: number, now: number): number | undefined;
  /** Uses that were counted in the window that is open now. */
  used(key: string, span: number, now: number): number;
  entries(): Iterable<[string, Window]>;
}

/** At most so many windows; those that are over go first, then the oldest. */
export function windowsOf(kept: number, spanOf: (key: string) => number): Windows {
  const windows = new Map<string, Window>();

  const makeRoom = (now: number) => {
    for (const [key, window] of windows) if (now >= window.started + spanOf(key)) windows.delete(key);
    const oldest = windows.keys();
    while (windows.size > kept / 2) windows.delete(oldest.next().value ?? '');
  };

  return {
    entries: () => windows.entries(),
    used(key, span, now) {
      const window = windows.get(key);
      return window === undefined || now >= window.started + span ? 0 : window.used;
    },
    take(key, span, most, now) {
      let window = windows.get(key);
      if (window === undefined || now >= window.started + span) {
        if (windows.size >= kept) makeRoom(now);
        window = { started: now, used: 0, own: 0 };
        windows.set(key, window);
      }
      window.used++;
      window.own++;
      if (window.used <= most) return undefined;
      return Math.max(1, Math.ceil((window.started + span - now) / 1000));
    },
  };
}
