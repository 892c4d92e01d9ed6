import { Color, type Intersection, Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { MeshFiles } from '../mesh-files.ts';
import type { Box, Point, Pose } from '../view-data.ts';
import type { TileElement } from './dress.ts';
import { type Layer, openLayer, type Space } from './layer.ts';
import { makeMeasure } from './measure.ts';
import { openScreen, type Screen } from './screen.ts';

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
  const places = placesIn(space);
  const layers = new Set<Layer>();
  const measure = makeMeasure();
  let radius = places.reach(extents);
  let tell: Parameters<Stage['onFrame']>[0] = () => {};
  const screen = openScreen(canvas, {
    radius: () => radius,
    before({ renderer, rig: { camera } }) {
      for (const layer of layers) layer.update(renderer, camera);
    },
    after: () => tell(measure.labelPlace(screen.rig.camera, canvas.clientWidth, canvas.clientHeight)),
  });
  const { renderer, rig, scene, redraw } = screen;
  scene.add(measure.group);
  return {
    redraw,
    ...layersOf(layers, screen, space),
    ...movesOf(screen, places),
    pick(x, y) {
      const at = new Vector2((2 * x) / canvas.clientWidth - 1, 1 - (2 * y) / canvas.clientHeight);
      const found = firstHit(layers, screen, at);
      return found && { ...found, point: places.inModel(found.hit.point.toArray()) };
    },
    enclose(box) {
      radius = Math.max(radius, places.reach(box));
      redraw();
    },
    section(box) {
      renderer.clippingPlanes = box ? planesOf(places.inScene(box.low), places.inScene(box.high)) : [];
      redraw();
    },
    measure(points) {
      measure.set(points.map(places.inScene));
      redraw();
    },
    onFrame(told) {
      tell = told;
    },
    image(width, height) {
      rig.controls.update(0);
      screen.draw();
      return pictureOf(canvas, width, height);
    },
    aspect: () => rig.camera.aspect,
    dispose() {
      for (const layer of layers) layer.dispose();
      measure.dispose();
      screen.dispose();
    },
  };
}

/** From the coordinates of the model to those of the scene, and back. */
interface Places {
  readonly inScene: (point: Point) => Vector3;
  readonly inModel: (at: Point) => Point;
  /** How far a box reaches from the origin of the scene. */
  readonly reach: (box: Box) => number;
}

function placesIn({ center }: Space): Places {
  const inScene = (point: Point) => new Vector3(...point).sub(new Vector3(...center));
  return {
    inScene,
    inModel: (at) => [at[0] + center[0], at[1] + center[1], at[2] + center[2]],
    reach: ({ low, high }) => Math.max(inScene(low).length(), inScene(high).length(), 1),
  };
}

/** What is in the scene, and what is chosen is coloured with. */
function layersOf(layers: Set<Layer>, { scene, redraw }: Screen, space: Space) {
  const chosenColor = new Color(0x0aa2ae);
  return {
    addLayer(files: MeshFiles, notices: LayerNotices): Layer {
      const layer = openLayer(files, space, { ...notices, changed: redraw });
      layer.shared.chosenColor.value.copy(chosenColor);
      layers.add(layer);
      scene.add(layer.group);
      redraw();
      return layer;
    },
    removeLayer(layer: Layer): void {
      layers.delete(layer);
      scene.remove(layer.group);
      layer.dispose();
      redraw();
    },
    setColors(background: string, chosen: string): void {
      scene.background = new Color(background);
      chosenColor.set(chosen);
      for (const layer of layers) layer.shared.chosenColor.value.set(chosen);
      redraw();
    },
  };
}

/** Where one looks from. */
function movesOf({ rig, redraw }: Screen, { inScene, inModel }: Places) {
  return {
    pose(): Pose {
      const { eye, target, fov } = rig.pose();
      return { eye: inModel(eye), target: inModel(target), fov };
    },
    go({ eye, target, fov }: Pose, smooth = true): void {
      rig.go({ eye: inScene(eye).toArray(), target: inScene(target).toArray(), fov }, smooth);
      redraw();
    },
    fit(box: Box, smooth = true): void {
      rig.fit({ low: inScene(box.low).toArray(), high: inScene(box.high).toArray() }, smooth);
      redraw();
    },
    walk(on: boolean): void {
      rig.walk(on);
      redraw();
    },
    hold(key: string, down: boolean): boolean {
      const known = rig.hold(key, down);
      if (known) redraw();
      return known;
    },
  };
}

/** What is nearest at a place of the picture, of that which the section leaves. */
function firstHit(layers: ReadonlySet<Layer>, { renderer, rig }: Screen, at: Vector2) {
  const ray = new Raycaster();
  ray.setFromCamera(at, rig.camera);
  const kept = ({ point }: Intersection) => renderer.clippingPlanes.every((plane) => plane.distanceToPoint(point) >= 0);
  const [nearest] = [...layers]
    .flatMap((layer) => {
      const found = layer.hit(ray, kept);
      return found ? [{ layer, ...found }] : [];
    })
    .sort((a, b) => a.hit.distance - b.hit.distance);
  return nearest;
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
