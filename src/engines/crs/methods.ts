/** What a parameter does, whatever a text calls it. */
export type Role = 'lat0' | 'lon0' | 'lat1' | 'lat2' | 'k0' | 'fe' | 'fn' | 'azimuth' | 'gamma';

/** A parameter of a method: names in the register and WKT 2, in WKT 1, and the key of GeoTIFF. */
export interface Parameter {
  readonly role: Role;
  readonly name: string;
  readonly code: number;
  readonly wkt1: string;
  readonly key: number;
}

/** A method of map projection, by the register's name. */
export interface Method {
  readonly name: string;
  readonly code: number | null;
  readonly wkt1: string;
  readonly esri: string;
  /** Number of GeoTIFF; undefined: it has none. */
  readonly geoTiff?: number;
  /** Word of PROJ text. */
  readonly proj: string;
  readonly parameters: readonly Parameter[];
}

export const lengthRoles: ReadonlySet<Role> = new Set(['fe', 'fn']);
export const isAngle = (role: Role): boolean => role !== 'k0' && !lengthRoles.has(role);

const of = (role: Role, name: string, code: number, wkt1: string, key: number): Parameter => ({
  role,
  name,
  code,
  wkt1,
  key,
});

const natural = {
  lat0: of('lat0', 'Latitude of natural origin', 8801, 'latitude_of_origin', 3081),
  lon0: of('lon0', 'Longitude of natural origin', 8802, 'central_meridian', 3080),
  k0: of('k0', 'Scale factor at natural origin', 8805, 'scale_factor', 3092),
  fe: of('fe', 'False easting', 8806, 'false_easting', 3082),
  fn: of('fn', 'False northing', 8807, 'false_northing', 3083),
};
const falseOrigin = {
  lat0: of('lat0', 'Latitude of false origin', 8821, 'latitude_of_origin', 3085),
  lon0: of('lon0', 'Longitude of false origin', 8822, 'central_meridian', 3084),
  lat1: of('lat1', 'Latitude of 1st standard parallel', 8823, 'standard_parallel_1', 3078),
  lat2: of('lat2', 'Latitude of 2nd standard parallel', 8824, 'standard_parallel_2', 3079),
  fe: of('fe', 'Easting at false origin', 8826, 'false_easting', 3086),
  fn: of('fn', 'Northing at false origin', 8827, 'false_northing', 3087),
};
const center = {
  lat0: of('lat0', 'Latitude of projection centre', 8811, 'latitude_of_center', 3089),
  lon0: of('lon0', 'Longitude of projection centre', 8812, 'longitude_of_center', 3088),
  azimuth: of('azimuth', 'Azimuth at projection centre', 8813, 'azimuth', 3094),
  gamma: of('gamma', 'Angle from Rectified to Skew Grid', 8814, 'rectified_grid_angle', 3096),
  k0: of('k0', 'Scale factor at projection centre', 8815, 'scale_factor', 3093),
  fe: of('fe', 'Easting at projection centre', 8816, 'false_easting', 3090),
  fn: of('fn', 'Northing at projection centre', 8817, 'false_northing', 3091),
};
const parallel = of('lat1', 'Latitude of standard parallel', 8832, 'latitude_of_origin', 3081);
const straight = of('lon0', 'Longitude of origin', 8833, 'central_meridian', 3095);
const centered = (wkt1: string, { role, name, code, key }: Parameter): Parameter => of(role, name, code, wkt1, key);

const { lat0, lon0, k0, fe, fn } = natural;
const plain = [lat0, lon0, k0, fe, fn];
const unscaled = [lat0, lon0, fe, fn];
const cone = [falseOrigin.lat0, falseOrigin.lon0, falseOrigin.lat1, falseOrigin.lat2, falseOrigin.fe, falseOrigin.fn];
const skew = [center.lat0, center.lon0, center.azimuth, center.gamma, center.k0];
const middle = [centered('latitude_of_center', lat0), centered('longitude_of_center', lon0), fe, fn];
const albersCone = cone.map((one) =>
  one.role === 'lat0' || one.role === 'lon0'
    ? centered(one.role === 'lat0' ? 'latitude_of_center' : 'longitude_of_center', one)
    : one,
);

const krovakParameters = [
  center.lat0,
  of('lon0', 'Longitude of origin', 8833, 'longitude_of_center', 3088),
  of('azimuth', 'Co-latitude of cone axis', 1036, 'azimuth', 3094),
  of('lat1', 'Latitude of pseudo standard parallel', 8818, 'pseudo_standard_parallel_1', 3078),
  of('k0', 'Scale factor on pseudo standard parallel', 8819, 'scale_factor', 3093),
  fe,
  fn,
];

const method = (
  [name, code, geoTiff]: readonly [string, number | null, number?],
  [wkt1, esri, proj]: readonly [string, string, string],
  parameters: readonly Parameter[],
): Method => ({ name, code, wkt1, esri, proj, parameters, ...(geoTiff === undefined ? {} : { geoTiff }) });

const tm = 'Transverse_Mercator';
export const methods = {
  tm: method(['Transverse Mercator', 9807, 1], [tm, tm, 'tmerc'], plain),
  tmSouth: method(['Transverse Mercator (South Orientated)', 9808, 27], [`${tm}_South_Orientated`, tm, 'tmerc'], plain),
  lcc2: method(
    ['Lambert Conic Conformal (2SP)', 9802, 8],
    ['Lambert_Conformal_Conic_2SP', 'Lambert_Conformal_Conic', 'lcc'],
    cone,
  ),
  lcc1: method(
    ['Lambert Conic Conformal (1SP)', 9801, 9],
    ['Lambert_Conformal_Conic_1SP', 'Lambert_Conformal_Conic', 'lcc'],
    plain,
  ),
  albers: method(['Albers Equal Area', 9822, 11], ['Albers_Conic_Equal_Area', 'Albers', 'aea'], albersCone),
  mercatorA: method(['Mercator (variant A)', 9804, 7], ['Mercator_1SP', 'Mercator', 'merc'], plain),
  mercatorB: method(
    ['Mercator (variant B)', 9805],
    ['Mercator_2SP', 'Mercator', 'merc'],
    [falseOrigin.lat1, lon0, fe, fn],
  ),
  webMercator: method(
    ['Popular Visualisation Pseudo Mercator', 1024],
    ['Mercator_1SP', 'Mercator_Auxiliary_Sphere', 'merc'],
    [lat0, lon0, fe, fn],
  ),
  polarA: method(
    ['Polar Stereographic (variant A)', 9810, 15],
    ['Polar_Stereographic', 'Stereographic_North_Pole', 'stere'],
    [lat0, of('lon0', lon0.name, lon0.code, lon0.wkt1, 3095), k0, fe, fn],
  ),
  polarB: method(
    ['Polar Stereographic (variant B)', 9829, 15],
    ['Polar_Stereographic', 'Stereographic_North_Pole', 'stere'],
    [parallel, straight, fe, fn],
  ),
  stereo: method(
    ['Oblique Stereographic', 9809, 16],
    ['Oblique_Stereographic', 'Double_Stereographic', 'sterea'],
    plain,
  ),
  roussilhe: method(['Stereographic', null, 14], ['Stereographic', 'Stereographic', 'stere'], plain),
  hotineA: method(
    ['Hotine Oblique Mercator (variant A)', 9812, 3],
    ['Hotine_Oblique_Mercator', 'Rectified_Skew_Orthomorphic_Natural_Origin', 'omerc'],
    [...skew, fe, fn],
  ),
  hotineB: method(
    ['Hotine Oblique Mercator (variant B)', 9815, 9815],
    ['Hotine_Oblique_Mercator_Azimuth_Center', 'Rectified_Skew_Orthomorphic_Center', 'omerc'],
    [...skew, center.fe, center.fn],
  ),
  cassini: method(['Cassini-Soldner', 9806, 18], ['Cassini_Soldner', 'Cassini', 'cass'], unscaled),
  laea: method(
    ['Lambert Azimuthal Equal Area', 9820, 10],
    ['Lambert_Azimuthal_Equal_Area', 'Lambert_Azimuthal_Equal_Area', 'laea'],
    middle,
  ),
  krovak: method(['Krovak (North Orientated)', 1041], ['Krovak', 'Krovak', 'krovak'], krovakParameters),
  equirectangular: method(
    ['Equidistant Cylindrical', 1028, 17],
    ['Equirectangular', 'Equidistant_Cylindrical', 'eqc'],
    [centered('standard_parallel_1', falseOrigin.lat1), lat0, lon0, fe, fn],
  ),
  polyconic: method(['American Polyconic', 9818, 22], ['Polyconic', 'Polyconic', 'poly'], unscaled),
  cylindrical: method(
    ['Lambert Cylindrical Equal Area', 9835, 28],
    ['Cylindrical_Equal_Area', 'Cylindrical_Equal_Area', 'cea'],
    [falseOrigin.lat1, lon0, fe, fn],
  ),
  equidistant: method(
    ['Azimuthal Equidistant', 1125, 12],
    ['Azimuthal_Equidistant', 'Azimuthal_Equidistant', 'aeqd'],
    middle,
  ),
} as const satisfies Readonly<Record<string, Method>>;

export type MethodName = keyof typeof methods;
