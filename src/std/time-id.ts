import { randomFillSync } from 'node:crypto';

/* UUIDs of version 7 (RFC 9562): their first 48 bits are the time, so that they sort by it. */

/** Digits of chance that one id takes: 3 behind the version, 1 for the variant, 3 and 12. */
const digits = 20;
const pool = Buffer.alloc((digits / 2) * 256);
const variants = '89ab';
let chance = '';
let at = 0;

/** An id of this time, in milliseconds since 1970; all of it but the time is chance. */
export function newTimeId(ms: number): string {
  if (at >= chance.length) {
    chance = randomFillSync(pool).toString('hex');
    at = 0;
  }
  const part = (from: number, to: number) => chance.slice(at + from, at + to);
  const variant = variants[chance.charCodeAt(at) & 3] ?? '8';
  const id = `${timePart(ms)}-7${part(1, 4)}-${variant}${part(4, 7)}-${part(7, 19)}`;
  at += digits;
  return id;
}

/** Not above any id of this time and later, above all of earlier ones. */
export const firstIdOf = (ms: number): string => `${timePart(ms)}-0000-0000-000000000000`;

/** The time of such an id, in milliseconds since 1970. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

function timePart(ms: number): string {
  const text = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}`;
}
