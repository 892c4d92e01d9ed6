import type { Crs } from '../../crs/crs.ts';
import type { Camera, Pose } from '../../geometry/camera.ts';
import { plus, times } from '../../geometry/vectors.ts';
import { cross, type Vector } from '../../matrix.ts';
import { gpsPlaces } from '../georeference/georeference.ts';
import type { PhotoFacts } from '../prepare/metadata.ts';

/** A pose of the place and the attitude that a photo tells, or undefined. */
export function posesFromMetadata(facts: readonly PhotoFacts[], crs: Crs): (Pose | undefined)[] {
  const places = gpsPlaces(facts, crs);
  return facts.map(({ attitude, focal }, n) => {
    const centre = places[n];
    return centre && attitude && focal !== null ? { centre, rotation: rotationOf(attitude) } : undefined;
  });
}

/** A camera of which only the focal length is known. */
export function cameraFromMetadata({ width, height, focal }: PhotoFacts): Camera {
  const usual = 1.2 * Math.max(width, height);
  return {
    width,
    height,
    focal: focal ?? usual,
    aspect: 1,
    skew: 0,
    principal: [width / 2, height / 2],
    radial: [0, 0, 0],
    tangential: [0, 0],
  };
}

function rotationOf({ yaw, pitch, roll }: NonNullable<PhotoFacts['attitude']>): Pose['rotation'] {
  const [y, p, r] = [yaw, pitch, roll].map((angle) => (angle * Math.PI) / 180);
  const [sy, cy] = [Math.sin(y ?? 0), Math.cos(y ?? 0)];
  const forward: Vector = [sy * Math.cos(p ?? 0), cy * Math.cos(p ?? 0), Math.sin(p ?? 0)];
  const level: Vector = [cy, -sy, 0];
  const below = cross(forward, level);
  const [sr, cr] = [Math.sin(r ?? 0), Math.cos(r ?? 0)];
  return [plus(times(level, cr), times(below, sr)), plus(times(below, cr), times(level, -sr)), forward];
}
