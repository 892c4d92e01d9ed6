import CameraControls from 'camera-controls';
import {
  Box3,
  Matrix4,
  PerspectiveCamera,
  Quaternion,
  Raycaster,
  Sphere,
  Spherical,
  Vector2,
  Vector3,
  Vector4,
} from 'three';
import type { Box, Point, Pose } from '../view-data.ts';

CameraControls.install({
  THREE: { Vector2, Vector3, Vector4, Quaternion, Matrix4, Spherical, Box3, Sphere, Raycaster },
});

/** The camera of the scene and what moves it: turning about the model, or walking through it. */
export interface CameraRig {
  readonly camera: PerspectiveCamera;
  readonly controls: CameraControls;
  /** In the scene. */
  pose(): Pose;
  go(to: Pose, smooth: boolean): void;
  fit(box: Box, smooth: boolean): void;
  walk(on: boolean): void;
  /** Moves what the keys that are held say; answers whether anything moved. */
  advance(seconds: number): boolean;
  hold(key: string, down: boolean): boolean;
  dispose(): void;
}

const usualFov = 50;
/** Metres a second. */
const walkingSpeed = 2.2;
/** Where one looks at when walking is this far ahead. */
const ahead = 0.05;

export function cameraRig(canvas: HTMLCanvasElement): CameraRig {
  const camera = new PerspectiveCamera(usualFov, 1, 0.05, 2000);
  camera.up.set(0, 0, 1);
  camera.position.set(10, -10, 8);
  const controls = new CameraControls(camera, canvas);
  controls.smoothTime = 0.12;
  controls.draggingSmoothTime = 0.05;
  controls.dollyToCursor = true;
  const held = new Set<string>();
  let walking = false;

  const setFov = (fov: number) => {
    camera.fov = fov;
    camera.updateProjectionMatrix();
  };
  const pose = (): Pose => {
    const [eye, target] = [controls.getPosition(new Vector3()), controls.getTarget(new Vector3())];
    if (walking) target.sub(eye).setLength(3).add(eye);
    return { eye: pointOf(eye), target: pointOf(target), fov: camera.fov };
  };
  const go = ({ eye, target, fov }: Pose, smooth: boolean) => {
    setFov(fov);
    const [from, to] = [new Vector3(...eye), new Vector3(...target)];
    if (walking) to.sub(from).setLength(ahead).add(from);
    void controls.setLookAt(from.x, from.y, from.z, to.x, to.y, to.z, smooth && !stillness());
  };

  return {
    camera,
    controls,
    pose,
    go,
    fit(box, smooth) {
      if (!walking) setFov(usualFov);
      go(poseAround(camera, pose(), box), smooth);
    },
    walk(on) {
      const before = pose();
      walking = on;
      held.clear();
      manner(controls, on);
      go({ ...before, fov: on ? 65 : usualFov }, false);
    },
    hold(key, down) {
      if (!(key in (walking ? steps : turns))) return false;
      if (down) held.add(key);
      else held.delete(key);
      return true;
    },
    advance(seconds) {
      for (const key of held) {
        if (walking) steps[key]?.(controls, walkingSpeed * seconds);
        else turns[key]?.(controls, seconds);
      }
      return held.size > 0;
    },
    dispose: () => controls.dispose(),
  };
}

/** How the mouse moves the camera: about what is looked at, or on the spot. */
function manner(controls: CameraControls, walking: boolean): void {
  const speed = walking ? -0.35 : 1;
  controls.azimuthRotateSpeed = speed;
  controls.polarRotateSpeed = speed;
  controls.minDistance = walking ? ahead : 0.02;
  controls.maxDistance = walking ? ahead : Number.POSITIVE_INFINITY;
  controls.infinityDolly = walking;
  controls.dollyToCursor = !walking;
  controls.truckSpeed = walking ? 40 : 2;
}

/** Where a box is seen whole, in the direction that one looks in. */
function poseAround(camera: PerspectiveCamera, { eye, target }: Pose, { low, high }: Box): Pose {
  const middle = new Vector3(...low).add(new Vector3(...high)).multiplyScalar(0.5);
  const radius = Math.max(0.5, new Vector3(...high).sub(new Vector3(...low)).length() / 2);
  const back = new Vector3(...eye).sub(new Vector3(...target));
  const across = 2 * Math.atan(Math.tan((camera.fov * Math.PI) / 360) * camera.aspect) * (180 / Math.PI);
  const least = (radius * 0.92) / Math.sin((Math.min(camera.fov, across) * Math.PI) / 360);
  back.setLength(Math.max(least, 1.03 * farEnough(camera, back, { low, high })));
  return { eye: pointOf(back.add(middle)), target: pointOf(middle), fov: camera.fov };
}

/** How far from its middle a box is seen whole, from a direction: a long one reaches out of the ball about it. */
function farEnough({ fov, aspect }: PerspectiveCamera, from: Vector3, { low, high }: Box): number {
  const half = new Vector3(...high).sub(new Vector3(...low)).multiplyScalar(0.5);
  const back = from.clone().normalize();
  const right = new Vector3(-back.y, back.x, 0).normalize();
  const up = back.clone().cross(right);
  const tangent = Math.tan((fov * Math.PI) / 360);
  const corners = Array.from({ length: 8 }, (_, n) =>
    half.clone().multiply(new Vector3(n & 1 ? 1 : -1, n & 2 ? 1 : -1, n & 4 ? 1 : -1)),
  );
  return Math.max(
    ...corners.map((at) => at.dot(back) + Math.max(Math.abs(at.dot(right)) / aspect, Math.abs(at.dot(up))) / tangent),
  );
}

type Move = (controls: CameraControls, amount: number) => unknown;

const forward: Move = (controls, by) => controls.forward(by, false);
const back: Move = (controls, by) => controls.forward(-by, false);
const left: Move = (controls, by) => controls.truck(-by, 0, false);
const right: Move = (controls, by) => controls.truck(by, 0, false);

/** Keys of walking, by `KeyboardEvent.code`. */
const steps: Readonly<Record<string, Move>> = {
  KeyW: forward,
  ArrowUp: forward,
  KeyS: back,
  ArrowDown: back,
  KeyA: left,
  KeyD: right,
  ArrowLeft: (controls, by) => controls.rotate(by / 2, 0, false),
  ArrowRight: (controls, by) => controls.rotate(-by / 2, 0, false),
  KeyE: (controls, by) => controls.elevate(by, false),
  KeyQ: (controls, by) => controls.elevate(-by, false),
};

/** Keys of turning about the model. */
const turns: Readonly<Record<string, Move>> = {
  ArrowLeft: (controls, by) => controls.rotate(-1.2 * by, 0, false),
  ArrowRight: (controls, by) => controls.rotate(1.2 * by, 0, false),
  ArrowUp: (controls, by) => controls.rotate(0, -1.2 * by, false),
  ArrowDown: (controls, by) => controls.rotate(0, 1.2 * by, false),
  Equal: (controls, by) => controls.dolly(controls.distance * by, false),
  NumpadAdd: (controls, by) => controls.dolly(controls.distance * by, false),
  Minus: (controls, by) => controls.dolly(-controls.distance * by, false),
  NumpadSubtract: (controls, by) => controls.dolly(-controls.distance * by, false),
};

const pointOf = ({ x, y, z }: Vector3): Point => [x, y, z];

/** Who asked their system for less motion gets none. */
const stillness = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
