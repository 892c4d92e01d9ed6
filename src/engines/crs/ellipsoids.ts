import type { Ellipsoid } from './model.ts';

/** Name, metres, inverse flattening, number in the register, word in PROJ text. */
const known: readonly (readonly [string, number, number, number, string?])[] = [
  ['GRS 1980', 6378137, 298.257222101, 7019, 'GRS80'],
  ['WGS 84', 6378137, 298.257223563, 7030, 'WGS84'],
  ['WGS 72', 6378135, 298.26, 7043, 'WGS72'],
  ['Bessel 1841', 6377397.155, 299.1528128, 7004, 'bessel'],
  ['Bessel Namibia (GLM)', 6377483.865280419, 299.1528128, 7046],
  ['Clarke 1866', 6378206.4, 294.9786982138982, 7008],
  ['Clarke 1858', 6378293.645208759, 294.2606763692606, 7007],
  ['Clarke 1880 (RGS)', 6378249.145, 293.465, 7012],
  ['Clarke 1880 (IGN)', 6378249.2, 293.4660212936269, 7011],
  ['Clarke 1880 (Arc)', 6378249.145, 293.4663077, 7013],
  ['Clarke 1880 (Benoit)', 6378300.789, 293.4663155389811, 7010],
  ['Clarke 1880', 6378249.144808011, 293.4663076556365, 7034],
  ['International 1924', 6378388, 297, 7022, 'intl'],
  ['Krassowsky 1940', 6378245, 298.3, 7024, 'krass'],
  ['Airy 1830', 6377563.396, 299.3249646, 7001],
  ['Airy Modified 1849', 6377340.189, 299.3249646, 7002],
  ['Australian National Spheroid', 6378160, 298.25, 7003, 'aust_SA'],
  ['GRS 1967', 6378160, 298.247167427, 7036, 'GRS67'],
  ['GRS 1967 Modified', 6378160, 298.25, 7050],
  ['Everest 1830 (1937 Adjustment)', 6377276.345, 300.8017, 7015],
  ['Everest 1830 (1967 Definition)', 6377298.556, 300.8017, 7016],
  ['Everest 1830 Modified', 6377304.063, 300.8017, 7018],
  ['Everest (1830 Definition)', 6377299.365595195, 300.8017255, 7042],
  ['Everest 1830 (1975 Definition)', 6377299.151, 300.8017255, 7045],
  ['Everest 1830 (RSO 1969)', 6377295.664, 300.8017, 7056],
  ['Helmert 1906', 6378200, 298.3, 7020, 'helmert'],
  ['Indonesian National Spheroid', 6378160, 298.247, 7021],
  ['War Office', 6378300, 296, 7029],
  ['NWL 9D', 6378145, 298.25, 7025],
  ['Plessis 1817', 6376523, 308.64, 7027],
  ['Struve 1860', 6378298.3, 294.73, 7028],
  ['Danish 1876', 6377019.27, 300, 7051],
  ['Hough 1960', 6378270, 297, 7053],
  ['PZ-90', 6378136, 298.257839303, 7054],
  ['CGCS2000', 6378137, 298.257222101, 1024],
  ['GSK-2011', 6378136.5, 298.2564151, 1025],
  ['Zach 1812', 6376045, 310, 1026],
];

/** Lengths within a millimetre, and flattenings that differ by less than that on the axis. */
const isSame = (a: number, f: number, { semiMajorAxis, inverseFlattening }: Omit<Ellipsoid, 'name'>): boolean =>
  Math.abs(a - semiMajorAxis) < 0.001 && Math.abs(f - inverseFlattening) < 1e-6;

const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** An ellipsoid by its size, with the register's name for it where it has one. */
export function ellipsoidOf(semiMajorAxis: number, inverseFlattening: number, name?: string): Ellipsoid {
  const size = { semiMajorAxis, inverseFlattening };
  const alike = known.filter(([, a, f]) => isSame(a, f, size));
  const named = name === undefined ? undefined : alike.find(([one]) => letters(one) === letters(name));
  return { ...size, name: (named ?? alike[0])?.[0] ?? name ?? 'unknown' };
}

export const sameEllipsoid = (a: Ellipsoid, b: Ellipsoid): boolean => isSame(a.semiMajorAxis, a.inverseFlattening, b);

const entryOf = ({ name, semiMajorAxis, inverseFlattening }: Ellipsoid) =>
  known.find(([one, a, f]) => one === name && isSame(a, f, { semiMajorAxis, inverseFlattening }));

/** "EPSG:7019"; undefined: it is in no list. */
export function ellipsoidCode(ellipsoid: Ellipsoid): string | undefined {
  const found = entryOf(ellipsoid);
  return found && `EPSG:${found[3]}`;
}

/** By the register's number: GeoTIFF keys name them so. */
export function ellipsoidOfCode(code: number): Ellipsoid | undefined {
  const found = known.find(([, , , one]) => one === code);
  return found && { name: found[0], semiMajorAxis: found[1], inverseFlattening: found[2] };
}

/** In PROJ text: a word, else its size. */
export function projEllipsoid(ellipsoid: Ellipsoid): string {
  const word = entryOf(ellipsoid)?.[4];
  const { semiMajorAxis, inverseFlattening } = ellipsoid;
  if (word !== undefined) return `+ellps=${word}`;
  return inverseFlattening === 0
    ? `+a=${semiMajorAxis} +b=${semiMajorAxis}`
    : `+a=${semiMajorAxis} +rf=${inverseFlattening}`;
}
