import type { Vector } from '../matrix.ts';
import type { Crs } from './crs.ts';
import { fromDegrees, planeConverter, toDegrees, toEllipsoid, wgs84 } from './earth.ts';

/** A place of another system: undefined where one of them has no such place. */
export type Transform = (place: Vector) => Vector | undefined;

/** From one system to another without any blending, for single places; of heights only the unit changes. */
export function transformer(from: Crs, to: Crs): Transform {
  const [degrees, plane] = [toDegrees(from), to.kind === 'geocentric' ? undefined : planeConverter(wgs84, to)];
  const direct = degrees && plane && planeConverter(from, to);
  const finite = (place: Vector): Vector | undefined => (place.every(Number.isFinite) ? place : undefined);
  return ([x, y, z]) => {
    if (direct) return finite([...direct(x, y), (z * from.heightMetres) / to.heightMetres]);
    const place: Vector = degrees ? [...degrees(x, y), z * from.heightMetres] : [...toEllipsoid([x, y, z])];
    if (plane === undefined) return finite(degrees ? fromDegrees(...place) : [x, y, z]);
    return finite([...plane(place[0], place[1]), place[2] / to.heightMetres]);
  };
}
