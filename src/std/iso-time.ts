const dayMs = 86_400_000;
/** From the first day of the year 0000 to 1970, and to the end of the year 9999: outside of them a year has six digits. */
const firstMs = -62_167_219_200_000;
const lastMs = 253_402_300_799_999;

const digits = (count: number, width: number): readonly string[] =>
  Array.from({ length: count }, (_, number) => String(number).padStart(width, '0'));
const two = digits(100, 2);
const three = digits(1000, 3);

/**
 * A time, in milliseconds since 1970, as `2026-05-31T12:00:00.000Z`: what `toISOString` says of it, in a tenth of its time, since every
 * answer and every line of the log has some.
 */
export function isoTime(ms: number): string {
  if (!(ms >= firstMs && ms <= lastMs && Number.isInteger(ms))) return new Date(ms).toISOString();
  const day = Math.floor(ms / dayMs);
  const rest = ms - day * dayMs;
  const second = Math.floor(rest / 1000);
  const minute = Math.floor(second / 60);
  const hour = Math.floor(minute / 60);
  return `${dateOf(day)}T${two[hour]}:${two[minute - hour * 60]}:${two[second - minute * 60]}.${three[rest - second * 1000]}Z`;
}

/** The same, of a time that may not be there. */
export const isoTimeOrNull = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : isoTime(ms);

/** The date of a day since 1970, counted in eras of 400 years that begin on the first of March. */
function dateOf(day: number): string {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const date = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${two[Math.floor(year / 100)]}${two[year % 100]}-${two[month]}-${two[date]}`;
}
