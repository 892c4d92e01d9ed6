import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A system as the register that the product ships has it. */
export interface Entry {
  readonly code: number;
  /** "EPSG", or "ESRI" where that maker has numbered it. */
  readonly authority: 'EPSG' | 'ESRI';
  readonly kind: EntryKind;
  readonly name: string;
  readonly area: { readonly name: string | null; readonly box: Box };
}

/** Degrees; east is less than west where an area crosses the date line. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export const entryKinds = ['projected', 'geographic2D', 'geographic3D', 'geocentric', 'vertical', 'compound'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** With all that the register says of it. */
export interface FullEntry extends Entry {
  readonly wkt: string | undefined;
  readonly proj: string | undefined;
}

const kinds: Readonly<Record<string, EntryKind>> = {
  'CRS-PROJCRS': 'projected',
  'CRS-GEOGCRS': 'geographic2D',
  'CRS-GEOG3DCRS': 'geographic3D',
  'CRS-GCENCRS': 'geocentric',
  'CRS-VERTCRS': 'vertical',
  'CRS-COMPOUNDCRS': 'compound',
};

interface Raw {
  readonly code: string;
  readonly kind: string;
  readonly name: string;
  readonly wkt: string | null;
  readonly proj4: string | null;
  readonly bbox: readonly [north: number, west: number, south: number, east: number];
  readonly area: string | null;
}

/** Numbers above it are no numbers of the public register. */
const mostEpsg = 32_767;

/** What no place on earth has, such as frames of ships, is in no list of ours. */
function fullOf({ code, kind, name, wkt, proj4, bbox, area }: Raw): FullEntry | undefined {
  const known = kinds[kind];
  if (known === undefined) return undefined;
  const [north, west, south, east] = bbox;
  const authority =
    Number(code) > mostEpsg || /AUTHORITY\["ESRI","\d+"\]\]$/.test(wkt?.slice(-40) ?? '') ? 'ESRI' : 'EPSG';
  return {
    code: Number(code),
    authority,
    kind: known,
    name,
    area: { name: area, box: { west, south, east, north } },
    wkt: wkt ?? undefined,
    proj: proj4?.trim() || undefined,
  };
}

const parsed = (text: string): Raw => JSON.parse(text);

let whole: readonly FullEntry[] | undefined;
const byCode = new Map<number, FullEntry>();

/** All of the register, by number; read when somebody first asks, and kept. */
export function allEntries(): readonly FullEntry[] {
  if (whole !== undefined) return whole;
  const all: Readonly<Record<string, Raw>> = JSON.parse(readFileSync(require.resolve('epsg-index/all.json'), 'utf8'));
  whole = Object.values(all).flatMap((raw) => fullOf(raw) ?? []);
  for (const entry of whole) byCode.set(entry.code, entry);
  return whole;
}

/** One of the register, by its number, read alone; undefined: there is none. */
export function entryOf(code: number): FullEntry | undefined {
  if (!Number.isInteger(code) || code <= 0) return undefined;
  if (whole !== undefined) return byCode.get(code);
  try {
    return fullOf(parsed(readFileSync(require.resolve(`epsg-index/s/${code}.json`), 'utf8')));
  } catch {
    return undefined;
  }
}

export const registerVersion: string = 'epsg-index 2.0.0';

/** proj4's texts by "EPSG:n"; few files need it, and it is long. */
const projList = (): typeof import('proj4-list') => require('proj4-list');

/** proj4's text for a system with a number; undefined when that list has none. */
export const listedProj = (code: number | string): string | undefined => projList()[`EPSG:${code}`]?.[1]?.trim();

/** All numbers that proj4's list has. */
export const listedCodes = (): number[] =>
  Object.keys(projList()).flatMap((key) => (key.startsWith('EPSG:') ? Number(key.slice(5)) : []));
