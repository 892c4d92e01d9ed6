import { projEllipsoid } from '../ellipsoids.ts';
import { isAngle, type Method, methods, type Parameter } from '../methods.ts';
import type { Geodetic, PlaneModel, Projection } from '../model.ts';
import { projUnit } from '../units.ts';

/** Angles and lengths as PROJ text has them: a double's shortest digits, never an exponent. */
export function plainNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  return text.includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : text;
}

const words: Readonly<Record<Parameter['role'], string>> = {
  lat0: 'lat_0',
  lon0: 'lon_0',
  lat1: 'lat_1',
  lat2: 'lat_2',
  k0: 'k_0',
  fe: 'x_0',
  fn: 'y_0',
  azimuth: 'alpha',
  gamma: 'gamma',
};

/** Words that a method has for its own. */
function special(method: Method, { values }: Projection): Partial<Record<Parameter['role'], string>> {
  if (method === methods.mercatorB || method === methods.equirectangular || method === methods.cylindrical)
    return { lat1: 'lat_ts' };
  if (method === methods.polarB) return { lat1: 'lat_ts' };
  if (method === methods.hotineA || method === methods.hotineB)
    return values.azimuth === 90 && values.gamma === 90 && method === methods.hotineB ? {} : { lon0: 'lonc' };
  return {};
}

function projected(projection: Projection): string | undefined {
  const { method, values } = projection;
  if (method === null || !isPossible(projection)) return undefined;
  const own = special(method, projection);
  const isSwiss = method === methods.hotineB && values.azimuth === 90 && values.gamma === 90;
  const roles = method.parameters.filter(({ role }) => !(isSwiss && (role === 'azimuth' || role === 'gamma')));
  const parts = roles.map(({ role }) => `+${own[role] ?? words[role]}=${plainNumber(values[role] ?? 0)}`);
  const more = [
    ...(method === methods.lcc1 ? [`+lat_1=${plainNumber(values.lat0 ?? 0)}`] : []),
    ...(method === methods.polarB ? [`+lat_0=${(values.lat1 ?? 0) < 0 ? -90 : 90}`] : []),
    ...(method === methods.hotineA ? ['+no_uoff'] : []),
  ];
  return [`+proj=${isSwiss ? 'somerc' : method.proj}`, ...parts, ...more].join(' ');
}

/** Krovak's has no parameters but its own, since its formulas hold them. */
function isPossible({ method, values }: Projection): boolean {
  const angles = method?.parameters.filter(({ role }) => isAngle(role)).map(({ role }) => values[role] ?? 0) ?? [];
  if (!angles.every((value) => Math.abs(value) <= 360)) return false;
  if (method === methods.lcc2 || method === methods.albers)
    return Math.abs((values.lat1 ?? 0) + (values.lat2 ?? 0)) > 1e-9;
  if (method !== methods.krovak) return true;
  return values.fe === 0 && values.fn === 0 && Math.abs((values.lat1 ?? 0) - 78.5) < 1e-9;
}

/** Datum, meridian and unit, behind what is projected. */
function groundOf({ datum, meridian }: Geodetic, shift: string): string {
  const pm = meridian.longitude === 0 ? '' : ` +pm=${plainNumber(meridian.longitude)}`;
  return `${projEllipsoid(datum.ellipsoid)}${shift}${pm}`;
}

const unitText = (plane: PlaneModel): string => {
  const word = projUnit(plane.unit);
  return word === undefined ? `+to_meter=${plane.unit.toMetre ?? 1}` : `+units=${word}`;
};

/** Where a map's axes point, as PROJ has it; those to the east and north are not told. */
const axisText = ({ turn: [x, y] }: PlaneModel): string =>
  x === 1 && y === 1 ? '' : ` +axis=${x === 1 ? 'e' : 'w'}${y === 1 ? 'n' : 's'}u`;

/** PROJ text; `shift`: its part of the datum (" +towgs84=…"). Undefined: it has no words for the method. */
export function projOf(plane: PlaneModel, shift = shiftText(plane.base.datum.shift)): string | undefined {
  const { kind, base, projection } = plane;
  if (kind === 'geocentric') return `+proj=geocent ${groundOf(base, shift)} ${unitText(plane)} +no_defs`;
  if (kind !== 'projected') return `+proj=longlat ${groundOf(base, shift)} +no_defs`;
  if (projection?.method === methods.webMercator) return webMercator(plane);
  const first = projection && projected(projection);
  return first && `${first} ${groundOf(base, shift)} ${unitText(plane)}${axisText(plane)} +no_defs`;
}

/** On a ball as large as the ellipsoid, and without a change of the datum. */
function webMercator({ base, projection, unit }: PlaneModel): string {
  const a = base.datum.ellipsoid.semiMajorAxis;
  const { lon0 = 0, fe = 0, fn = 0 } = projection?.values ?? {};
  const places = `+lat_ts=0 +lon_0=${plainNumber(lon0)} +x_0=${plainNumber(fe)} +y_0=${plainNumber(fn)} +k=1`;
  return `+proj=merc +a=${a} +b=${a} ${places} +to_meter=${unit.toMetre ?? 1} +nadgrids=@null +wktext +no_defs`;
}

export const shiftText = (shift: readonly number[] | undefined): string =>
  shift === undefined ? '' : ` +towgs84=${shift.map(plainNumber).join(',')}`;
