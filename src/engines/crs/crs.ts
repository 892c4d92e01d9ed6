import { EngineFailure } from '../engine.ts';
import { listedSystem } from './listed.ts';
import type { PlaneModel, SystemModel, Vertical } from './model.ts';
import type { Box } from './register/entries.ts';
import { readSystem, type System } from './system.ts';
import { degreesOf, metre, type Unit } from './units.ts';

/** A coordinate reference system that can be calculated with. */
export interface Crs {
  /** "EPSG:25832"; of one without code its name. */
  readonly id: string;
  /** Of heights: "EPSG:7837". They are never transformed, but for their unit. */
  readonly verticalId?: string;
  /** For proj4. */
  readonly definition: string;
  readonly kind: 'projected' | 'geographic' | 'geocentric';
  /** Metres in a unit of its places; 1 of a geographic one. */
  readonly metres: number;
  /** Metres upwards in a unit of its heights. */
  readonly heightMetres: number;
  /** What coordinates are multiplied with before proj4 gets them: -1 where they grow westwards, 0.9 of grads. */
  readonly axes?: readonly [number, number];
  /** What it is, for writers. */
  readonly model: SystemModel;
  /** Where it is used; absent: nobody says. */
  readonly area?: Box;
  /** As a file gave it, where only proj4 can read that. */
  readonly text?: string;
}

/** proj4's text for a system with an EPSG code; undefined when there is none. */
export const definitionOf = (code: number | string): string | undefined => listedSystem(Number(code))?.definition;

/** A system that was read, for calculating; undefined: nothing here can. */
export function usableCrs({ id, verticalId, model, definition, area, text }: System): Crs | undefined {
  const { plane, vertical } = model;
  if (definition === undefined || plane === undefined) return undefined;
  const axes = axesOf(plane);
  const metres = plane.kind === 'projected' ? (plane.unit.toMetre ?? 1) : 1;
  return {
    id,
    definition,
    kind: plane.kind === 'geographic3D' || plane.kind === 'geographic2D' ? 'geographic' : plane.kind,
    metres,
    heightMetres: (vertical?.unit?.toMetre ?? metres) * (vertical?.isDepth ? -1 : 1),
    model,
    ...(verticalId === undefined ? {} : { verticalId }),
    ...(axes === undefined ? {} : { axes }),
    ...(area === undefined ? {} : { area }),
    ...(text === undefined ? {} : { text }),
  };
}

function axesOf({ kind, turn, unit }: PlaneModel): readonly [number, number] | undefined {
  if (kind === 'geocentric') return undefined;
  const angle = kind === 'projected' ? 1 : degreesOf(unit);
  const axes = [turn[0] * angle, turn[1] * angle] as const;
  return axes.every((one) => Math.abs(one - 1) < 1e-12) ? undefined : axes;
}

/** The system that a text says, in any way that `readSystem` reads. Undefined when it is not known, or of no use. */
export function crsOf(text: string): Crs | undefined {
  const found = readSystem(text);
  return found && usableCrs(found);
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

/** The unit of its heights. */
export const heightUnitOf = ({ model, kind }: Crs): Unit =>
  model.vertical?.unit ?? (kind === 'projected' && model.plane?.unit.toMetre ? model.plane.unit : metre);

/**
 * Where heights of one system go when places go to another: they keep value and unit, unless the other one says what its
 * heights are in; then only the unit changes, and never the datum.
 */
export function withHeightsOf(to: Crs, from: Crs): Crs {
  if (to.model.vertical !== undefined || from.kind === 'geocentric' || to.kind === 'geocentric') return to;
  if (Math.abs(to.heightMetres / from.heightMetres - 1) < 1e-12) return to;
  const unit = heightUnitOf(from);
  const vertical: Vertical = { name: `height (${unit.name})`, datum: 'unknown', unit };
  return { ...to, heightMetres: from.heightMetres, model: { ...to.model, vertical } };
}
