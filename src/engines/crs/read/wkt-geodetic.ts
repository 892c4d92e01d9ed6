import { ellipsoidOf } from '../ellipsoids.ts';
import { type Datum, type Geodetic, greenwich, type Meridian } from '../model.ts';
import { angleUnit, degree, degreesOf, lengthUnit, type Unit } from '../units.ts';
import { childOf, codeOf, nameOf, numberOf, type WktNode } from '../wkt.ts';
import { plainName } from './words.ts';

/** The unit that a bracket has, of either version. */
export function unitIn(node: WktNode, is: 'length' | 'angle'): Unit | undefined {
  const unit = childOf(node, is === 'length' ? 'LENGTHUNIT' : 'ANGLEUNIT') ?? childOf(node, 'UNIT');
  const factor = numberOf(unit, 1);
  if (unit === undefined || factor === undefined) return undefined;
  return is === 'length' ? lengthUnit(factor, nameOf(unit)) : angleUnit(factor, nameOf(unit));
}

/** Those of a system: its own, else that of its first axis. */
export function unitOfSystem(node: WktNode, is: 'length' | 'angle'): Unit | undefined {
  const axis = childOf(node, 'AXIS');
  return unitIn(node, is) ?? (axis && unitIn(axis, is));
}

/** Degrees east of Greenwich; texts give them in degrees or grads, and do not always say which. */
const meridians: Readonly<Record<string, number>> = {
  greenwich: 0,
  paris: 2.337229166666667,
  parisrgs: 2.337208333333333,
  lisbon: -9.131906111111112,
  bogota: -74.08091666666667,
  madrid: -3.687375,
  rome: 12.452333333333334,
  bern: 7.439583333333333,
  jakarta: 106.80771944444444,
  ferro: -17.666666666666668,
  brussels: 4.367975,
  stockholm: 18.05827777777778,
  athens: 23.7163375,
  oslo: 10.722916666666666,
  copenhagen: 12.57788,
};

function meridianOf(node: WktNode | undefined): Meridian {
  if (node === undefined) return greenwich;
  const name = nameOf(node);
  const unit = unitIn(node, 'angle') ?? degree;
  const known = meridians[plainName(name)];
  const longitude = (numberOf(node, 1) ?? 0) * degreesOf(unit);
  const isNear =
    known !== undefined && (Math.abs(known - longitude) < 1e-6 || Math.abs(known / 0.9 - longitude) < 1e-6);
  return { name, longitude: isNear ? known : longitude };
}

function datumOf(node: WktNode): Datum | undefined {
  const datum = childOf(node, 'DATUM', 'GEODETICDATUM', 'TRF', 'ENSEMBLE');
  const ball = datum && childOf(datum, 'SPHEROID', 'ELLIPSOID');
  const [a, f] = [numberOf(ball, 1), numberOf(ball, 2)];
  if (datum === undefined || ball === undefined || a === undefined || f === undefined || !(a > 0)) return undefined;
  const metres = unitIn(ball, 'length')?.toMetre ?? 1;
  const shift = childOf(datum, 'TOWGS84')?.values.map(Number);
  const code = codeOf(datum);
  return {
    name: nameOf(datum),
    ellipsoid: ellipsoidOf(a * metres, f, nameOf(ball)),
    ...(code === undefined ? {} : { code }),
    ...(shift?.every(Number.isFinite) && shift.length >= 3 ? { shift } : {}),
  };
}

/** Of a geographic or geocentric system, or of the base of a projected one; undefined where it has no datum. */
export function geodeticOf(node: WktNode, isProjected = false): Geodetic | undefined {
  const datum = datumOf(node);
  if (datum === undefined) return undefined;
  const code = codeOf(node);
  return {
    name: nameOf(node),
    datum,
    meridian: meridianOf(childOf(node, 'PRIMEM', 'PRIMEMERIDIAN')),
    angle: isProjected ? (unitIn(node, 'angle') ?? degree) : (unitOfSystem(node, 'angle') ?? degree),
    ...(code === undefined ? {} : { code }),
  };
}
