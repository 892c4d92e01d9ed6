import { Cron } from 'croner';

/*
 * Schedules (cron): 5 fields, 6 with leading seconds, 7 with a year at the end besides. All in UTC; day of month and
 * day of week must both match where both are given.
 */

export type Wrong = 'invalid' | 'tooOften' | 'never';

const signs = /^[\dA-Za-z*?,/LW#\s-]+$/;
const minute = 60_000;

function open(cron: string): Cron | undefined {
  const fields = cron.trim().split(/\s+/).length;
  if (fields < 5 || fields > 7 || !signs.test(cron)) return undefined;
  try {
    return new Cron(cron.trim(), { timezone: 'UTC', domAndDow: true, paused: true });
  } catch {
    return undefined;
  }
}

/** What is wrong with a schedule; undefined for one that can be kept. */
export function scheduleFault(cron: string, now: number): Wrong | undefined {
  const schedule = open(cron);
  if (schedule === undefined) return 'invalid';
  // a minute that it fires in has all its seconds: three in a row show two of one minute
  const next = schedule.nextRuns(3, new Date(now)).map((date) => date.getTime());
  if (next.length === 0) return 'never';
  const close = next.some((at, place) => place > 0 && at - (next[place - 1] ?? 0) < minute);
  return close ? 'tooOften' : undefined;
}

/** When it fires next after an instant, in milliseconds; null for never again. */
export const nextFiring = (cron: string, after: number): number | null =>
  open(cron)?.nextRun(new Date(after))?.getTime() ?? null;

/** The last firing from one instant up to another; null where there is none between them. */
export function lastFiring(cron: string, from: number, to: number): number | null {
  const schedule = open(cron);
  let found: number | null = null;
  let next = schedule?.nextRun(new Date(from - 1))?.getTime();
  while (next !== undefined && next <= to) {
    found = next;
    next = schedule?.nextRun(new Date(next))?.getTime();
  }
  return found;
}
