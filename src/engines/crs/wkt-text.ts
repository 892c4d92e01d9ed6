import proj4 from 'proj4';
import { type Crs, epsgOf } from './crs.ts';

const perRadian = 180 / Math.PI;
const degree = 'UNIT["degree",0.0174532925199433]';

/** Names of projections in well-known text, by those of proj4. */
const projections: Readonly<Record<string, string>> = {
  utm: 'Transverse_Mercator',
  tmerc: 'Transverse_Mercator',
  etmerc: 'Transverse_Mercator',
  lcc: 'Lambert_Conformal_Conic_2SP',
  merc: 'Mercator_1SP',
  laea: 'Lambert_Azimuthal_Equal_Area',
  aea: 'Albers_Conic_Equal_Area',
  stere: 'Polar_Stereographic',
  sterea: 'Oblique_Stereographic',
  somerc: 'Swiss_Oblique_Mercator',
  omerc: 'Hotine_Oblique_Mercator',
  cass: 'Cassini_Soldner',
  eqc: 'Equirectangular',
  krovak: 'Krovak',
};

/** Parameters of projections: names of proj4 and of well-known text; angles are in radians there. */
const angles = {
  lat0: 'latitude_of_origin',
  long0: 'central_meridian',
  lat1: 'standard_parallel_1',
  lat2: 'standard_parallel_2',
} as const;

/** A system as well-known text of version 1: as its file had it, else with its EPSG code, which readers go by. */
export function wktOf(crs: Crs): string {
  if (crs.wkt !== undefined) return crs.wkt;
  const horizontal = horizontalText(crs);
  if (crs.verticalId === undefined) return horizontal;
  const metre = 'UNIT["metre",1],AXIS["Gravity-related height",UP]';
  const height = `VERT_CS["${crs.verticalId}",VERT_DATUM["unknown",2005],${metre}${authority(crs.verticalId)}]`;
  return `COMPD_CS["${crs.id} + ${crs.verticalId}",${horizontal},${height}]`;
}

function horizontalText({ id, definition, kind, metres }: Crs): string {
  const system = new proj4.Proj(definition);
  const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
  const of = (name: string): number | undefined => number(Reflect.get(system, name));
  const sphere = `SPHEROID["unknown",${of('a') ?? 6378137},${of('rf') ?? 298.257223563}]`;
  const datum = `DATUM["unknown",${sphere}],PRIMEM["Greenwich",0]`;
  if (kind === 'geocentric') return `GEOCCS["${id}",${datum},UNIT["metre",1]${authority(id)}]`;
  if (kind === 'geographic') return `GEOGCS["${id}",${datum},${degree}${authority(id)}]`;
  const values = Object.entries(angles).flatMap(([name, word]) => {
    const value = of(name);
    return value === undefined ? [] : [`PARAMETER["${word}",${Number((value * perRadian).toPrecision(15))}]`];
  });
  const parameters = [
    ...values,
    `PARAMETER["scale_factor",${of('k0') ?? 1}]`,
    `PARAMETER["false_easting",${(of('x0') ?? 0) / metres}]`,
    `PARAMETER["false_northing",${(of('y0') ?? 0) / metres}]`,
  ];
  const name = String(Reflect.get(system, 'projName'));
  const projection = `PROJECTION["${projections[name] ?? name}"]`;
  const base = `GEOGCS["unknown",${datum},${degree}]`;
  return `PROJCS["${id}",${base},${projection},${parameters.join()},UNIT["metre",${metres}]${authority(id)}]`;
}

function authority(id: string): string {
  const code = epsgOf(id);
  return code === undefined ? '' : `,AUTHORITY["EPSG","${code}"]`;
}
