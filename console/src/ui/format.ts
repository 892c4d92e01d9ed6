/** The language of the console, whatever that of the browser: two in one sentence are hard to read. */
const language = 'en-GB';

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `18.2 MB`, in powers of 1000 as file managers and disks count. */
export function bytes(count: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3));
  const value = count / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${count === 1 ? 'byte' : units[power]}`;
}

const dateAndTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
export const dateTime = (iso: string): string => dateAndTime.format(new Date(iso));

const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' });
const steps: readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 'second'],
  [3600, 'minute'],
  [86_400, 'hour'],
  [604_800, 'day'],
  [2_629_800, 'week'],
  [31_557_600, 'month'],
  [Number.POSITIVE_INFINITY, 'year'],
];

/** `3 hours ago`, `in 7 days`. */
export function ago(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Math.abs(seconds) < 60) return seconds > 0 ? 'in a moment' : 'just now';
  const at = steps.findIndex(([limit]) => Math.abs(seconds) < limit);
  const unit = steps[at]?.[1] ?? 'year';
  return relative.format(Math.round(seconds / (steps[at - 1]?.[0] ?? 1)), unit);
}

/** `2 h 5 min`, `40 s`: how long something takes, in its two largest units. */
export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

export const count = (value: number): string => value.toLocaleString(language);

/** A number with as many digits as one of 32 bits has. */
export const significant = (value: number): string => value.toLocaleString(language, { maximumSignificantDigits: 7 });

/** `7.2`, `1,240`: of a number of things as millions of them. */
export const millions = (things: number): string =>
  things < 10e6 ? (things / 1e6).toFixed(1) : count(Math.round(things / 1e6));

/** What something costs that is counted in units. */
export const unitsText = (units: number): string => `${units < 0.01 ? 'less than 0.01' : units.toFixed(2)} units`;

export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** The name of a person, or what else is known of them. */
export const personName = (person: {
  readonly givenName: string | null;
  readonly surname: string | null;
  readonly email: string | null;
}): string => [person.givenName, person.surname].filter(Boolean).join(' ') || person.email || 'Unknown user';
