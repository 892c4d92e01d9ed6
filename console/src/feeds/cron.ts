/** How often a timer runs, as the form has it; times are in UTC. */
export interface Rhythm {
  readonly every: 'hour' | 'day' | 'week' | 'month' | 'own';
  /** `02:30`. */
  readonly at: string;
  /** Of the week, 0 is Sunday; of the month. */
  readonly weekday: string;
  readonly day: string;
  readonly own: string;
}

export const firstRhythm: Rhythm = { every: 'day', at: '02:00', weekday: '1', day: '1', own: '' };

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The schedule of a timer: minute, hour, day of month, month, day of week. */
export function cronOf({ every, at, weekday, day, own }: Rhythm): string {
  const [hour, minute] = at.split(':').map(Number);
  const time = `${minute ?? 0} ${hour ?? 0}`;
  return {
    hour: `${minute ?? 0} * * * *`,
    day: `${time} * * *`,
    week: `${time} * * ${weekday}`,
    month: `${time} ${day} * *`,
    own: own.trim(),
  }[every];
}

const two = (text: string): string => text.padStart(2, '0');

/** A schedule in words, where it is one that the form makes; else as it is. */
export function cronWords(cron: string): string {
  const [, minute = '', hour = '', day = '', month = '', weekday = ''] =
    /^(\d+) (\d+|\*) (\d+|\*) (\*) (\d|\*)$/.exec(cron.trim()) ?? [];
  if (month === '') return `${cron.trim()} (UTC)`;
  if (hour === '*')
    return day === '*' && weekday === '*' ? `Every hour at ${two(minute)} past` : `${cron.trim()} (UTC)`;
  const at = `at ${two(hour)}:${two(minute)} UTC`;
  if (day === '*' && weekday === '*') return `Every day ${at}`;
  if (day === '*') return `Every ${weekdays[Number(weekday) % 7] ?? ''} ${at}`;
  return weekday === '*' ? `On day ${day} of every month ${at}` : `${cron.trim()} (UTC)`;
}
