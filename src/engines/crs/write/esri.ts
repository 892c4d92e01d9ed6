import { isAngle, lengthRoles, type Method, methods, type Role } from '../methods.ts';
import type { Geodetic, PlaneModel, Projection, SystemModel } from '../model.ts';
import { degree, degreesOf, type Unit } from '../units.ts';
import { bracket, digits, inUnit, quoted } from './text.ts';
import { wkt1Of } from './wkt1.ts';

/** ESRI's well-known text, which stands in `.prj` files; undefined: the system has a method without a name there. */
export function esriOf({ plane }: SystemModel): string | undefined {
  if (plane === undefined) return undefined;
  const { kind, base, projection, unit, name } = plane;
  if (kind === 'geocentric') return wkt1Of({ plane });
  if (kind !== 'projected') return geographicText({ ...base, name });
  const method = projection && projectionText(projection, plane);
  // what that dialect has no words for it reads in the older ones
  if (method === undefined) return wkt1Of({ plane });
  return bracket('PROJCS', quoted(underscored(name || 'User-defined')), geographicText(base), method, unitText(unit));
}

const underscored = (name: string): string => name.replaceAll(/[^\p{L}\p{N}+]+/gu, '_').replaceAll(/^_+|_+$/g, '');

/** Datums that the dialect has names of its own for. */
const datums: Readonly<Record<string, string>> = {
  'WGS 84': 'WGS_1984',
  'WGS 72': 'WGS_1972',
  NAD83: 'North_American_1983',
  'NAD83(HARN)': 'North_American_1983_HARN',
  'NAD83(2011)': 'NAD_1983_2011',
  'NAD83(NSRS2007)': 'NAD_1983_NSRS2007',
  NAD27: 'North_American_1927',
  ETRS89: 'ETRS_1989',
  GDA94: 'GDA_1994',
  GDA2020: 'GDA2020',
  ED50: 'European_1950',
  DHDN: 'Deutsches_Hauptdreiecksnetz',
  OSGB36: 'OSGB_1936',
};

const words: Readonly<Record<string, string>> = {
  metre: 'Meter',
  foot: 'Foot',
  'US survey foot': 'Foot_US',
  degree: 'Degree',
  grad: 'Grad',
};

const unitText = ({ name, toMetre, toRadian }: Unit): string =>
  bracket('UNIT', quoted(words[name] ?? underscored(name)), digits(toMetre ?? toRadian ?? 1));

function geographicText({ name, datum, meridian, angle }: Geodetic): string {
  const plain = datums[name] ?? underscored(name).replace(/^GCS_/, '');
  const { semiMajorAxis, inverseFlattening } = datum.ellipsoid;
  const ball = bracket(
    'SPHEROID',
    quoted(underscored(datum.ellipsoid.name)),
    digits(semiMajorAxis),
    digits(inverseFlattening),
  );
  const turned = bracket('PRIMEM', quoted(underscored(meridian.name)), digits(meridian.longitude));
  const own = datums[name] ?? underscored(datum.name).replace(/^D_/, '');
  return bracket(
    'GEOGCS',
    quoted(`GCS_${plain}`),
    bracket('DATUM', quoted(`D_${own}`), ball),
    turned,
    unitText(angle ?? degree),
  );
}

const names: Readonly<Record<Role, string>> = {
  fe: 'False_Easting',
  fn: 'False_Northing',
  lon0: 'Central_Meridian',
  lat1: 'Standard_Parallel_1',
  lat2: 'Standard_Parallel_2',
  k0: 'Scale_Factor',
  azimuth: 'Azimuth',
  gamma: 'XY_Plane_Rotation',
  lat0: 'Latitude_Of_Origin',
};

/** The dialect's name of a method, its parameters, and those that no other text has. */
interface Dialect {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly values?: Partial<Record<Role, number>>;
  readonly more?: readonly (readonly [string, number])[];
  readonly isCentered?: boolean;
}

const ends: readonly Role[] = ['fe', 'fn'];
const skew: readonly Role[] = [...ends, 'k0', 'azimuth', 'lon0', 'lat0'];

function dialectOf(method: Method, { values }: Projection): Dialect | undefined {
  const isSkew = method === methods.hotineA || method === methods.hotineB;
  switch (method) {
    case methods.lcc1:
      return { name: method.esri, roles: [...ends, 'lon0', 'lat1', 'k0', 'lat0'], values: { lat1: values.lat0 ?? 0 } };
    case methods.mercatorB:
      return { name: method.esri, roles: [...ends, 'lon0', 'lat1'] };
    case methods.mercatorA:
      return values.k0 === 1 ? { name: method.esri, roles: [...ends, 'lon0', 'lat1'], values: { lat1: 0 } } : undefined;
    case methods.webMercator:
      return {
        name: method.esri,
        roles: [...ends, 'lon0', 'lat1'],
        values: { lat1: 0 },
        more: [['Auxiliary_Sphere_Type', 0]],
      };
    case methods.polarA:
      return { name: 'Stereographic', roles: [...ends, 'lon0', 'k0', 'lat0'] };
    case methods.polarB:
      return {
        name: `Stereographic_${(values.lat1 ?? 0) < 0 ? 'South' : 'North'}_Pole`,
        roles: [...ends, 'lon0', 'lat1'],
      };
    case methods.krovak:
      return {
        name: method.esri,
        roles: [...ends, 'lat1', 'k0', 'azimuth', 'lon0', 'lat0'],
        more: [
          ['X_Scale', -1],
          ['Y_Scale', 1],
          ['XY_Plane_Rotation', 90],
        ],
        isCentered: true,
      };
    case methods.tmSouth:
      return undefined;
    default:
      if (isSkew) return { name: method.esri, roles: [...skew, 'gamma'], isCentered: true };
      return { name: method.esri, roles: method.parameters.map(({ role }) => role) };
  }
}

function projectionText(projection: Projection, { unit, base }: PlaneModel): string | undefined {
  const { method } = projection;
  const dialect = method === null ? undefined : dialectOf(method, projection);
  if (dialect === undefined) return undefined;
  const values = { ...projection.values, ...dialect.values };
  const parameters = dialect.roles.map((role): [string, number] => {
    const value = values[role] ?? 0;
    return [
      nameOf(role, dialect),
      lengthRoles.has(role) ? inUnit(value, unit) : isAngle(role) ? value / degreesOf(base.angle) : value,
    ];
  });
  const all = [...parameters, ...(dialect.more ?? [])].map(([name, value]) =>
    bracket('PARAMETER', quoted(name), digits(value)),
  );
  return [bracket('PROJECTION', quoted(dialect.name)), ...all].join();
}

function nameOf(role: Role, { isCentered, name }: Dialect): string {
  if (name === 'Krovak' && role === 'lat1') return 'Pseudo_Standard_Parallel_1';
  if (isCentered && role === 'lon0') return 'Longitude_Of_Center';
  return isCentered && role === 'lat0' ? 'Latitude_Of_Center' : names[role];
}
