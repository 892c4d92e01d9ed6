import type { Unit } from '../units.ts';

/** Numbers as all readers take them: fifteen digits. */
export const digits = (value: number): string => String(Number(value.toPrecision(15)));

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A bracket of well-known text; parts that there are not are left out. */
export const bracket = (keyword: string, ...parts: readonly (string | number | undefined)[]): string =>
  `${keyword}[${parts.filter((part) => part !== undefined && part !== '').join(',')}]`;

/** `AUTHORITY["EPSG","25832"]` of version 1, `ID["EPSG",25832]` of version 2; empty without a number. */
export function authority(code: string | null | undefined): string {
  const [name = '', number = ''] = code?.split(':') ?? [];
  return number === '' ? '' : `AUTHORITY["${name}","${number}"]`;
}

export function identifier(code: string | null | undefined): string {
  const [name = '', number = ''] = code?.split(':') ?? [];
  return number === '' ? '' : `ID["${name}",${number}]`;
}

/** The number of a datum: those of the register's older geographic systems are theirs and 2000. */
export function datumCode(own: string | undefined, base: string | undefined): string | undefined {
  const code = Number(base?.replace('EPSG:', '') ?? Number.NaN);
  return own ?? (code > 4000 && code < 5000 ? `EPSG:${code + 2000}` : undefined);
}

/** A length of a parameter in the unit of the map. */
export const inUnit = (metres: number, { toMetre }: Unit): number => metres / (toMetre ?? 1);
