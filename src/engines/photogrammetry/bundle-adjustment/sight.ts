import { pixelOf, seenFrom } from '../../geometry/camera.ts';
import type { Vector } from '../../matrix.ts';
import { ofCamera, ofPose, radialOf, type Sight, type State, withRadial } from './state.ts';

/** Pixels by which a photo shows a place off, and how that changes with each unknown. */
export interface Residual {
  readonly off: readonly [number, number];
  /** Row by row: the unknowns of the pose, then of the camera. */
  readonly byView: Float64Array;
  /** Row by row: the place. */
  readonly byPlace: Float64Array;
}

export const ofView = ofPose + ofCamera;
const little = 1e-6;

export function offOf({ cameras, poses }: State, sight: Sight, place: Vector): readonly [number, number] | undefined {
  const [camera, pose] = [cameras[sight.camera], poses[sight.pose]];
  if (camera === undefined || pose === undefined) return undefined;
  const [x, y, z] = seenFrom(pose, place);
  if (z < 1e-6) return undefined;
  const [u, v] = pixelOf(camera, x / z, y / z);
  return [u - sight.x, v - sight.y];
}

/** Undefined behind the camera. */
export function residualOf(state: State, sight: Sight, place: Vector): Residual | undefined {
  const [camera, pose] = [state.cameras[sight.camera], state.poses[sight.pose]];
  if (camera === undefined || pose === undefined) return undefined;
  const [x, y, z] = seenFrom(pose, place);
  if (z < 1e-6) return undefined;
  const [a, b] = [x / z, y / z];
  const [u, v] = pixelOf(camera, a, b);
  const right = pixelOf(camera, a + little, b);
  const down = pixelOf(camera, a, b + little);
  const bent = pixelOf(withRadial(camera, radialOf(camera) + little), a, b);
  const byView = new Float64Array(2 * ofView);
  const byPlace = new Float64Array(6);
  for (const row of [0, 1] as const) {
    const from = row === 0 ? u : v;
    const [da, db] = [(right[row] - from) / little, (down[row] - from) / little];
    // by the axes of the camera
    const [p, q, r] = [da / z, db / z, -(da * a + db * b) / z];
    byView.set([r * y - q * z, p * z - r * x, q * x - p * y], row * ofView);
    for (const axis of [0, 1, 2] as const) {
      const along = p * pose.rotation[0][axis] + q * pose.rotation[1][axis] + r * pose.rotation[2][axis];
      byPlace[3 * row + axis] = along;
      byView[row * ofView + 3 + axis] = -along;
    }
    byView[row * ofView + ofPose] = from - camera.principal[row];
    byView[row * ofView + ofPose + 1] = (bent[row] - from) / little;
  }
  return { off: [u - sight.x, v - sight.y], byView, byPlace };
}
