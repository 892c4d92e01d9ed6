const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, format);
  return format;
}

/** The last zone in which a day ends: over there it is over everywhere. */
export const lastTimeZone = 'Etc/GMT+12';

const oneDay = 86_400_000;

/** The calendar day of an instant in a time zone, such as `2026-03-05`. */
export const dayIn = (time: number, timeZone: string): string => formatOf(timeZone).format(time);

/**
 * The calendar day on which something is due. A date alone is kept as its first moment in UTC: it is that day everywhere; any
 * other instant is due on the day that it falls on in the reader's time zone.
 */
export const dueDayOf = (due: number, timeZone: string): string =>
  due % oneDay === 0 ? new Date(due).toISOString().slice(0, 10) : dayIn(due, timeZone);

/** Whether the day on which something is due has ended in a time zone. */
export const isPastDue = (due: number, now: number, timeZone: string): boolean =>
  dueDayOf(due, timeZone) < dayIn(now, timeZone);
