const form = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,7}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * The instant of an ISO 8601 text in milliseconds since 1970 (conventions.md section 10): any offset, none means UTC,
 * a date alone its first moment. Undefined for what is no such text or no existing date.
 */
export function parseInstant(text: string): number | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const millis = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  const exists = local.getUTCMonth() === month - 1 && local.getUTCDate() === day;
  if (!exists || hour > 23 || minute > 59 || second > 59) return undefined;
  const offset = offsetMinutes(match[8] ?? 'Z');
  if (offset === undefined) return undefined;
  return local.setUTCHours(hour, minute, second, millis) - offset * 60_000;
}

function offsetMinutes(text: string): number | undefined {
  if (/^z$/i.test(text)) return 0;
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))];
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
