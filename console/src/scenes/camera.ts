import type { Schemas } from '@twin-platform/client';
import { Vector3 } from 'three';
import { type Box, distance, type Pose } from '../ui/stage/view-data.ts';
import { type Frame, intoScene } from './place.ts';

type View3d = Schemas['scenes']['View3d'];

const degrees = 180 / Math.PI;
const usualFov = 50;
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** A camera as scenes keep it. `aspect`: width of the picture by its height; `whole`: what the scene takes up. */
export function view3dOf({ eye, target, fov }: Pose, aspect: number, whole: Box, frame: Frame): View3d {
  const direction = new Vector3(...target).sub(new Vector3(...eye)).normalize();
  const upright = Math.abs(direction.z) < 0.999999 ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0);
  const up = direction.clone().cross(upright).cross(direction).normalize();
  return {
    position: xyz(new Vector3(...eye)),
    direction: xyz(direction),
    up: xyz(up),
    isOrthographic: false,
    aspectRatio: aspect,
    near: 0.1,
    far: Math.max(distance(eye, whole.low), distance(eye, whole.high)) + distance(whole.low, whole.high),
    fov: fov / degrees,
    ecefTransform: [...(frame ?? identity)],
  };
}

/**
 * The camera of a view. It turns about the depth of the middle of the scene. Where the picture is narrower than the view
 * was, all of its width is shown; a view along parallel lines becomes one that shows as much.
 */
export function poseOf(view: View3d, aspect: number, whole: Box, frame: Frame): Pose {
  const onEarth = view.ecefTransform.some((value, n) => value !== identity[n]);
  const into = intoScene(frame, onEarth ? view.ecefTransform : undefined);
  const eye = vector(view.position).applyMatrix4(into);
  const direction = vector(view.direction).transformDirection(into);
  const middle = new Vector3(...whole.low).add(new Vector3(...whole.high)).multiplyScalar(0.5);
  const target = eye.clone().addScaledVector(direction, Math.max(1, middle.sub(eye).dot(direction)));
  const half = Math.tan((view.fov ?? usualFov / degrees) / 2) * Math.max(1, view.aspectRatio / aspect);
  const fov = view.isOrthographic ? usualFov : Math.min(120, Math.max(5, 2 * Math.atan(half) * degrees));
  if (view.isOrthographic && view.width) {
    eye.copy(target).addScaledVector(direction, -view.width / aspect / 2 / Math.tan(usualFov / 2 / degrees));
  }
  return { eye: eye.toArray(), target: target.toArray(), fov };
}

const xyz = ({ x, y, z }: Vector3) => ({ x, y, z });
const vector = ({ x, y, z }: View3d['position']) => new Vector3(x, y, z);
