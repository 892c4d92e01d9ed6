/** Of lengths how many metres it has, of angles how many radians. */
export interface Unit {
  readonly name: string;
  /** "EPSG:9001"; null: it is in no list. */
  readonly code: string | null;
  /** Null: an angle. */
  readonly toMetre: number | null;
  readonly toRadian?: number;
}

const lengths: readonly (readonly [code: number, name: string, metres: number, proj?: string])[] = [
  [9001, 'metre', 1, 'm'],
  [9002, 'foot', 0.3048, 'ft'],
  [9003, 'US survey foot', 1200 / 3937, 'us-ft'],
  [9005, "Clarke's foot", 0.3047972654],
  [9014, 'fathom', 1.8288],
  [9030, 'nautical mile', 1852],
  [9031, 'German legal metre', 1.0000135965],
  [9033, 'US survey chain', (66 * 1200) / 3937],
  [9034, 'US survey link', (0.66 * 1200) / 3937],
  [9035, 'US survey mile', (5280 * 1200) / 3937],
  [9036, 'kilometre', 1000],
  [9037, "Clarke's yard", 0.9143917962],
  [9038, "Clarke's chain", 20.1166195164],
  [9039, "Clarke's link", 0.201166195164],
  [9040, 'British yard (Sears 1922)', 0.9143984146160287],
  [9041, 'British foot (Sears 1922)', 0.3047994715386762],
  [9042, 'British chain (Sears 1922)', 20.116765121552632],
  [9043, 'British link (Sears 1922)', 0.2011676512155263],
  [9050, 'British yard (Benoit 1895 A)', 0.9143992],
  [9060, 'British yard (Benoit 1895 B)', 0.9143992042898124],
  [9061, 'British foot (Benoit 1895 B)', 0.30479973476327077],
  [9062, 'British chain (Benoit 1895 B)', 20.116782494375872],
  [9070, 'British foot (1865)', 0.30480083333333335],
  [9080, 'Indian foot', 0.30479951024814694],
  [9081, 'Indian foot (1937)', 0.30479841],
  [9084, 'Indian yard', 0.9143985307444408],
  [9085, 'Indian yard (1937)', 0.91439523],
  [9093, 'Statute mile', 1609.344],
  [9094, 'Gold Coast foot', 0.3047997101815088],
  [9095, 'British foot (1936)', 0.3048007491],
  [9096, 'yard', 0.9144],
  [9097, 'chain', 20.1168],
  [9098, 'link', 0.201168],
  [9099, 'British yard (Sears 1922 truncated)', 0.914398],
  [9300, 'British foot (Sears 1922 truncated)', 0.914398 / 3],
  [9301, 'British chain (Sears 1922 truncated)', 20.116756],
  [1025, 'millimetre', 0.001],
  [1033, 'centimetre', 0.01],
];

const angles: readonly (readonly [code: number, name: string, radians: number])[] = [
  [9122, 'degree', Math.PI / 180],
  [9102, 'degree', Math.PI / 180],
  [9101, 'radian', 1],
  [9103, 'arc-minute', Math.PI / 10_800],
  [9104, 'arc-second', Math.PI / 648_000],
  [9105, 'grad', Math.PI / 200],
  [9106, 'gon', Math.PI / 200],
];

const lengthOf = ([code, name, toMetre]: (typeof lengths)[number]): Unit => ({ name, code: `EPSG:${code}`, toMetre });
const angleOf = ([code, name, toRadian]: (typeof angles)[number]): Unit => ({
  name,
  code: `EPSG:${code}`,
  toMetre: null,
  toRadian,
});

export const metre = lengthOf([9001, 'metre', 1]);
export const degree = angleOf([9122, 'degree', Math.PI / 180]);

/** Writers cut factors off: "0.3048006" is the foot of the US survey, and no foot of its own. */
const nearness = 1e-7;

function nearestOf<T extends readonly [number, string, number, string?]>(
  list: readonly T[],
  factor: number,
  name: string,
) {
  const near = list.filter(([, , value]) => Math.abs(value / factor - 1) < nearness);
  const away = ([, , value]: T) => Math.abs(value - factor);
  return near.find(([, known]) => known === name) ?? near.toSorted((a, b) => away(a) - away(b))[0];
}

/** The unit of so many metres: a listed one, or one of that name. Undefined: no length. */
export function lengthUnit(metres: number, name = `${metres} m`): Unit | undefined {
  if (!(metres > 0 && Number.isFinite(metres))) return undefined;
  const known = nearestOf(lengths, metres, name);
  return known ? lengthOf(known) : { name, code: null, toMetre: metres };
}

export function angleUnit(radians: number, name = `${radians} rad`): Unit | undefined {
  if (!(radians > 0 && Number.isFinite(radians))) return undefined;
  const known = nearestOf(angles, radians, name);
  return known ? angleOf(known) : { name, code: null, toMetre: null, toRadian: radians };
}

/** By the number that the register has for it. */
export function unitOfCode(code: number): Unit | undefined {
  const length = lengths.find(([known]) => known === code);
  const angle = angles.find(([known]) => known === code);
  return length ? lengthOf(length) : angle && angleOf(angle);
}

/** What PROJ text calls it; undefined: it has no word. */
export const projUnit = ({ code }: Unit): string | undefined =>
  lengths.find(([known]) => `EPSG:${known}` === code)?.[3];

export const degreesOf = ({ toRadian = degree.toRadian }: Unit): number => ((toRadian ?? 1) * 180) / Math.PI;
