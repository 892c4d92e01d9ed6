import { ellipsoidOf, ellipsoidOfCode } from '../ellipsoids.ts';
import { listedSystem } from '../listed.ts';
import { isAngle, methods, type Role } from '../methods.ts';
import { type Geodetic, greenwich, northEast, type PlaneModel, type Projection, type SystemModel } from '../model.ts';
import { type GeoKeys, type KeyValues, userDefined, valuesOf } from '../read/geo-keys.ts';
import { modelOfWkt } from '../read/wkt-model.ts';
import { projectionOf } from '../read/words.ts';
import { degree, degreesOf, lengthUnit, metre, type Unit, unitOfCode } from '../units.ts';
import type { CrsWarning } from '../warnings.ts';
import { verticalOfKeys } from './vertical.ts';

export interface OfKeys {
  readonly model: SystemModel;
  readonly warnings: readonly CrsWarning[];
  /** It is a listed one, but for its unit: "EPSG:26995". */
  readonly id?: string;
}

const [isProjected, isGeographic, isGeocentric] = [1, 2, 3];

/** What keys say. Undefined: nothing of a system. */
export function modelOfKeys(keys: GeoKeys): OfKeys | undefined {
  const values = valuesOf(keys);
  const cited = [3073, 2049, 1026, 4097].map((key) => modelOfWkt(textIn(values.text(key)))).find((one) => one?.plane);
  const plane = cited?.plane === undefined ? planeOfKeys(values) : { plane: cited.plane, warnings: [] };
  if (plane === undefined) return undefined;
  const vertical = verticalOfKeys(values) ?? cited?.vertical ?? plane.vertical;
  return {
    model: { plane: plane.plane, ...(vertical === undefined ? {} : { vertical }) },
    warnings: plane.warnings,
    ...(plane.id === undefined ? {} : { id: plane.id }),
  };
}

const textIn = (citation: string): string => citation.replace(/^.*?ESRI PE String\s*=\s*/s, '');

interface Plane extends Omit<OfKeys, 'model'> {
  readonly plane: PlaneModel;
  readonly vertical?: SystemModel['vertical'];
}

function planeOfKeys(values: KeyValues): Plane | undefined {
  const kind = values.number(1024);
  const projected = values.code(3072);
  if (projected !== undefined) return ofProjectedCode(projected, values);
  if (kind === isProjected || values.number(3072) === userDefined) return userProjected(values);
  const based = baseOf(values);
  if (based === undefined || (kind !== isGeographic && kind !== isGeocentric && values.code(2048) === undefined))
    return undefined;
  const { base, warnings, listed } = based;
  const geocentric = kind === isGeocentric || listed?.kind === 'geocentric';
  const own: PlaneModel = {
    name: base.name,
    kind: 'geographic2D',
    base,
    unit: base.angle,
    turn: northEast,
    ...(base.code ? { code: base.code } : {}),
  };
  if (!geocentric) return { plane: listed ?? own, warnings };
  const { code: _, ...rest } = own;
  return { plane: listed?.kind === 'geocentric' ? listed : { ...rest, kind: 'geocentric', unit: metre }, warnings };
}

const unitOfKeys = (values: KeyValues): Unit | undefined =>
  values.number(3076) === userDefined
    ? lengthUnit(values.number(3077) ?? Number.NaN)
    : unitOfCode(values.number(3076) ?? 0);

/** A listed system; where another unit stands beside it, coordinates are in that one. */
function ofProjectedCode(code: number, values: KeyValues): Plane | undefined {
  const listed = listedSystem(code);
  const { plane, vertical } = listed?.model ?? {};
  if (listed === undefined || plane === undefined) return undefined;
  const unit = unitOfKeys(values);
  const heights = vertical === undefined ? {} : { vertical };
  const same =
    unit === undefined || unit.toMetre === null || Math.abs(unit.toMetre / (plane.unit.toMetre ?? 1) - 1) < 1e-9;
  if (same || plane.kind !== 'projected') return { plane, warnings: [], ...heights };
  const { code: _, ...rest } = plane;
  const params = [plane.unit.name, unit.name];
  return { plane: { ...rest, unit }, warnings: [{ code: 'UnitKeyDiffers', params }], id: listed.id, ...heights };
}

function userProjected(values: KeyValues): Plane | undefined {
  const unit = unitOfKeys(values) ?? metre;
  const based = baseOf(values) ?? { base: wgs84(), warnings: [{ code: 'DatumGuessed' as const, params: ['WGS 84'] }] };
  const angle = unitOfCode(values.number(2054) ?? 0) ?? degree;
  const projection = zoneOf(values.code(3074)) ?? projectionOfKeys(values, unit, angle);
  const name = nameOf(values);
  return {
    plane: { name, kind: 'projected', base: based.base, projection, unit, turn: northEast },
    warnings: based.warnings,
  };
}

const nameOf = ({ text }: KeyValues): string => {
  const name = (text(3073) || text(1026)).split('|')[0]?.trim() ?? '';
  return name === '' || name.includes('=') || name.length > 80 ? 'User-defined' : name;
};

function wgs84(): Geodetic {
  const plane = listedSystem(4326)?.model.plane;
  if (plane === undefined) throw new Error('The register has no EPSG:4326.');
  return plane.base;
}

/** The ellipsoid below: a listed system, else datum, else ellipsoid and meridian. */
function baseOf(values: KeyValues) {
  const { number, code } = values;
  // numbers of datums are those of their geographic systems and 2000
  const system = code(2048) ?? (code(2050) === undefined ? undefined : (code(2050) ?? 0) - 2000);
  const listed = system === undefined ? undefined : listedSystem(system)?.model.plane;
  if (listed !== undefined) return { base: listed.base, warnings: [], listed };
  const size = sizeOf(values);
  const ellipsoid = size ?? ellipsoidOfCode(code(2056) ?? 0);
  if (ellipsoid === undefined) return undefined;
  const name = values.text(2049) || 'unknown';
  const turned = number(2061) ?? 0;
  const base: Geodetic = {
    name,
    datum: { name, ellipsoid },
    meridian: turned === 0 ? greenwich : { name: 'unknown', longitude: turned },
    angle: unitOfCode(number(2054) ?? 0) ?? degree,
  };
  return { base, warnings: [] };
}

function sizeOf({ number }: KeyValues) {
  const [a, b, inverse] = [number(2057), number(2058), number(2059)];
  if (a === undefined || !(a > 0)) return undefined;
  return ellipsoidOf(a, inverse ?? (b === undefined || b === a ? 0 : a / (a - b)));
}

/** Zones that the register numbers as projections of their own. */
function zoneOf(code = 0): Projection | undefined {
  const zones = (first: number, last: number) => (code > first && code <= last ? code - first : undefined);
  const make = (lon0: number, k0: number, fe: number, fn = 0) =>
    projectionOf(methods.tm.name, { lat0: 0, lon0, k0, fe, fn });
  const [north, south] = [zones(16_000, 16_060), zones(16_100, 16_160)];
  if (north ?? south) return make(6 * (north ?? south ?? 0) - 183, 0.9996, 500_000, south === undefined ? 0 : 1e7);
  const wide = zones(16_200, 16_260);
  if (wide) return make(wide > 30 ? 6 * wide - 363 : 6 * wide - 3, 1, wide * 1e6 + 500_000);
  const narrow = zones(16_260, 16_299);
  return narrow === undefined ? undefined : make(3 * narrow, 1, narrow * 1e6 + 500_000);
}

/** By the number that GeoTIFF has for a method. */
const methodOf = (number: number | undefined) =>
  Object.values(methods).find(({ geoTiff }) => geoTiff !== undefined && geoTiff === number);

/** Keys of natural and false origins and of centres are taken for each other: files use the wrong ones. */
const places: Readonly<Record<Role, readonly number[]>> = {
  lat0: [3081, 3085, 3089],
  lon0: [3080, 3084, 3088, 3095],
  lat1: [3078],
  lat2: [3079],
  k0: [3092, 3093],
  fe: [3082, 3086, 3090],
  fn: [3083, 3087, 3091],
  azimuth: [3094],
  gamma: [3096],
};

function projectionOfKeys(values: KeyValues, unit: Unit, angle: Unit): Projection {
  const number = values.number(3075);
  const method = methodOf(number);
  const own = new Map(method?.parameters.map(({ role, key }) => [role, key]));
  const found: Partial<Record<Role, number>> = {};
  for (const role of Object.keys(places).filter(isRole)) {
    const keys = [own.get(role) ?? 0, ...places[role]];
    const value = keys.map((key) => values.number(key)).find((one) => one !== undefined);
    if (value !== undefined) found[role] = value * factorOf(role, unit, angle);
  }
  const name = method?.name ?? (number === undefined ? 'no method' : `GeoTIFF method ${number}`);
  return projectionOf(spelled(name), found);
}

/** What is told apart by its values is asked for by its shared name. */
const spelled = (name: string): string => (name.startsWith('Polar Stereographic') ? methods.polarA.wkt1 : name);

const isRole = (word: string): word is Role => word in places;

const factorOf = (role: Role, unit: Unit, angle: Unit): number =>
  role === 'k0' ? 1 : isAngle(role) ? degreesOf(angle) : (unit.toMetre ?? 1);
