import { Color } from 'three';
import type { MeshFiles } from '../mesh-files.ts';
import type { Box, Point, Pose } from '../view-data.ts';
import { aimsOf, type Picked, type Pixel, type Snapped } from './aims.ts';
import { openEyeDome } from './cloud/eye-dome.ts';
import { makePace } from './cloud/pace.ts';
import { makeSection } from './cut/section.ts';
import type { Cut } from './cut/segments.ts';
import type { Drawn, Place, Space } from './drawn.ts';
import type { TileElement } from './dress.ts';
import { type Layer, openLayer } from './layer.ts';
import { makeMeasure } from './measure.ts';
import { boxIn, type Places, placesIn } from './places.ts';
import { openScreen, type Screen } from './screen.ts';

export interface LayerNotices {
  readonly loaded: (elements: readonly TileElement[]) => void;
  readonly settled: () => void;
  readonly failed: (error: Error) => void;
}

/** The picture: everything in coordinates of the model. */
export interface Stage {
  addLayer(files: MeshFiles, notices: LayerNotices): Layer;
  /** Puts something else into the picture. */
  add<D extends Drawn>(open: (place: Place) => D): D;
  removeLayer(layer: Drawn): void;
  /** What is under a place of the canvas, pixels from its upper left. */
  pick(x: number, y: number): Picked | undefined;
  /** The corner or edge that is near a place of the canvas, else what is under it. */
  snap(x: number, y: number): Snapped | undefined;
  /** Where a point is seen; undefined behind the camera. */
  pixelOf(point: Point): Pixel | undefined;
  /** How far along an axis through a point one is at a place of the canvas: the coordinate of that axis. */
  along(axis: 0 | 1 | 2, through: Point, x: number, y: number): number | undefined;
  pose(): Pose;
  /** Where one was put last, without a motion: by the page, not by a person. */
  placed(): Pose;
  go(to: Pose, smooth?: boolean): void;
  fit(box: Box, smooth?: boolean): void;
  walk(on: boolean): void;
  hold(key: string, down: boolean): boolean;
  /** Says that the model reaches further than was known. */
  enclose(box: Box): void;
  section(box: Box | undefined): void;
  /** Draws lines from point to point; `closed` back to the first, too. */
  measure(points: readonly Point[], closed?: boolean): void;
  setColors(background: string, chosen: string): void;
  /** Told after each frame that was drawn; answers how to end it. */
  onFrame(told: () => void): () => void;
  redraw(): void;
  /** The picture as PNG, as a data URL. */
  image(width: number, height: number): string;
  aspect(): number;
  dispose(): void;
}

/** Throws where the browser has no WebGL 2. */
export function openStage(canvas: HTMLCanvasElement, space: Space, extents: Box): Stage {
  const places = placesIn(space);
  const layers = new Set<Drawn>();
  const eyeDome = openEyeDome();
  const measure = makeMeasure();
  const told = new Set<() => void>();
  let whole = boxIn(places, extents);
  let radius = places.reach(extents);
  const screen = openScreen(canvas, {
    radius: () => radius,
    before({ renderer, rig: { camera } }) {
      pace.note(camera);
      for (const layer of layers) layer.update(renderer, camera);
      eyeDome.draw(renderer, screen.scene, camera);
    },
    after() {
      for (const tell of told) tell();
    },
    took: (ms) => pace.took(ms),
  });
  const { renderer, rig, scene, redraw } = screen;
  const pace = makePace(redraw);
  const section = makeSection(renderer);
  let cuts: readonly Cut[] = [];
  scene.add(measure.group, section.lines);
  return {
    redraw,
    ...layersOf(layers, screen, { space, changed: redraw, eyeDome, pace }, () => cuts),
    ...movesOf(screen, places),
    ...aimsOf(layers, screen, places),
    enclose(box) {
      whole = whole.union(boxIn(places, box));
      radius = Math.max(radius, places.reach(box));
      redraw();
    },
    section(box) {
      cuts = section.set(box && boxIn(places, box), whole);
      for (const layer of layers) layer.cut?.(cuts);
      redraw();
    },
    measure(points, closed = false) {
      measure.set(points.map(places.inScene), closed);
      redraw();
    },
    onFrame(tell) {
      told.add(tell);
      return () => void told.delete(tell);
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
      eyeDome.dispose();
      section.dispose();
      screen.dispose();
    },
  };
}

/** What is in the scene, and what is chosen is coloured with. */
function layersOf(layers: Set<Drawn>, { scene, redraw }: Screen, place: Place, cuts: () => readonly Cut[]) {
  let chosenColor = '#0aa2ae';
  const add = <D extends Drawn>(open: (place: Place) => D): D => {
    const layer = open(place);
    layer.recolor?.(chosenColor);
    layer.cut?.(cuts());
    layers.add(layer);
    scene.add(layer.group);
    redraw();
    return layer;
  };
  return {
    add,
    addLayer: (files: MeshFiles, notices: LayerNotices): Layer =>
      add(({ space, changed }) => openLayer(files, space, { ...notices, changed })),
    removeLayer(layer: Drawn): void {
      layers.delete(layer);
      scene.remove(layer.group);
      layer.dispose();
      redraw();
    },
    setColors(background: string, chosen: string): void {
      scene.background = new Color(background);
      chosenColor = chosen;
      for (const layer of layers) layer.recolor?.(chosen);
      redraw();
    },
  };
}

/** Where one looks from. */
function movesOf({ rig, redraw }: Screen, { inScene, inModel }: Places) {
  const pose = (): Pose => {
    const { eye, target, fov } = rig.pose();
    return { eye: inModel(eye), target: inModel(target), fov };
  };
  let placed = pose();
  return {
    pose,
    placed: () => placed,
    go({ eye, target, fov }: Pose, smooth = true): void {
      rig.go({ eye: inScene(eye).toArray(), target: inScene(target).toArray(), fov }, smooth);
      if (!smooth) placed = pose();
      redraw();
    },
    fit(box: Box, smooth = true): void {
      rig.fit({ low: inScene(box.low).toArray(), high: inScene(box.high).toArray() }, smooth);
      if (!smooth) placed = pose();
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
