import {
  Color,
  DirectionalLight,
  HemisphereLight,
  type Intersection,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { MeshFiles } from '../mesh-files.ts';
import type { Box, Point, Pose } from '../view-data.ts';
import { cameraRig } from './camera.ts';
import type { TileElement } from './dress.ts';
import { type Layer, openLayer, type Space } from './layer.ts';
import { makeMeasure } from './measure.ts';

export interface Picked {
  readonly id: string;
  /** Of the layer that was hit. */
  readonly layer: Layer;
  /** In the model. */
  readonly point: Point;
}

export interface LayerNotices {
  readonly loaded: (elements: readonly TileElement[]) => void;
  readonly settled: () => void;
  readonly failed: (error: Error) => void;
}

/** The picture: everything in coordinates of the model. */
export interface Stage {
  addLayer(files: MeshFiles, notices: LayerNotices): Layer;
  removeLayer(layer: Layer): void;
  /** What is under a place of the canvas, pixels from its upper left. */
  pick(x: number, y: number): Picked | undefined;
  pose(): Pose;
  go(to: Pose, smooth?: boolean): void;
  fit(box: Box, smooth?: boolean): void;
  walk(on: boolean): void;
  hold(key: string, down: boolean): boolean;
  /** Says that the model reaches further than was known. */
  enclose(box: Box): void;
  section(box: Box | undefined): void;
  measure(points: readonly Point[]): void;
  setColors(background: string, chosen: string): void;
  /** After each frame that was drawn. */
  onFrame(told: (measureLabel: { readonly x: number; readonly y: number } | undefined) => void): void;
  redraw(): void;
  /** The picture as PNG, as a data URL. */
  image(width: number, height: number): string;
  aspect(): number;
  dispose(): void;
}

/** Throws where the browser has no WebGL 2. */
export function openStage(canvas: HTMLCanvasElement, space: Space, extents: Box): Stage {
  const { center } = space;
  const renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
  renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
  const scene = new Scene();
  scene.background = new Color();
  const sun = new DirectionalLight(0xffffff, 2);
  scene.add(new HemisphereLight(0xffffff, 0xb4bcc6, 2.5), sun, sun.target);
  const rig = cameraRig(canvas);
  const { camera } = rig;
  const measure = makeMeasure();
  scene.add(measure.group);
  const layers = new Set<Layer>();
  const inScene = (point: Point) => new Vector3(...point).sub(new Vector3(...center));
  const inModel = (at: Point): Point => [at[0] + center[0], at[1] + center[1], at[2] + center[2]];
  const reachOf = ({ low, high }: Box) => Math.max(inScene(low).length(), inScene(high).length(), 1);
  let radius = reachOf(extents);
  let tell: Parameters<Stage['onFrame']>[0] = () => {};
  let wanted = true;
  const redraw = () => {
    wanted = true;
  };

  const draw = () => {
    camera.updateMatrixWorld();
    const depth = -camera.position.dot(camera.getWorldDirection(new Vector3())); // of the middle of the model
    camera.far = Math.max(1, depth + 1.2 * radius);
    const nearest = Math.max(0.1, rig.controls.distance / 10); // of models that are far apart each is seen from near by
    camera.near = Math.max(0.02, Math.min(camera.far / 20_000, nearest), depth - 1.2 * radius);
    camera.updateProjectionMatrix();
    sun.position.copy(camera.localToWorld(new Vector3(0.4, 0.6, 1).multiplyScalar(10)));
    sun.target.position.copy(camera.localToWorld(new Vector3(0, 0, -10)));
    for (const layer of layers) layer.update(renderer, camera);
    renderer.render(scene, camera);
    tell(measure.labelPlace(camera, canvas.clientWidth, canvas.clientHeight));
  };
  let before = performance.now();
  const frame = (now: number) => {
    handle = requestAnimationFrame(frame);
    const seconds = Math.min(0.1, Math.max(0, (now - before) / 1000));
    before = now;
    const moved = rig.advance(seconds);
    if (!rig.controls.update(seconds) && !moved && !wanted) return;
    wanted = false;
    draw();
  };
  let handle = requestAnimationFrame(frame);
  const resized = new ResizeObserver(() => {
    resize(renderer, canvas);
    camera.aspect = canvas.clientWidth / Math.max(1, canvas.clientHeight);
    redraw();
  });
  resized.observe(canvas.parentElement ?? canvas);
  resize(renderer, canvas);
  camera.aspect = canvas.clientWidth / Math.max(1, canvas.clientHeight);

  return {
    redraw,
    addLayer(files, notices) {
      const layer = openLayer(files, space, { ...notices, changed: redraw });
      layer.shared.chosenColor.value.copy(chosenColor);
      layers.add(layer);
      scene.add(layer.group);
      redraw();
      return layer;
    },
    removeLayer(layer) {
      layers.delete(layer);
      scene.remove(layer.group);
      layer.dispose();
      redraw();
    },
    pick(x, y) {
      const ray = new Raycaster();
      const at = new Vector2((2 * x) / canvas.clientWidth - 1, 1 - (2 * y) / canvas.clientHeight);
      ray.setFromCamera(at, camera);
      const kept = ({ point }: Intersection) =>
        renderer.clippingPlanes.every((plane) => plane.distanceToPoint(point) >= 0);
      const [nearest] = [...layers]
        .flatMap((layer) => {
          const found = layer.hit(ray, kept);
          return found ? [{ layer, ...found }] : [];
        })
        .sort((a, b) => a.hit.distance - b.hit.distance);
      if (nearest === undefined) return undefined;
      const { layer, id, hit } = nearest;
      return { layer, id, point: inModel(hit.point.toArray()) };
    },
    pose() {
      const { eye, target, fov } = rig.pose();
      return { eye: inModel(eye), target: inModel(target), fov };
    },
    go({ eye, target, fov }, smooth = true) {
      rig.go({ eye: inScene(eye).toArray(), target: inScene(target).toArray(), fov }, smooth);
      redraw();
    },
    fit(box, smooth = true) {
      rig.fit({ low: inScene(box.low).toArray(), high: inScene(box.high).toArray() }, smooth);
      redraw();
    },
    walk(on) {
      rig.walk(on);
      redraw();
    },
    hold(key, down) {
      const known = rig.hold(key, down);
      if (known) redraw();
      return known;
    },
    enclose(box) {
      radius = Math.max(radius, reachOf(box));
      redraw();
    },
    section(box) {
      renderer.clippingPlanes = box ? planesOf(inScene(box.low), inScene(box.high)) : [];
      redraw();
    },
    measure(points) {
      measure.set(points.map(inScene));
      redraw();
    },
    setColors(background, chosen) {
      scene.background = new Color(background);
      chosenColor.set(chosen);
      for (const layer of layers) layer.shared.chosenColor.value.set(chosen);
      redraw();
    },
    onFrame(told) {
      tell = told;
    },
    image(width, height) {
      rig.controls.update(0);
      draw();
      return pictureOf(canvas, width, height);
    },
    aspect: () => camera.aspect,
    dispose() {
      cancelAnimationFrame(handle);
      resized.disconnect();
      for (const layer of layers) layer.dispose();
      measure.dispose();
      rig.dispose();
      renderer.dispose();
    },
  };
}

const chosenColor = new Color(0x0aa2ae);

function resize(renderer: WebGLRenderer, canvas: HTMLCanvasElement): void {
  const { clientWidth, clientHeight } = canvas.parentElement ?? canvas;
  renderer.setSize(Math.max(1, clientWidth), Math.max(1, clientHeight), false);
}

/** Six half spaces that leave the box. */
function planesOf(low: Vector3, high: Vector3): Plane[] {
  return [0, 1, 2].flatMap((axis) => {
    const normal = new Vector3().setComponent(axis, 1);
    return [new Plane(normal, -low.getComponent(axis)), new Plane(normal.clone().negate(), high.getComponent(axis))];
  });
}

/** The middle of what was drawn last, in another size. */
function pictureOf(canvas: HTMLCanvasElement, width: number, height: number): string {
  const small = document.createElement('canvas');
  small.width = width;
  small.height = height;
  const scale = Math.max(width / canvas.width, height / canvas.height);
  const [w, h] = [canvas.width * scale, canvas.height * scale];
  const context = small.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(canvas, (width - w) / 2, (height - h) / 2, w, h);
  return small.toDataURL('image/png');
}
