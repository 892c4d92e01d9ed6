import { listedSystem } from './listed.ts';
import { isAngle, lengthRoles, type Method } from './methods.ts';
import type { PlaneModel, SystemModel, Vertical } from './model.ts';
import type { Entry, EntryKind } from './register/entries.ts';
import type { System } from './system.ts';
import { metre, type Unit } from './units.ts';
import { esriOf } from './write/esri.ts';
import { type KeyTable, keysOf } from './write/geo-keys.ts';
import { projOf } from './write/proj.ts';
import { wkt1Of } from './write/wkt1.ts';
import { wkt2Of } from './write/wkt2.ts';

/** A system as people and programs are shown it. */
export interface SystemView {
  readonly id: string | null;
  readonly name: string;
  readonly kind: EntryKind;
  readonly deprecated: boolean;
  readonly units: { readonly horizontal: Unit | null; readonly vertical: Unit | null };
  readonly datum: string | null;
  readonly ellipsoid: {
    readonly name: string;
    readonly semiMajorAxis: number;
    readonly inverseFlattening: number;
  } | null;
  readonly method: string | null;
  readonly area: AreaView | null;
  readonly horizontalId: string | null;
  readonly verticalId: string | null;
  readonly usable: boolean;
  readonly reason: string | null;
}

export interface AreaView {
  readonly name: string | null;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** With what it is made of, and the texts that files have it in. */
export interface FullView extends SystemView {
  readonly parameters: { readonly name: string; readonly value: number; readonly unit: string }[];
  readonly wkt1: string;
  readonly wkt2: string;
  readonly esriWkt: string;
  readonly proj: string | null;
  readonly geoKeys: KeyTable;
}

interface Shown {
  readonly id: string | null;
  readonly name: string;
  readonly model: SystemModel;
  readonly entry: Entry | undefined;
  readonly isUsable: boolean;
}

/** By its number; undefined: there is none. */
export function listedView(code: number): SystemView | undefined {
  const listed = listedSystem(code);
  return listed && viewOf({ ...shownParts(listed), id: listed.id });
}

const shownParts = ({ name, model, entry, isUsable }: NonNullable<ReturnType<typeof listedSystem>>) => ({
  name,
  model,
  entry,
  isUsable,
});

/** Of a system that was read. */
export function systemView(system: System): SystemView {
  return viewOf(shownOf(system));
}

function shownOf({ model, match, verticalId, definition, area }: System): Shown {
  const { plane, vertical } = model;
  const listed = match.id === null ? undefined : listedSystem(Number(match.id.replace(/^[A-Z]+:/, '')));
  const own = match.kind === 'none' ? null : match.id;
  const id =
    own !== null && verticalId !== undefined && verticalId !== own ? `${own}+${verticalId.replace('EPSG:', '')}` : own;
  const parts = [plane?.name, vertical?.name].filter((name) => name !== undefined && name !== '');
  const name = model.code === undefined ? parts.join(' + ') : (model.name ?? parts.join(' + '));
  const entry = area === undefined ? undefined : listed?.entry;
  return {
    id,
    name: name || 'unnamed',
    model,
    entry,
    isUsable: definition !== undefined || (plane === undefined && vertical !== undefined),
  };
}

function viewOf({ id, name, model, entry, isUsable }: Shown): SystemView {
  const { plane, vertical } = model;
  const usable = isUsable || (plane === undefined && vertical !== undefined);
  return {
    id,
    name,
    kind: kindOf(model, entry),
    // the register lists what is in force; the library has kept what has been given up
    deprecated: entry === undefined && id !== null,
    units: { horizontal: plane?.unit ?? null, vertical: heightUnit(plane, vertical) },
    datum: (plane?.base.datum.name ?? vertical?.datum)?.replaceAll('_', ' ') ?? null,
    ellipsoid: plane?.base.datum.ellipsoid ?? null,
    method: plane?.projection?.name.replaceAll('_', ' ') ?? null,
    area: entry === undefined ? null : areaView(entry),
    horizontalId: plane?.code ?? null,
    verticalId: vertical?.code ?? null,
    usable,
    reason: usable ? null : reasonOf(plane),
  };
}

const areaView = ({ area: { name, box } }: Entry): AreaView => ({
  name,
  west: box.west,
  south: box.south,
  east: box.east,
  north: box.north,
});

function kindOf({ plane, vertical }: SystemModel, entry: Entry | undefined): EntryKind {
  if (plane !== undefined && vertical !== undefined) return 'compound';
  return plane?.kind ?? (vertical === undefined ? (entry?.kind ?? 'projected') : 'vertical');
}

function heightUnit(plane: PlaneModel | undefined, vertical: Vertical | undefined): Unit | null {
  if (vertical !== undefined) return vertical.unit ?? metre;
  return plane?.kind === 'geographic3D' || plane?.kind === 'geocentric' ? metre : null;
}

const reasonOf = (plane: PlaneModel | undefined): string =>
  plane === undefined
    ? 'The register has no definition of it.'
    : `The method ${(plane.projection?.name ?? plane.kind).replaceAll('_', ' ')} is not supported.`;

/** All of it, from what was read. */
export function fullView(system: System): FullView {
  const { model, definition } = system;
  const view = systemView(system);
  const use = view.area && { name: view.area.name, box: view.area };
  return {
    ...view,
    parameters: parametersOf(model.plane),
    wkt1: wkt1Of(model) ?? '',
    wkt2: wkt2Of(model, use ?? undefined) ?? '',
    esriWkt: esriOf(model) ?? '',
    proj: definition ?? (model.plane && projOf(model.plane)) ?? null,
    geoKeys: keysOf(model),
  };
}

function parametersOf(plane: PlaneModel | undefined): FullView['parameters'] {
  const { method, values } = plane?.projection ?? {};
  if (method === undefined || method === null) return [];
  return (method satisfies Method).parameters.map(({ role, name }) => {
    const value = values?.[role] ?? 0;
    const unit = lengthRoles.has(role) ? 'metre' : isAngle(role) ? 'degree' : 'unity';
    return { name, value: Number(value.toPrecision(15)), unit };
  });
}
