import proj4 from 'proj4';
import { modelOfKeys } from './geotiff/model.ts';
import { type Listed, listedSystem, shiftOf } from './listed.ts';
import type { PlaneModel, SystemModel, Vertical } from './model.ts';
import { isProjection, projectsAlike } from './projects-alike.ts';
import { geoKeysIn } from './read/geo-keys.ts';
import { isProj, modelOfProj } from './read/proj-model.ts';
import { modelOfWkt } from './read/wkt-model.ts';
import type { Box } from './register/entries.ts';
import { groundMatch, matchOf, verticalMatch } from './register/match.ts';
import type { CrsWarning } from './warnings.ts';
import { projOf, shiftText } from './write/proj.ts';

/** A system that somebody told, understood. */
export interface System {
  /** "EPSG:25832", "ESRI:102039"; without a number its name. */
  readonly id: string;
  readonly verticalId?: string;
  readonly model: SystemModel;
  /** proj4's text; undefined: nothing here can calculate with it. */
  readonly definition: string | undefined;
  /** What only proj4 knows how to read, as it was told. */
  readonly text?: string;
  readonly area?: Box;
  readonly match: { readonly id: string | null; readonly kind: 'code' | 'equal' | 'none' };
  readonly warnings: readonly CrsWarning[];
}

const number = String.raw`(?:(EPSG|ESRI)\s*:{0,2}\s*)?(\d{4,6})`;
const byCode = new RegExp(String.raw`^\s*${number}(?:\s*\+\s*(?:EPSG\s*:{1,2}\s*)?(\d{4,6}))?\s*$`, 'i');
const byAddress =
  /^\s*(?:urn:ogc:def:crs:(EPSG|ESRI):[^:]*:|https?:\/\/www\.opengis\.net\/def\/crs\/(EPSG|ESRI)\/[^/]*\/)(\d{4,6})\s*$/i;

/** What a text says in any of the ways that files and people have; undefined: it cannot be read. */
export function readSystem(text: string): System | undefined {
  const named = byCode.exec(text);
  if (named !== null) return ofCodes(Number(named[2]), named[3] === undefined ? undefined : Number(named[3]));
  const address = byAddress.exec(text);
  if (address !== null) return ofCodes(Number(address[3]), undefined);
  if (isProj(text)) return ofProj(text);
  const keys = geoKeysIn(text);
  if (keys !== undefined) {
    const found = modelOfKeys(keys);
    return found && settled(found.model, found.warnings, found.id);
  }
  const model = modelOfWkt(text);
  return model && settled(model, [], undefined, text);
}

function ofCodes(code: number, height: number | undefined): System | undefined {
  const listed = listedSystem(code);
  if (listed === undefined) return undefined;
  if (height === undefined) return fromListed(listed, listed.model.vertical);
  return fromListed(listed, verticalOfCode(height));
}

/** A number that no list has is kept: heights are never transformed by it. */
const verticalOfCode = (code: number): Vertical =>
  listedSystem(code)?.model.vertical ?? { name: `EPSG:${code}`, code: `EPSG:${code}`, datum: 'unknown' };

function fromListed(listed: Listed, vertical: Vertical | undefined, warnings: readonly CrsWarning[] = []): System {
  const { id, model, definition, entry } = listed;
  const own = model.vertical?.code === vertical?.code && model.vertical?.unit?.toMetre === vertical?.unit?.toMetre;
  const { plane } = model;
  const whole: SystemModel = own
    ? model
    : { ...(plane === undefined ? {} : { plane }), ...(vertical === undefined ? {} : { vertical }) };
  // of a compound one the part that is a map has its own number
  const isSum = !own && model.code !== undefined && plane?.code !== undefined;
  return {
    id: isSum ? plane.code : id,
    model: whole,
    definition,
    match: { id, kind: 'code' },
    warnings: [...warnings, ...notUsable(id, definition, plane)],
    ...heightsOf(vertical, model.code === undefined || !own),
    ...(entry === undefined ? {} : { area: entry.area.box }),
  };
}

const heightsOf = (vertical: Vertical | undefined, apart = true) =>
  vertical?.code === undefined || !apart ? {} : { verticalId: vertical.code };

const notUsable = (id: string, definition: string | undefined, plane: PlaneModel | undefined): CrsWarning[] =>
  definition !== undefined || plane === undefined
    ? []
    : [{ code: 'SystemNotUsable', params: [id, plane.projection?.name ?? plane.kind] }];

/** PROJ text that is a projection of ours, or of proj4 alone. */
function ofProj(text: string): System | undefined {
  const init = /\+init\s*=\s*(epsg:\d+)/i.exec(text)?.[1];
  if (init !== undefined) return readSystem(init);
  const model = modelOfProj(text);
  if (model?.plane === undefined) return undefined;
  const known = model.plane.projection?.method !== null && projOf(model.plane, '') !== undefined;
  return settled(model, [], undefined, known || !isProjection(text) ? undefined : text);
}

/** A model as the list has it, where it is a listed one; else by its own parameters. */
function settled(model: SystemModel, warnings: readonly CrsWarning[], id?: string, text?: string): System {
  const { plane } = model;
  const vertical = model.vertical && listedVertical(model.vertical);
  if (plane === undefined) return heightsOnly(model, vertical, warnings);
  const coded = plane.code === undefined ? undefined : listedSystem(codeOf(plane.code));
  const own = projOf(plane, '');
  if (coded !== undefined && (own === undefined || isOurs(plane) || means(coded, own, plane))) {
    return fromListed(
      { ...coded, model: { ...coded.model, plane: turned(coded.model.plane ?? plane, plane) } },
      vertical,
      warnings,
    );
  }
  const contradicts: CrsWarning[] =
    coded === undefined ? [] : [{ code: 'SystemContradictsCode', params: [plane.name, coded.id] }];
  const all = [...warnings, ...contradicts];
  const equal = id === undefined ? matchOf(plane) : undefined;
  const listed = equal && listedSystem(equal.code);
  if (listed !== undefined) {
    const found = fromListed(listed, vertical, all);
    return { ...found, match: { id: listed.id, kind: 'equal' } };
  }
  return ofNobody({ ...model, ...(vertical === undefined ? {} : { vertical }) }, plane, all, id, text);
}

const codeOf = (id: string): number => Number(id.replace(/^[A-Z]+:/, ''));

/** Earlier releases wrote names such as "EPSG:3031" over parameters that were not whole. */
const isOurs = ({ name, code, base }: PlaneModel): boolean => name === code && base.datum.name === 'unknown';

const world: Box = { west: -180, south: -85, east: 180, north: 85 };

function means({ definition, entry, model }: Listed, own: string, plane: PlaneModel): boolean {
  if (definition === undefined) return model.plane !== undefined;
  return model.plane?.kind === plane.kind && projectsAlike(own, definition, entry?.area.box ?? world);
}

/** Where a text says that its axes point elsewhere, they do. */
const turned = (listed: PlaneModel, { turn }: PlaneModel): PlaneModel =>
  turn.every((one, n) => one === listed.turn[n]) || turn.every((one) => one === 1) ? listed : { ...listed, turn };

function listedVertical(vertical: Vertical): Vertical {
  const coded = vertical.code === undefined ? undefined : listedSystem(codeOf(vertical.code))?.model.vertical;
  if (coded !== undefined) return coded.unit?.toMetre === (vertical.unit ?? coded.unit)?.toMetre ? coded : vertical;
  if (vertical.unit === undefined || vertical.datum === 'unknown') return vertical;
  return listedSystem(verticalMatch(vertical)?.code ?? 0)?.model.vertical ?? vertical;
}

function heightsOnly(model: SystemModel, vertical: Vertical | undefined, warnings: readonly CrsWarning[]): System {
  const id = vertical?.code ?? vertical?.name ?? 'unnamed';
  const kind = vertical?.code === undefined ? 'none' : 'code';
  return {
    id,
    model: { ...model, ...(vertical === undefined ? {} : { vertical }) },
    definition: undefined,
    match: { id: vertical?.code ?? null, kind },
    warnings,
  };
}

/** By its own parameters, on a listed datum where it has the name of one. */
function ofNobody(
  model: SystemModel,
  plane: PlaneModel,
  warnings: readonly CrsWarning[],
  id: string | undefined,
  text: string | undefined,
): System {
  const base = plane.base.code === undefined ? groundOf(plane) : plane.base;
  const { code: _, ...rest } = plane;
  const own: PlaneModel = { ...rest, base };
  const calculated = projOf(own, shiftText(base.datum.shift ?? shiftOf(own)));
  const definition = calculated !== undefined && isProjection(calculated) ? calculated : proj4Text(text);
  const name = id ?? (plane.name === '' ? 'unnamed' : plane.name);
  return {
    id: name,
    model: { ...model, plane: own },
    definition,
    match: { id: null, kind: 'none' },
    warnings: [...warnings, ...notUsable(name, definition, own)],
    ...heightsOf(model.vertical),
    ...(definition !== undefined && definition === text ? { text } : {}),
    ...(id === undefined ? {} : { area: listedSystem(codeOf(id))?.entry?.area.box ?? world }),
  };
}

/** Its own shift, where a text has one, stays with it. */
function groundOf({ base }: PlaneModel): PlaneModel['base'] {
  const listed = listedSystem(groundMatch(base)?.code ?? 0)?.model.plane?.base;
  const { shift } = base.datum;
  if (listed === undefined) return base;
  return { ...listed, datum: shift === undefined ? listed.datum : { ...listed.datum, shift }, angle: base.angle };
}

/** What our readers have no method for and proj4 has. */
function proj4Text(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return new proj4.Proj(text) && text;
  } catch {
    return undefined;
  }
}
