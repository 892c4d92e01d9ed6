import type { Method, Role } from './methods.ts';
import type { Unit } from './units.ts';

export interface Ellipsoid {
  readonly name: string;
  /** Metres. */
  readonly semiMajorAxis: number;
  /** 0: a sphere. */
  readonly inverseFlattening: number;
}

export interface Datum {
  readonly name: string;
  readonly ellipsoid: Ellipsoid;
  readonly code?: string;
  /** To WGS 84 as a text says it: three or seven numbers, metres, seconds of arc and parts in a million. */
  readonly shift?: readonly number[];
}

export interface Meridian {
  readonly name: string;
  /** Degrees east of Greenwich. */
  readonly longitude: number;
}

/** Degrees on an ellipsoid: a system of its own, or what a projection stands on. */
export interface Geodetic {
  readonly name: string;
  readonly code?: string;
  readonly datum: Datum;
  readonly meridian: Meridian;
  /** Of its coordinates, and of the angles of a projection in WKT. */
  readonly angle: Unit;
}

/** How degrees become a map: angles in degrees, lengths in metres, whatever the text had. */
export interface Projection {
  readonly method: Method | null;
  /** As the text names a method that is in no list; else the register's name. */
  readonly name: string;
  readonly values: Readonly<Partial<Record<Role, number>>>;
}

export interface Vertical {
  readonly name: string;
  readonly code?: string;
  /** "unknown" where nobody says. */
  readonly datum: string;
  /** Absent: nobody says; that of the plane, where it is a length. */
  readonly unit?: Unit;
  /** Its numbers grow downwards. */
  readonly isDepth?: boolean;
}

export type PlaneKind = 'projected' | 'geographic2D' | 'geographic3D' | 'geocentric';

/** What a system of places is, free of the spelling that a text has for it. */
export interface PlaneModel {
  readonly name: string;
  /** "EPSG:25832", "ESRI:102039"; absent: it has none. */
  readonly code?: string;
  readonly kind: PlaneKind;
  readonly base: Geodetic;
  /** Of a projected one. */
  readonly projection?: Projection;
  /** Of the coordinates; of a geographic one its angle. */
  readonly unit: Unit;
  /** -1 where coordinates grow to the west, and to the south. */
  readonly turn: readonly [1 | -1, 1 | -1];
}

/** Places on a map or earth, heights, or both. */
export interface SystemModel {
  readonly plane?: PlaneModel;
  readonly vertical?: Vertical;
  /** Of both together, where it is no plain sum. */
  readonly name?: string;
  readonly code?: string;
}

/** Its heights, where they are more than lengths in the unit of the plan, which needs no words. */
export function toldHeights({ plane, vertical }: SystemModel): Vertical | undefined {
  const isPlain = vertical?.code === undefined && vertical?.datum === 'unknown';
  return isPlain && plane?.unit.toMetre === vertical.unit?.toMetre ? undefined : vertical;
}

export const greenwich: Meridian = { name: 'Greenwich', longitude: 0 };
export const northEast: PlaneModel['turn'] = [1, 1];
