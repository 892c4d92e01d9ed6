import { type Ball, type FormulaName, type Forward, formulas, grs80, type Values, wgs84 } from './formulas.ts';

/** A system that nobody has listed, as the texts that people write it in. */
export interface MadeUp {
  readonly texts: Readonly<Record<'wkt1' | 'esri' | 'wkt2' | 'keys' | 'proj', string | undefined>>;
  /** In its unit. */
  readonly forward: Forward;
  readonly metres: number;
  readonly place: readonly [longitude: number, latitude: number];
}

const units = [
  { metres: 1, name: 'metre', key: 9001, proj: 'm', esri: 'Meter' },
  { metres: 0.3048, name: 'foot', key: 9002, proj: 'ft', esri: 'Foot' },
  { metres: 1200 / 3937, name: 'US survey foot', key: 9003, proj: 'us-ft', esri: 'Foot_US' },
] as const;
type UnitOf = (typeof units)[number];

/** How texts call a method, and its parameters by what they are: in WKT 1, in WKT 2, as keys. */
interface Spelling {
  readonly wkt1: string;
  readonly wkt2: string;
  readonly key: number | undefined;
  readonly proj: string;
  readonly esri?: string;
  readonly parameters: readonly (readonly [role: Role, wkt1: string, wkt2: string, key: number, proj: string])[];
}
type Role = Exclude<keyof Values, 'ball'>;

const natural = [
  ['lat0', 'latitude_of_origin', 'Latitude of natural origin', 3081, 'lat_0'],
  ['lon0', 'central_meridian', 'Longitude of natural origin', 3080, 'lon_0'],
  ['k0', 'scale_factor', 'Scale factor at natural origin', 3092, 'k'],
] as const;
const offsets = [
  ['fe', 'false_easting', 'False easting', 3082, 'x_0'],
  ['fn', 'false_northing', 'False northing', 3083, 'y_0'],
] as const;
const cone = [
  ['lat0', 'latitude_of_origin', 'Latitude of false origin', 3085, 'lat_0'],
  ['lon0', 'central_meridian', 'Longitude of false origin', 3084, 'lon_0'],
  ['lat1', 'standard_parallel_1', 'Latitude of 1st standard parallel', 3078, 'lat_1'],
  ['lat2', 'standard_parallel_2', 'Latitude of 2nd standard parallel', 3079, 'lat_2'],
  ['fe', 'false_easting', 'Easting at false origin', 3086, 'x_0'],
  ['fn', 'false_northing', 'Northing at false origin', 3087, 'y_0'],
] as const;
const skew = [
  ['lat0', 'latitude_of_center', 'Latitude of projection centre', 3089, 'lat_0'],
  ['lon0', 'longitude_of_center', 'Longitude of projection centre', 3088, 'lonc'],
  ['azimuth', 'azimuth', 'Azimuth of initial line', 3094, 'alpha'],
  ['azimuth', 'rectified_grid_angle', 'Angle from Rectified to Skew Grid', 3096, 'gamma'],
  ['k0', 'scale_factor', 'Scale factor on initial line', 3093, 'k'],
] as const;
const centered = [
  ['lat0', 'latitude_of_center', 'Latitude of natural origin', 3081, 'lat_0'],
  ['lon0', 'longitude_of_center', 'Longitude of natural origin', 3080, 'lon_0'],
] as const;
const parallel = [['lat1', 'standard_parallel_1', 'Latitude of 1st standard parallel', 3078, 'lat_ts']] as const;

const spellings: Readonly<Record<FormulaName, Spelling>> = {
  tm: {
    wkt1: 'Transverse_Mercator',
    wkt2: 'Transverse Mercator',
    key: 1,
    proj: '+proj=tmerc',
    esri: 'Transverse_Mercator',
    parameters: [...natural, ...offsets],
  },
  lcc2: {
    wkt1: 'Lambert_Conformal_Conic_2SP',
    wkt2: 'Lambert Conic Conformal (2SP)',
    key: 8,
    proj: '+proj=lcc',
    esri: 'Lambert_Conformal_Conic',
    parameters: cone,
  },
  lcc1: {
    wkt1: 'Lambert_Conformal_Conic_1SP',
    wkt2: 'Lambert Conic Conformal (1SP)',
    key: 9,
    proj: '+proj=lcc',
    parameters: [...natural, ...offsets],
  },
  albers: {
    wkt1: 'Albers_Conic_Equal_Area',
    wkt2: 'Albers Equal Area',
    key: 11,
    proj: '+proj=aea',
    esri: 'Albers',
    parameters: cone,
  },
  mercatorA: {
    wkt1: 'Mercator_1SP',
    wkt2: 'Mercator (variant A)',
    key: 7,
    proj: '+proj=merc',
    parameters: [...natural.slice(1), ...offsets],
  },
  mercatorB: {
    wkt1: 'Mercator_2SP',
    wkt2: 'Mercator (variant B)',
    key: undefined,
    proj: '+proj=merc',
    esri: 'Mercator',
    parameters: [...parallel, ...natural.slice(1, 2), ...offsets],
  },
  polarA: {
    wkt1: 'Polar_Stereographic',
    wkt2: 'Polar Stereographic (variant A)',
    key: 15,
    proj: '+proj=stere',
    esri: 'Stereographic',
    parameters: [...natural, ...offsets],
  },
  polarB: {
    wkt1: 'Polar_Stereographic',
    wkt2: 'Polar Stereographic (variant B)',
    key: 15,
    proj: '+proj=stere +lat_0=90',
    parameters: [
      ['lat1', 'latitude_of_origin', 'Latitude of standard parallel', 3081, 'lat_ts'],
      ['lon0', 'central_meridian', 'Longitude of origin', 3095, 'lon_0'],
      ...offsets,
    ],
  },
  stereo: {
    wkt1: 'Oblique_Stereographic',
    wkt2: 'Oblique Stereographic',
    key: 16,
    proj: '+proj=sterea',
    esri: 'Double_Stereographic',
    parameters: [...natural, ...offsets],
  },
  hotineA: {
    wkt1: 'Hotine_Oblique_Mercator',
    wkt2: 'Hotine Oblique Mercator (variant A)',
    key: 3,
    proj: '+proj=omerc +no_uoff',
    parameters: [...skew, ...offsets],
  },
  hotineB: {
    wkt1: 'Hotine_Oblique_Mercator_Azimuth_Center',
    wkt2: 'Hotine Oblique Mercator (variant B)',
    key: 9815,
    proj: '+proj=omerc',
    parameters: [...skew, ...offsets],
  },
  laea: {
    wkt1: 'Lambert_Azimuthal_Equal_Area',
    wkt2: 'Lambert Azimuthal Equal Area',
    key: 10,
    proj: '+proj=laea',
    esri: 'Lambert_Azimuthal_Equal_Area',
    parameters: [...centered, ...offsets],
  },
};

const grounds = [
  { ball: wgs84, code: 4326, name: 'WGS 84', datum: 'WGS_1984', esri: 'WGS_1984' },
  { ball: grs80, code: 4258, name: 'ETRS89', datum: 'European_Terrestrial_Reference_System_1989', esri: 'ETRS_1989' },
] as const;

/** A system of a method about a place, with numbers that `random` (0 to 1) chooses. */
export function madeUp(name: FormulaName, random: () => number): MadeUp {
  const some = (value: number, most: number) => Number((value + (2 * random() - 1) * most).toFixed(6));
  const isPolar = name.startsWith('polar');
  const place = [some(0, 150), isPolar ? some(78, 8) : some(45, 20)] as const;
  const [unit = units[0], ground = grounds[0]] = [units[Math.floor(random() * 3)], grounds[Math.floor(random() * 2)]];
  const values: Values = {
    ball: ground.ball,
    lat0: isPolar ? 90 : some(place[1] - 2, 1),
    lon0: some(place[0], 2),
    lat1: isPolar ? some(72, 5) : some(place[1] - 3, 1),
    lat2: some(place[1] + 3, 1),
    k0: Number((0.9995 + random() * 0.0004).toFixed(7)),
    azimuth: some(45, 20),
    fe: Math.round(random() * 9e5),
    fn: Math.round(random() * 9e5),
  };
  const forward = formulas[name](values);
  const texts = textsOf(spellings[name], values, unit, ground);
  return { texts, place, metres: unit.metres, forward: (l, p) => scaled(forward(l, p), 1 / unit.metres) };
}

const scaled = ([x, y]: readonly [number, number], by: number): [number, number] => [x * by, y * by];

function textsOf(spelling: Spelling, values: Values, unit: UnitOf, ground: (typeof grounds)[number]): MadeUp['texts'] {
  const isLength = (role: Role) => role === 'fe' || role === 'fn';
  const number = (role: Role) => (isLength(role) ? values[role] / unit.metres : values[role]);
  const ball = `${ground.ball.a},${ground.ball.inverse}`;
  const degrees = '0.0174532925199433';
  const geogcs = (prefix: string, datum: string, name: string) =>
    `GEOGCS["${prefix}${name}",DATUM["${datum}",SPHEROID["${ground.ball.name}",${ball}]],PRIMEM["Greenwich",0],UNIT["Degree",${degrees}]]`;
  const wkt1 = spelling.parameters.map(([role, word]) => `PARAMETER["${word}",${number(role)}]`).join();
  const length = `LENGTHUNIT["${unit.name}",${unit.metres}]`;
  const unitOf = (role: Role) =>
    isLength(role) ? length : role === 'k0' ? 'SCALEUNIT["unity",1]' : `ANGLEUNIT["degree",${degrees}]`;
  const wkt2 = spelling.parameters
    .map(([role, , word]) => `PARAMETER["${word}",${number(role)},${unitOf(role)}]`)
    .join();
  const base = `BASEGEOGCRS["${ground.name}",DATUM["${ground.datum.replaceAll('_', ' ')}",ELLIPSOID["${ground.ball.name}",${ball},LENGTHUNIT["metre",1]]]]`;
  const axes = ['easting (E)",east', 'northing (N)",north'].map((axis) => `AXIS["${axis},${length}]`).join();
  const keys = Object.fromEntries(spelling.parameters.map(([role, , , key]) => [key, [number(role)]]));
  const proj = spelling.parameters.map(([role, , , , word]) => `+${word}=${values[role]}`).join(' ');
  return {
    wkt1: `PROJCS["Site grid",${geogcs('', ground.datum, ground.name)},PROJECTION["${spelling.wkt1}"],${wkt1},UNIT["${unit.name}",${unit.metres}]]`,
    esri:
      spelling.esri &&
      `PROJCS["Site_grid",${geogcs('GCS_', `D_${ground.esri}`, ground.esri)},PROJECTION["${spelling.esri}"],${wkt1},UNIT["${unit.esri}",${unit.metres}]]`,
    wkt2: `PROJCRS["Site grid",${base},CONVERSION["Site",METHOD["${spelling.wkt2}"],${wkt2}],CS[Cartesian,2],${axes}]`,
    keys:
      spelling.key === undefined
        ? undefined
        : JSON.stringify({
            1024: 1,
            1025: 1,
            2048: ground.code,
            3072: 32_767,
            3074: 32_767,
            3075: spelling.key,
            3076: unit.key,
            ...keys,
          }),
    proj: `${spelling.proj} ${proj}${spelling.wkt1.endsWith('1SP') && spelling.proj.includes('lcc') ? ` +lat_1=${values.lat0}` : ''} ${projGround(ground.ball)} +units=${unit.proj} +no_defs`,
  };
}

const projGround = ({ a, inverse }: Ball): string => `+a=${a} +rf=${inverse}`;
