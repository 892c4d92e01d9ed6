import type { Camera, Pose } from '../../geometry/camera.ts';
import { plus, product, type Rows, rowsOfQuaternion, times } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';

/** All that an adjustment moves. Places are beside a common origin. */
export interface State {
  readonly cameras: readonly Camera[];
  readonly poses: readonly Pose[];
  readonly places: readonly Vector[];
}

/** A point with where photos show it. */
export interface Point {
  readonly sights: readonly Sight[];
  /** Where it was measured, and how well: one over the squared deviation, 0 where it was not. */
  readonly measured?: { readonly place: Vector; readonly weight: Vector };
}

export interface Sight {
  /** Indices among the poses and the cameras. */
  readonly pose: number;
  readonly camera: number;
  readonly x: number;
  readonly y: number;
}

/** Unknowns of a pose: three of a turn, three of a shift. Of a camera: the logarithm of its focal length, one radial. */
export const ofPose = 6;
export const ofCamera = 2;

export const radialOf = ({ radial, fisheye }: Camera): number =>
  fisheye === undefined ? radial[0] : (fisheye[1] ?? 0);

export function withRadial(camera: Camera, value: number): Camera {
  const { radial, fisheye } = camera;
  if (fisheye === undefined) return { ...camera, radial: [value, radial[1], radial[2]] };
  return { ...camera, fisheye: [fisheye[0] ?? 0, value, ...fisheye.slice(2)] };
}

/** The state after a step: poses first, then cameras; places are given as they shall be. */
export function stepped({ cameras, poses }: State, step: Float64Array, places: readonly Vector[]): State {
  const behind = ofPose * poses.length;
  return {
    poses: poses.map(({ centre, rotation }, n) => {
      const at = (k: number) => step[ofPose * n + k] ?? 0;
      return {
        rotation: product(turnBy([at(0), at(1), at(2)]), rotation),
        centre: plus(centre, [at(3), at(4), at(5)]),
      };
    }),
    cameras: cameras.map((camera, n) => {
      const at = (k: number) => step[behind + ofCamera * n + k] ?? 0;
      return withRadial({ ...camera, focal: camera.focal * Math.exp(at(0)) }, radialOf(camera) + at(1));
    }),
    places,
  };
}

/** About the direction of the vector by its length. */
function turnBy(way: Vector): Rows {
  const angle = Math.hypot(...way);
  const [x, y, z] = angle < 1e-12 ? times(way, 0.5) : times(way, Math.sin(angle / 2) / angle);
  return rowsOfQuaternion(Math.cos(angle / 2), x, y, z);
}
