import { createRequire } from 'node:module';
import proj4 from 'proj4';
import { EngineFailure } from '../engine.ts';
import { codeOf, parseWkt, partsOf, type WktNode } from './wkt.ts';

/** A coordinate reference system. */
export interface Crs {
  /** "EPSG:25832"; of one without code its name. */
  readonly id: string;
  /** Of heights: "EPSG:7837". They are never transformed. */
  readonly verticalId?: string;
  /** For proj4. */
  readonly definition: string;
  readonly kind: 'projected' | 'geographic' | 'geocentric';
  /** Metres in a unit of its places; 1 of a geographic one. */
  readonly metres: number;
  /** As a file gave it. */
  readonly wkt?: string;
}

const byCode = /^\s*(?:EPSG\s*:{0,2}\s*)?(\d{4,6})(?:\s*\+\s*(?:EPSG\s*:{1,2}\s*)?(\d{4,6}))?\s*$/i;

/** proj4's text for a system with an EPSG code; undefined when the list has none. Few files need it, and it is long. */
export function definitionOf(code: number | string): string | undefined {
  const systems = createRequire(import.meta.url)('proj4-list') as typeof import('proj4-list');
  return systems[`EPSG:${code}`]?.[1];
}

/** The system that a text names: "EPSG:n", "EPSG:n+m", "n", or well-known text. Undefined when it is not known. */
export function crsOf(text: string): Crs | undefined {
  const named = byCode.exec(text);
  if (named === null) return text.includes('[') || text.includes('(') ? ofWkt(text) : undefined;
  const [, code = '', height] = named;
  return ofCode(code, height);
}

/** As `crsOf`, for what must be known. */
export function knownCrs(text: string): Crs {
  const found = crsOf(text);
  if (found) return found;
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  throw new EngineFailure('SrsUnknown', `The coordinate reference system '${shown}' is not known.`, undefined, [shown]);
}

/** What tilesets tell of their system, so that viewers can show the coordinates of the input: its codes, and proj4's text. */
export const extrasOf = (crs: Crs | undefined): object =>
  crs === undefined
    ? {}
    : { crs: `${crs.id}${crs.verticalId?.replace('EPSG:', '+') ?? ''}`, definition: crs.definition };

/** The code of a system that has one. */
export const epsgOf = (id: string | undefined): number | undefined =>
  id?.startsWith('EPSG:') ? Number(id.slice(5)) : undefined;

function ofCode(code: number | string, height: number | string | undefined, wkt?: string): Crs | undefined {
  const definition = definitionOf(code);
  return definition === undefined ? undefined : made(definition, `EPSG:${code}`, height, wkt);
}

function made(definition: string, id: string, height: number | string | undefined, wkt?: string): Crs | undefined {
  try {
    const system = new proj4.Proj(definition);
    const projName = String(Reflect.get(system, 'projName') ?? '');
    const metres: unknown = Reflect.get(system, 'to_meter');
    const kind = /^(longlat|identity)$/.test(projName)
      ? 'geographic'
      : projName === 'geocent'
        ? 'geocentric'
        : 'projected';
    return {
      id,
      ...(height === undefined ? {} : { verticalId: `EPSG:${height}` }),
      definition,
      kind,
      metres: kind === 'projected' && typeof metres === 'number' && metres > 0 ? metres : 1,
      ...(wkt === undefined ? {} : { wkt }),
    };
  } catch {
    return undefined;
  }
}

function ofWkt(text: string): Crs | undefined {
  const tree = parseWkt(text);
  if (tree === undefined) return undefined;
  const { horizontal, vertical } = partsOf(tree);
  const height = vertical === undefined ? undefined : codeOf(vertical);
  const code = horizontal === undefined ? codeOf(tree) : codeOf(horizontal);
  const listed = code === undefined ? undefined : ofCode(code, height, text);
  if (listed !== undefined || horizontal === undefined) return listed;
  return made(textOf(horizontal), String(horizontal.values[0] ?? 'unnamed'), height, text);
}

const textOf = ({ keyword, values, children }: WktNode): string => {
  const parts = [...values.map((value) => (typeof value === 'number' ? value : quoted(keyword, value)))];
  return `${keyword}[${[...parts, ...children.map(textOf)].join(',')}]`;
};

/** Words such as directions of axes stand without quotes. */
const quoted = (keyword: string, value: string): string =>
  keyword === 'AXIS' && /^[a-z]+$/i.test(value) ? value : `"${value}"`;
