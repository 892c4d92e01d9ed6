import { isoTime } from '../../std/iso-time.ts';
import { readJson } from '../../std/json.ts';

/** A time as answers have it. */
export const time = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

export const valueIn = <T>(text: Parameters<typeof readJson<T>>[0] | null): T | null =>
  text === null ? null : readJson(text);
