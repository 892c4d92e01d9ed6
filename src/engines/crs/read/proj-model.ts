import proj4 from 'proj4';
import { ellipsoidOf } from '../ellipsoids.ts';
import { type MethodName, methods, type Role } from '../methods.ts';
import { type Geodetic, greenwich, northEast, type PlaneModel, type Projection, type SystemModel } from '../model.ts';
import { degree, lengthUnit, metre, type Unit } from '../units.ts';
import { projectionOf } from './words.ts';

type Words = ReadonlyMap<string, string>;

/** The words of PROJ text: `+lat_0=46` is "lat_0" with "46". */
const wordsOf = (text: string): Words =>
  new Map(
    [...text.matchAll(/\+([a-z_0-9]+)(?:\s*=\s*([^\s+]+(?:\+[^\s=]+)?))?/gi)].map(([, word = '', value = '']) => [
      word.toLowerCase(),
      value,
    ]),
  );

export const isProj = (text: string): boolean => /^\s*\+(proj|init)\s*=/i.test(text);

/** What a PROJ text says; undefined where its projection, or a word of it, is not known. */
export function modelOfProj(text: string): SystemModel | undefined {
  const words = wordsOf(text);
  const base = baseOf(words);
  if (base === undefined) return undefined;
  const plane = planeOf(words, base);
  const heights = heightUnit(words);
  return {
    plane,
    ...(heights === undefined ? {} : { vertical: { name: 'height', datum: 'unknown', unit: heights } }),
  };
}

function planeOf(words: Words, base: Geodetic): PlaneModel {
  const name = words.get('title') ?? 'User-defined';
  const proj = words.get('proj') ?? '';
  const common = { name, base, turn: turnOf(words) };
  if (/^(longlat|latlong|lonlat|latlon)$/.test(proj))
    return { ...common, kind: 'geographic2D', unit: degree, turn: northEast };
  if (proj === 'geocent' || proj === 'cart')
    return { ...common, kind: 'geocentric', unit: unitOf(words), turn: northEast };
  return { ...common, kind: 'projected', unit: unitOf(words), projection: projected(proj, words) };
}

function turnOf(words: Words): PlaneModel['turn'] {
  const axis = words.get('axis') ?? 'enu';
  return [axis.includes('w') ? -1 : 1, axis.includes('s') ? -1 : 1];
}

const short: Readonly<Record<string, number>> = {
  m: 1,
  km: 1000,
  dm: 0.1,
  cm: 0.01,
  mm: 0.001,
  ft: 0.3048,
  'us-ft': 1200 / 3937,
  'us-yd': 3600 / 3937,
  'us-ch': (66 * 1200) / 3937,
  'us-mi': (5280 * 1200) / 3937,
  yd: 0.9144,
  ch: 20.1168,
  link: 0.201168,
  mi: 1609.344,
  fath: 1.8288,
  kmi: 1852,
  'ind-ft': 0.30479841,
  'ind-yd': 0.91439523,
};

const unitOf = (words: Words): Unit =>
  lengthUnit(Number(words.get('to_meter') ?? Number.NaN)) ?? lengthUnit(short[words.get('units') ?? ''] ?? 1) ?? metre;

const heightUnit = (words: Words): Unit | undefined =>
  lengthUnit(Number(words.get('vto_meter') ?? Number.NaN)) ??
  lengthUnit(short[words.get('vunits') ?? ''] ?? Number.NaN);

/** Ellipsoid, meridian and shift as proj4 understands them: its tables have all their names. */
function baseOf(words: Words): Geodetic | undefined {
  const ground = ['datum', 'ellps', 'a', 'b', 'rf', 'r', 'pm', 'towgs84'].flatMap((word) => {
    const value = words.get(word);
    return value === undefined ? [] : [`+${word}=${value}`];
  });
  try {
    const system = new proj4.Proj(`+proj=longlat ${ground.join(' ')}`);
    const of = (name: string): unknown => Reflect.get(system, name);
    const [a, b] = [Number(of('a')), Number(of('b'))];
    if (!(a > 0 && b > 0)) return undefined;
    const flattening = a === b ? 0 : flatteningOf(words, a, b);
    const shift = of('datum_params');
    const turned = Number(of('from_greenwich') ?? 0) * (180 / Math.PI);
    const ellipsoid = ellipsoidOf(a, flattening);
    const name = datumName(words);
    return {
      name,
      datum: {
        name,
        ellipsoid,
        ...(Array.isArray(shift) && words.has('towgs84')
          ? { shift: (words.get('towgs84') ?? '').split(',').map(Number) }
          : {}),
      },
      meridian: turned === 0 ? greenwich : { name: words.get('pm') ?? 'unknown', longitude: turned },
      angle: degree,
    };
  } catch {
    return undefined;
  }
}

const flatteningOf = (words: Words, a: number, b: number): number =>
  words.has('rf') ? Number(words.get('rf')) : ellipsoidOf(a, a / (a - b)).inverseFlattening;

const datums: Readonly<Record<string, string>> = { wgs84: 'WGS 84', nad83: 'NAD83', nad27: 'NAD27', osgb36: 'OSGB36' };
const datumName = (words: Words): string =>
  datums[(words.get('datum') ?? '').toLowerCase()] ?? words.get('datum') ?? 'unknown';

const simple: Readonly<Record<string, MethodName>> = {
  tmerc: 'tm',
  etmerc: 'tm',
  utm: 'tm',
  aea: 'albers',
  sterea: 'stereo',
  cass: 'cassini',
  laea: 'laea',
  krovak: 'krovak',
  eqc: 'equirectangular',
  poly: 'polyconic',
  cea: 'cylindrical',
  aeqd: 'equidistant',
  merc: 'mercatorA',
  stere: 'roussilhe',
  omerc: 'hotineB',
  somerc: 'hotineB',
  lcc: 'lcc2',
};

const spellings: Readonly<Record<string, Role>> = {
  lat_0: 'lat0',
  lon_0: 'lon0',
  lonc: 'lon0',
  lat_1: 'lat1',
  lat_ts: 'lat1',
  lat_2: 'lat2',
  k: 'k0',
  k_0: 'k0',
  x_0: 'fe',
  y_0: 'fn',
  alpha: 'azimuth',
  gamma: 'gamma',
};

function projected(proj: string, words: Words): Projection {
  const values: Partial<Record<Role, number>> = {};
  for (const [word, role] of Object.entries(spellings)) {
    const value = words.get(word);
    if (value !== undefined && Number.isFinite(Number(value))) values[role] = Number(value);
  }
  const known = simple[proj];
  if (known === undefined) return { method: null, name: proj, values };
  return projectionOf(methods[fitting(known, proj, words, values)].name, values);
}

/** Where one word stands for several methods. */
function fitting(known: MethodName, proj: string, words: Words, values: Partial<Record<Role, number>>): MethodName {
  if (proj === 'utm') return zone(words, values);
  if (proj === 'somerc') [values.azimuth, values.gamma] = [90, 90];
  if (proj === 'omerc' && (words.has('no_uoff') || words.has('no_off'))) return 'hotineA';
  if (proj === 'merc' && words.get('nadgrids') === '@null') return 'webMercator';
  if (proj === 'lcc' && values.lat2 === undefined) values.lat0 ??= values.lat1 ?? 0;
  if (proj === 'krovak') {
    values.azimuth ??= 30.28813975277778;
    values.lat1 ??= 78.5;
  }
  if (proj === 'stere' && Math.abs(Math.abs(values.lat0 ?? 0) - 90) < 1e-9)
    return values.lat1 === undefined || Math.abs(values.lat1) === 90 ? 'polarA' : 'polarB';
  return known;
}

function zone(words: Words, values: Partial<Record<Role, number>>): MethodName {
  const number = Number(words.get('zone'));
  Object.assign(values, { lat0: 0, lon0: 6 * number - 183, k0: 0.9996, fe: 500_000, fn: words.has('south') ? 1e7 : 0 });
  return 'tm';
}
