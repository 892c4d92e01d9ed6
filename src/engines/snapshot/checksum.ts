import { crc32 } from 'node:zlib';
import type { Json } from './types.ts';

/** CRC-32 of the canonical JSON of a value; 0 for an absent one. */
export const checksumOf = (value: Json | undefined): number =>
  value === undefined || value === null ? 0 : crc32(canonicalJson(value));

/** JSON with the keys of objects sorted and without white space. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
