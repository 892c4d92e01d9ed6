import { ellipsoidCode } from '../ellipsoids.ts';
import { isAngle, lengthRoles, methods, type Parameter } from '../methods.ts';
import {
  type Geodetic,
  type PlaneModel,
  type Projection,
  type SystemModel,
  toldHeights,
  type Vertical,
} from '../model.ts';
import { degreesOf, metre, type Unit } from '../units.ts';
import { projOf } from './proj.ts';
import { authority, bracket, datumCode, digits, inUnit, quoted } from './text.ts';

/** Well-known text of version 1; undefined: the system has a method without a name there. */
export function wkt1Of(model: SystemModel): string | undefined {
  const { plane, name, code } = model;
  const vertical = toldHeights(model);
  const horizontal = plane && planeText(plane);
  if (vertical === undefined) return horizontal;
  const height = verticalText(vertical, plane?.unit);
  if (plane === undefined) return height;
  const sum = name ?? `${plane.name} + ${vertical.name}`;
  return horizontal && bracket('COMPD_CS', quoted(sum), horizontal, height, authority(code));
}

const unitText = ({ name, code, toMetre, toRadian }: Unit): string =>
  bracket('UNIT', quoted(name), digits(toMetre ?? toRadian ?? 1), authority(code));

function planeText(plane: PlaneModel): string | undefined {
  const { name, code, kind, base, projection, unit } = plane;
  if (kind === 'geocentric') return bracket('GEOCCS', quoted(name), groundText(base), unitText(unit), authority(code));
  if (kind !== 'projected') return geographicText({ ...base, name, ...(code ? { code } : {}) });
  const projected = projection && projectionText(projection, unit, base.angle);
  if (projected === undefined) return undefined;
  return bracket(
    'PROJCS',
    quoted(name || 'User-defined'),
    geographicText(base),
    projected,
    unitText(unit),
    ...axes(plane),
    extension(plane),
    authority(code),
  );
}

const geographicText = (base: Geodetic): string =>
  bracket('GEOGCS', quoted(base.name), groundText(base), unitText(base.angle), authority(base.code));

function groundText({ datum, meridian, code }: Geodetic): string {
  const { name, semiMajorAxis, inverseFlattening } = datum.ellipsoid;
  const ball = bracket(
    'SPHEROID',
    quoted(name),
    digits(semiMajorAxis),
    digits(inverseFlattening),
    authority(ellipsoidCode(datum.ellipsoid)),
  );
  const shift = code === undefined && datum.shift ? bracket('TOWGS84', ...seven(datum.shift)) : '';
  const whole = bracket(
    'DATUM',
    quoted(datum.name.replaceAll(' ', '_')),
    ball,
    shift,
    authority(datumCode(datum.code, code)),
  );
  const greenwich = meridian.longitude === 0 ? authority('EPSG:8901') : '';
  return `${whole},${bracket('PRIMEM', quoted(meridian.name), digits(meridian.longitude), greenwich)}`;
}

const seven = (shift: readonly number[]): string[] => Array.from({ length: 7 }, (_, n) => digits(shift[n] ?? 0));

function projectionText({ method, values }: Projection, unit: Unit, angle: Unit): string | undefined {
  if (method === null) return undefined;
  const number = ({ role }: Parameter): number => {
    const value = values[role] ?? 0;
    return lengthRoles.has(role) ? inUnit(value, unit) : isAngle(role) ? value / degreesOf(angle) : value;
  };
  const shown = method.parameters.filter((one) => !isLeftOut(method, one));
  const parameters = shown.map((one) => bracket('PARAMETER', quoted(one.wkt1), digits(number(one))));
  const scale = method === methods.webMercator ? [bracket('PARAMETER', quoted('scale_factor'), 1)] : [];
  return [bracket('PROJECTION', quoted(method.wkt1)), ...parameters, ...scale].join();
}

/** Mercator's origin is the equator, and its text has no word for it. */
const isLeftOut = (method: Projection['method'], { role }: Parameter): boolean =>
  role === 'lat0' && (method === methods.mercatorA || method === methods.webMercator);

const axes = ({ turn: [x, y], projection }: PlaneModel): string[] =>
  projection?.method === methods.polarA || projection?.method === methods.polarB
    ? []
    : [
        x === 1 ? 'AXIS["Easting",EAST]' : 'AXIS["Westing",WEST]',
        y === 1 ? 'AXIS["Northing",NORTH]' : 'AXIS["Southing",SOUTH]',
      ];

const extension = (plane: PlaneModel): string =>
  plane.projection?.method === methods.webMercator ? bracket('EXTENSION', '"PROJ4"', quoted(projOf(plane) ?? '')) : '';

function verticalText({ name, code, datum, unit, isDepth }: Vertical, plan: Unit | undefined): string {
  const own = unit ?? (plan?.toMetre ? plan : metre);
  const heights = bracket('VERT_DATUM', quoted(datum), 2005);
  return bracket(
    'VERT_CS',
    quoted(name),
    heights,
    unitText(own),
    isDepth ? 'AXIS["Depth",DOWN]' : 'AXIS["Gravity-related height",UP]',
    authority(code),
  );
}
