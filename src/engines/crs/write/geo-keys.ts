import { lengthRoles, methods, type Role } from '../methods.ts';
import type { PlaneModel, Projection, SystemModel, Vertical } from '../model.ts';
import { metre, type Unit } from '../units.ts';
import { esriOf } from './esri.ts';
import { inUnit } from './text.ts';

/** Keys of GeoTIFF with their values in place. */
export type KeyTable = Readonly<Record<number, number | string>>;

const userDefined = 32_767;

/** The number of a thing of the public register that fits into a key. */
const shortCode = (code: string | null | undefined): number | undefined => {
  const number = code?.startsWith('EPSG:') ? Number(code.slice(5)) : Number.NaN;
  return number > 0 && number < userDefined ? number : undefined;
};

/** What GeoTIFF and LAS before 1.4 say of a system. `area`: values of a raster stand for areas and not for points. */
export function keysOf({ plane, vertical, name }: SystemModel, area = true): KeyTable {
  const keys: Record<number, number | string> = { 1025: area ? 1 : 2 };
  if (plane !== undefined) {
    keys[1026] = name ?? plane.name;
    Object.assign(keys, plane.kind === 'projected' ? projectedKeys(plane) : groundKeys(plane));
  }
  if (vertical !== undefined) Object.assign(keys, verticalKeys(vertical, plane?.unit));
  return keys;
}

function groundKeys(plane: PlaneModel): KeyTable {
  const isGeocentric = plane.kind === 'geocentric';
  const code = shortCode(plane.code);
  return { 1024: isGeocentric ? 3 : 2, ...baseKeys(plane, code) };
}

/** A listed system by its number, any other by datum, ellipsoid and meridian. */
function baseKeys({ base }: PlaneModel, code = shortCode(base.code)): KeyTable {
  const { datum, meridian, name } = base;
  const common = { 2049: name, 2054: 9102 };
  if (code !== undefined) return { ...common, 2048: code };
  const { semiMajorAxis, inverseFlattening } = datum.ellipsoid;
  const keys: Record<number, number | string> = { ...common, 2048: userDefined, 2050: userDefined, 2056: userDefined };
  keys[2057] = semiMajorAxis;
  if (inverseFlattening === 0) keys[2058] = semiMajorAxis;
  else keys[2059] = inverseFlattening;
  if (meridian.longitude !== 0) [keys[2051], keys[2061]] = [userDefined, meridian.longitude];
  return keys;
}

function unitKeys({ code, toMetre }: Unit): KeyTable {
  const listed = shortCode(code);
  return listed === undefined ? { 3076: userDefined, 3077: toMetre ?? 1 } : { 3076: listed };
}

function projectedKeys(plane: PlaneModel): KeyTable {
  const code = shortCode(plane.code);
  const common = { 1024: 1, 3073: plane.name, ...baseKeys(plane), ...unitKeys(plane.unit) };
  if (code !== undefined) return { ...common, 3072: code };
  const projection = plane.projection && storable(plane);
  if (projection?.method?.geoTiff === undefined)
    return { ...common, 3072: userDefined, 3073: `ESRI PE String = ${esriOf({ plane }) ?? ''}` };
  const values: Record<number, number> = {};
  for (const { role, key } of projection.method.parameters) values[key] = numberOf(projection, role, plane.unit);
  return { ...common, 3072: userDefined, 3074: userDefined, 3075: projection.method.geoTiff, ...values };
}

const numberOf = ({ values }: Projection, role: Role, unit: Unit): number => {
  const value = values[role] ?? 0;
  return lengthRoles.has(role) ? inUnit(value, unit) : value;
};

/** Mercator by a parallel has no number; by the scale that it has at the equator, it has. */
function storable({ projection, base }: PlaneModel): Projection | undefined {
  if (projection?.method !== methods.mercatorB) return projection;
  const { inverseFlattening } = base.datum.ellipsoid;
  const flattening = inverseFlattening === 0 ? 0 : 1 / inverseFlattening;
  const [latitude, square] = [((projection.values.lat1 ?? 0) * Math.PI) / 180, flattening * (2 - flattening)];
  const k0 = Math.cos(latitude) / Math.sqrt(1 - square * Math.sin(latitude) ** 2);
  const { lon0 = 0, fe = 0, fn = 0 } = projection.values;
  return { method: methods.mercatorA, name: methods.mercatorA.name, values: { lat0: 0, lon0, k0, fe, fn } };
}

function verticalKeys({ name, code, unit }: Vertical, plan: Unit | undefined): KeyTable {
  const own = unit ?? (plan?.toMetre ? plan : metre);
  return { 4096: shortCode(code) ?? userDefined, 4097: name, 4099: shortCode(own.code) ?? userDefined };
}

/** The three records of a file: a directory, doubles, texts. */
export interface KeyRecords {
  readonly directory: readonly number[];
  readonly doubles: readonly number[];
  readonly text: string;
}

const whole = (key: number, value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value < 65_536 && !isDouble(key);

/** Keys whose values are doubles by the standard, whole or not. */
const isDouble = (key: number): boolean =>
  (key >= 3077 && key <= 3096) || [2055, 2057, 2058, 2059, 2061, 3077].includes(key);

export function keyRecords(keys: KeyTable): KeyRecords {
  const entries = Object.entries(keys).map(([key, value]) => [Number(key), value] as const);
  const directory = [1, 1, 0, entries.length];
  const doubles: number[] = [];
  let text = '';
  for (const [key, value] of entries.toSorted(([a], [b]) => a - b)) {
    if (typeof value === 'string') {
      const plain = `${value.replaceAll(/[^\u0020-\u007b\u007d-\u007e]/g, '_')}|`;
      directory.push(key, 34_737, plain.length, text.length);
      text += plain;
    } else if (whole(key, value)) directory.push(key, 0, 1, value);
    else {
      directory.push(key, 34_736, 1, doubles.length);
      doubles.push(value);
    }
  }
  return { directory, doubles, text };
}
