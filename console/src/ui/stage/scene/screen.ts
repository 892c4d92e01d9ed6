import { Color, DirectionalLight, HemisphereLight, Scene, Vector3, WebGLRenderer } from 'three';
import { type CameraRig, cameraRig } from './camera.ts';
import { watchFrames } from './frame-time.ts';

/** A canvas with a lit scene in it, drawn when something has changed; it has `data-still` while nothing is to be drawn. */
export interface Screen {
  readonly renderer: WebGLRenderer;
  readonly scene: Scene;
  readonly rig: CameraRig;
  /** Draws the next frame even if nobody moves. */
  redraw(): void;
  /** Draws now. */
  draw(): void;
  dispose(): void;
}

interface Drawing {
  /** How far the scene reaches from its origin. */
  readonly radius: () => number;
  readonly before: (screen: Pick<Screen, 'renderer' | 'rig'>) => void;
  readonly after: () => void;
  /** Told of each frame when it is on the screen, after so many milliseconds. */
  readonly took?: (ms: number) => void;
}

/** Throws where the browser has no WebGL 2. */
export function openScreen(canvas: HTMLCanvasElement, drawing: Drawing): Screen {
  const renderer = new WebGLRenderer({ canvas, antialias: true, stencil: true, powerPreference: 'high-performance' });
  renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
  const scene = new Scene();
  scene.background = new Color();
  const sun = new DirectionalLight(0xffffff, 2);
  scene.add(new HemisphereLight(0xffffff, 0xb4bcc6, 2.5), sun, sun.target);
  const rig = cameraRig(canvas);
  const { camera } = rig;
  let wanted = true;
  const redraw = () => {
    wanted = true;
    delete canvas.dataset.still;
  };
  const watch = watchFrames(renderer.getContext(), (ms) => drawing.took?.(ms));
  const draw = () => {
    const begun = performance.now();
    reach(rig, drawing.radius());
    sun.position.copy(camera.localToWorld(new Vector3(0.4, 0.6, 1).multiplyScalar(10)));
    sun.target.position.copy(camera.localToWorld(new Vector3(0, 0, -10)));
    drawing.before({ renderer, rig });
    renderer.render(scene, camera);
    watch.add(begun);
    drawing.after();
  };
  const stopFrames = everyFrame(
    () => !watch.isBehind(), // what waits in a queue would be seen late
    (seconds) => {
      const moved = rig.advance(seconds);
      if (!rig.controls.update(seconds) && !moved && !wanted) {
        canvas.dataset.still = '';
        return;
      }
      delete canvas.dataset.still;
      wanted = false;
      draw();
    },
  );
  const stopFitting = fitting(canvas, renderer, rig, redraw);
  return {
    renderer,
    scene,
    rig,
    redraw,
    draw,
    dispose() {
      stopFrames();
      stopFitting();
      watch.stop();
      rig.dispose();
      renderer.dispose();
    },
  };
}

/** From what is nearest to what is furthest: what lies between is told apart the better, the less it is. */
function reach({ camera, controls }: CameraRig, radius: number): void {
  camera.updateMatrixWorld();
  const depth = -camera.position.dot(camera.getWorldDirection(new Vector3())); // of the middle of the model
  camera.far = Math.max(1, depth + 1.2 * radius);
  const nearest = Math.max(0.1, controls.distance / 10); // of models that are far apart each is seen from near by
  camera.near = Math.max(0.02, Math.min(camera.far / 20_000, nearest), depth - 1.2 * radius);
  camera.updateProjectionMatrix();
}

/** Calls, when one may, with the seconds since the last time, a quarter at most; answers how to end it. */
function everyFrame(may: () => boolean, told: (seconds: number) => void): () => void {
  let before = performance.now();
  const frame = (now: number) => {
    handle = requestAnimationFrame(frame);
    if (!may()) return;
    const seconds = Math.min(0.25, Math.max(0, (now - before) / 1000));
    before = now;
    told(seconds);
  };
  let handle = requestAnimationFrame(frame);
  return () => cancelAnimationFrame(handle);
}

/** Keeps the picture as large as what is around the canvas; answers how to end it. */
function fitting(canvas: HTMLCanvasElement, renderer: WebGLRenderer, rig: CameraRig, changed: () => void): () => void {
  const around = canvas.parentElement ?? canvas;
  const fit = () => {
    renderer.setSize(Math.max(1, around.clientWidth), Math.max(1, around.clientHeight), false);
    rig.camera.aspect = canvas.clientWidth / Math.max(1, canvas.clientHeight);
    changed();
  };
  const resized = new ResizeObserver(fit);
  resized.observe(around);
  fit();
  return () => resized.disconnect();
}
