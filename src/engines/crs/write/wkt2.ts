import { ellipsoidCode } from '../ellipsoids.ts';
import { isAngle, lengthRoles, type Parameter } from '../methods.ts';
import {
  type Datum,
  type Geodetic,
  type PlaneModel,
  type Projection,
  type SystemModel,
  toldHeights,
  type Vertical,
} from '../model.ts';
import type { Box } from '../register/entries.ts';
import { degree, metre, type Unit } from '../units.ts';
import { bracket, datumCode, digits, identifier, inUnit, quoted } from './text.ts';

/** Where a system is used, which version 2 says, too. */
export interface Use {
  readonly name: string | null;
  readonly box: Box;
}

/** Well-known text of version 2 (2019); undefined: the system has a method that is in no list. */
export function wkt2Of(model: SystemModel, use?: Use): string | undefined {
  const { plane, name, code } = model;
  const vertical = toldHeights(model);
  const used = useText(use);
  if (vertical === undefined) return plane && planeText(plane, used);
  const height = (end: string) => verticalText(vertical, plane?.unit, end);
  if (plane === undefined) return height(used);
  const horizontal = planeText(plane, '');
  const sum = name ?? `${plane.name} + ${vertical.name}`;
  return horizontal && bracket('COMPOUNDCRS', quoted(sum), horizontal, height(''), used, identifier(code));
}

function useText(use: Use | undefined): string {
  if (use === undefined) return '';
  const { south, west, north, east } = use.box;
  const area = use.name === null ? undefined : bracket('AREA', quoted(use.name));
  return bracket('USAGE', bracket('SCOPE', '"not known"'), area, bracket('BBOX', south, west, north, east));
}

const lengthText = ({ name, code, toMetre }: Unit): string =>
  bracket('LENGTHUNIT', quoted(name), digits(toMetre ?? 1), identifier(code));
const angleText = ({ name, code, toRadian }: Unit): string =>
  bracket('ANGLEUNIT', quoted(name), digits(toRadian ?? 1), identifier(code));

function planeText(plane: PlaneModel, used: string): string | undefined {
  const { name, code, kind, base, projection, unit } = plane;
  const end = [used, identifier(code)];
  if (kind === 'geocentric') {
    const axes = ['X', 'Y', 'Z'].map((axis, n) =>
      bracket('AXIS', `"(${axis})"`, `geocentric${axis}`, `ORDER[${n + 1}]`, lengthText(unit)),
    );
    return bracket('GEODCRS', quoted(name), groundText(base), 'CS[Cartesian,3]', ...axes, ...end);
  }
  if (kind !== 'projected')
    return bracket('GEOGCRS', quoted(name), groundText(base), degreesText(kind === 'geographic3D', base.angle), ...end);
  const conversion = projection && conversionText(projection, unit);
  if (conversion === undefined) return undefined;
  const ground = bracket('BASEGEOGCRS', quoted(base.name), groundText(base), identifier(base.code));
  return bracket(
    'PROJCRS',
    quoted(name || 'User-defined'),
    ground,
    conversion,
    'CS[Cartesian,2]',
    ...planeAxes(plane),
    ...end,
  );
}

function planeAxes({ turn: [x, y], unit }: PlaneModel): string[] {
  const east = x === 1 ? '"easting (E)",east' : '"westing (W)",west';
  const north = y === 1 ? '"northing (N)",north' : '"southing (S)",south';
  return [east, north].map((axis, n) => bracket('AXIS', axis, `ORDER[${n + 1}]`, lengthText(unit)));
}

/** As the register has them: latitude, longitude, height. */
function degreesText(isHigh: boolean, angle: Unit): string {
  const plane = ['"geodetic latitude (Lat)",north', '"geodetic longitude (Lon)",east'].map((axis, n) =>
    bracket('AXIS', axis, `ORDER[${n + 1}]`, angleText(angle)),
  );
  const height = isHigh ? [bracket('AXIS', '"ellipsoidal height (h)",up', 'ORDER[3]', lengthText(metre))] : [];
  return [`CS[ellipsoidal,${isHigh ? 3 : 2}]`, ...plane, ...height].join();
}

function groundText({ datum, meridian, code }: Geodetic): string {
  const whole = bracket(
    'DATUM',
    quoted(datum.name.replaceAll('_', ' ')),
    ballText(datum),
    identifier(datumCode(datum.code, code)),
  );
  const greenwich = meridian.longitude === 0 ? identifier('EPSG:8901') : '';
  return `${whole},${bracket('PRIMEM', quoted(meridian.name), digits(meridian.longitude), angleText(degree), greenwich)}`;
}

function ballText({ ellipsoid }: Datum): string {
  const { name, semiMajorAxis, inverseFlattening } = ellipsoid;
  return bracket(
    'ELLIPSOID',
    quoted(name),
    digits(semiMajorAxis),
    digits(inverseFlattening),
    lengthText(metre),
    identifier(ellipsoidCode(ellipsoid)),
  );
}

function conversionText({ method, values }: Projection, unit: Unit): string | undefined {
  if (method === null) return undefined;
  const number = ({ role }: Parameter): [number, string] => {
    const value = values[role] ?? 0;
    if (lengthRoles.has(role)) return [inUnit(value, unit), lengthText(unit)];
    return [value, isAngle(role) ? angleText(degree) : 'SCALEUNIT["unity",1,ID["EPSG",9201]]'];
  };
  const parameters = method.parameters.map((one) => {
    const [value, unitOf] = number(one);
    return bracket('PARAMETER', quoted(one.name), digits(value), unitOf, identifier(`EPSG:${one.code}`));
  });
  const code = method.code === null ? '' : identifier(`EPSG:${method.code}`);
  return bracket('CONVERSION', '"unnamed"', bracket('METHOD', quoted(method.name), code), ...parameters);
}

function verticalText({ name, code, datum, unit, isDepth }: Vertical, plan: Unit | undefined, used: string): string {
  const own = unit ?? (plan?.toMetre ? plan : metre);
  const axis = bracket('AXIS', isDepth ? '"depth (D)",down' : '"gravity-related height (H)",up', lengthText(own));
  return bracket(
    'VERTCRS',
    quoted(name),
    bracket('VDATUM', quoted(datum.replaceAll('_', ' '))),
    'CS[vertical,1]',
    axis,
    used,
    identifier(code),
  );
}
