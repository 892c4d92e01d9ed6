import { type Method, type MethodName, methods, type Role } from '../methods.ts';
import type { Projection } from '../model.ts';

/** Names without case, blanks, and signs: "Latitude_Of_Center" and "latitude of center" are one. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** What parameters do, by all names that texts have for them. */
const roles: Readonly<Record<string, Role>> = {
  latitudeoforigin: 'lat0',
  latitudeofcenter: 'lat0',
  latitudeofcentre: 'lat0',
  centralparallel: 'lat0',
  latitudeofnaturalorigin: 'lat0',
  latitudeoffalseorigin: 'lat0',
  latitudeofprojectioncentre: 'lat0',
  sphericallatitudeoforigin: 'lat0',
  centralmeridian: 'lon0',
  longitudeofcenter: 'lon0',
  longitudeofcentre: 'lon0',
  longitudeoforigin: 'lon0',
  longitudeofnaturalorigin: 'lon0',
  longitudeoffalseorigin: 'lon0',
  longitudeofprojectioncentre: 'lon0',
  sphericallongitudeoforigin: 'lon0',
  straightverticallongitudefrompole: 'lon0',
  standardparallel1: 'lat1',
  latitudeof1ststandardparallel: 'lat1',
  latitudeofstandardparallel: 'lat1',
  pseudostandardparallel1: 'lat1',
  latitudeofpseudostandardparallel: 'lat1',
  standardparallel2: 'lat2',
  latitudeof2ndstandardparallel: 'lat2',
  scalefactor: 'k0',
  scalefactoratnaturalorigin: 'k0',
  scalefactoroninitialline: 'k0',
  scalefactoratprojectioncentre: 'k0',
  scalefactoronpseudostandardparallel: 'k0',
  falseeasting: 'fe',
  eastingatfalseorigin: 'fe',
  eastingatprojectioncentre: 'fe',
  falsenorthing: 'fn',
  northingatfalseorigin: 'fn',
  northingatprojectioncentre: 'fn',
  azimuth: 'azimuth',
  azimuthofinitialline: 'azimuth',
  azimuthatprojectioncentre: 'azimuth',
  colatitudeofconeaxis: 'azimuth',
  rectifiedgridangle: 'gamma',
  anglefromrectifiedtoskewgrid: 'gamma',
  xyplanerotation: 'gamma',
};

export const roleOf = (name: string): Role | undefined => roles[plainName(name)];

/** Names of methods that are in no table of theirs: of ESRI, of older texts, with and without underscores. */
const names: Readonly<Record<string, MethodName>> = {
  gausskruger: 'tm',
  transversemercatorcomplex: 'tm',
  lambertconformalconic: 'lcc2',
  lambertconicconformal: 'lcc2',
  albers: 'albers',
  mercator: 'mercatorA',
  mercatorvarianta: 'mercatorA',
  mercatorvariantb: 'mercatorB',
  mercatorauxiliarysphere: 'webMercator',
  polarstereographicvarianta: 'polarA',
  polarstereographicvariantb: 'polarB',
  stereographicnorthpole: 'polarB',
  stereographicsouthpole: 'polarB',
  doublestereographic: 'stereo',
  hotineobliquemercatorvarianta: 'hotineA',
  hotineobliquemercatorvariantb: 'hotineB',
  hotineobliquemercatorazimuthnaturalorigin: 'hotineA',
  hotineobliquemercatorazimuthcenter: 'hotineB',
  rectifiedskeworthomorphicnaturalorigin: 'hotineA',
  rectifiedskeworthomorphiccenter: 'hotineB',
  obliquemercator: 'hotineB',
  swissobliquecylindrical: 'hotineB',
  swissobliquemercator: 'hotineB',
  cassini: 'cassini',
  equidistantcylindrical: 'equirectangular',
  platecarree: 'equirectangular',
  krovak: 'krovak',
  cylindricalequalarea: 'cylindrical',
};

const byName = new Map<string, Method>(
  Object.values(methods).flatMap((method): [string, Method][] => [
    [plainName(method.name), method],
    [plainName(method.wkt1), method],
  ]),
);
// where two share a name of WKT 1, the values tell them apart
byName.set('mercator1sp', methods.mercatorA);
byName.set('polarstereographic', methods.polarA);
for (const [name, method] of Object.entries(names)) byName.set(name, methods[method]);

/** By the number of the register, which texts of version 2 give. */
export const methodOfCode = (code: number): Method | undefined =>
  Object.values(methods).find((method) => method.code === code);

type Values = Partial<Record<Role, number>>;

const isPole = (latitude = 0): boolean => Math.abs(Math.abs(latitude) - 90) < 1e-9;

/** A projection by the name that a text has for it, told apart from its namesakes by its values. */
export function projectionOf(name: string, given: Values, code?: number): Projection {
  const method = (code === undefined ? undefined : methodOfCode(code)) ?? byName.get(plainName(name));
  if (method === undefined) return { method: null, name, values: given };
  const values: Values = Object.fromEntries(Object.entries(given));
  const chosen = told(plainName(name), method, values);
  return { method: chosen, name: chosen.name, values: completed(chosen, values) };
}

function told(name: string, method: Method, values: Values): Method {
  if (name.startsWith('swissoblique')) values.azimuth ??= 90;
  switch (method) {
    case methods.lcc2:
      return values.lat2 === undefined ? coneOfOne(values) : method;
    case methods.mercatorA:
    case methods.mercatorB:
      return values.lat1 === undefined ? methods.mercatorA : methods.mercatorB;
    case methods.polarA:
    case methods.polarB:
      return polar(name, values);
    case methods.roussilhe:
      return isPole(values.lat0) ? methods.polarA : method;
    default:
      return method;
  }
}

/** With one parallel: that of the origin. */
function coneOfOne(values: Values): Method {
  const { lat0, lat1, k0 } = values;
  if (lat1 !== undefined && lat0 !== undefined && Math.abs(lat1 - lat0) > 1e-9 && (k0 ?? 1) === 1) {
    values.lat2 = lat1;
    return methods.lcc2;
  }
  values.lat0 ??= lat1 ?? 0;
  values.k0 ??= 1;
  return methods.lcc1;
}

/** By a scale at the pole, or by a parallel: texts of version 1 call both latitude of the origin. */
function polar(name: string, values: Values): Method {
  if (name.endsWith('southpole')) values.lat1 = -Math.abs(values.lat1 ?? 90);
  if (values.lat1 === undefined && values.lat0 !== undefined && !isPole(values.lat0)) values.lat1 = values.lat0;
  const { lat1 } = values;
  if (lat1 !== undefined && !isPole(lat1)) return methods.polarB;
  values.lat0 = (lat1 ?? values.lat0 ?? 90) < 0 ? -90 : 90;
  return methods.polarA;
}

const usual: Readonly<Record<Role, number>> = {
  lat0: 0,
  lon0: 0,
  lat1: 0,
  lat2: 0,
  k0: 1,
  fe: 0,
  fn: 0,
  azimuth: 0,
  gamma: 0,
};

/** Only what the method has; what texts may leave out as it is then. */
function completed(method: Method, values: Values): Values {
  if (method === methods.hotineA || method === methods.hotineB) values.gamma ??= values.azimuth;
  return Object.fromEntries(method.parameters.map(({ role }) => [role, values[role] ?? usual[role]]));
}
