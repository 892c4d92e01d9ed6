import type { TilesRenderer } from '3d-tiles-renderer';
import { Box3, Matrix4, type Object3D, type Points, type Raycaster, Vector3 } from 'three';
import type { Drawn, Hit, Place } from '../drawn.ts';
import { classTexture, hideClasses } from './classes.ts';
import { cloudMaterial, modeOf, uniformsOf } from './material.ts';
import { hitPoint } from './pick.ts';
import { contentsOf, countOf, dressPoints, pointsIn } from './points.ts';
import { rampTexture } from './ramp.ts';
import { type CloudContents, type CloudStyle, colouringOf, nothing, usualStyle } from './style.ts';
import { nextError, type Ranked, thin } from './thin.ts';

/** The points of a tileset: how they look, and how many of them are drawn. */
export interface Cloud {
  style(style: CloudStyle): void;
  /** Before a frame, of a picture so many pixels tall: draws no more points than it may, and at rest asks for as many. */
  fit(tall: number, ratio: number): void;
  /** As many points are there as may be drawn. */
  isFine(): boolean;
  hit(...given: Parameters<Drawn['hit']>): Hit | undefined;
  dispose(): void;
}

/** What of a cloud is loaded and drawn. */
interface Loaded {
  readonly shown: Map<Points, Ranked>;
  /** In the scene. */
  readonly box: Box3;
  /** Metres between the points of each of the finest tiles, about. */
  readonly spacings: number[];
  contents: CloudContents;
  isEncoded: boolean;
}

/** Times their spacing points are wide where one comes near, so that surfaces close. */
const coverage = 1.2;

/** `told` gets what the cloud has, whenever more was drawn. */
export function openCloud(tiles: TilesRenderer, place: Place, told: (contents: CloudContents) => void): Cloud {
  const { eyeDome, pace, changed, space } = place;
  const uniforms = uniformsOf(classTexture(), rampTexture());
  const material = cloudMaterial(uniforms, eyeDome);
  let style = usualStyle;
  const look = () => {
    const { contents } = loaded;
    const colouring = colouringOf(style, contents);
    uniforms.mode.value = modeOf(colouring);
    uniforms.range.value.fromArray(colouring === 'intensity' ? contents.intensity : contents.height);
    uniforms.rounded.value = style.round;
    uniforms.shaded.value = style.eyeDome;
    uniforms.encoded.value = loaded.isEncoded;
    eyeDome.want(uniforms, style.eyeDome && isCloud());
    hideClasses(uniforms.classes.value, new Set(style.hidden));
    changed();
  };
  const loaded = watch(tiles, material, look);
  const isCloud = () => !loaded.box.isEmpty();
  const tell = teller(loaded, space.center[2], told);
  const refine = refiner(tiles, place);
  return {
    style(next) {
      style = next;
      pace.allow(next.points);
      look();
    },
    fit(tall, ratio) {
      if (!isCloud()) return;
      uniforms.tall.value = tall;
      uniforms.size.value = style.size * ratio;
      uniforms.width.value = coverage * medianOf(loaded.spacings);
      pace.drew(thin(loaded.shown, pace.share()));
      if (refine.step(sumOf(loaded))) tell();
    },
    isFine: refine.isFine,
    hit: (ray, isKept) => {
      if (loaded.shown.size === 0) return undefined;
      const pixel = pixelOf(ray, uniforms.tall.value);
      const radius = uniforms.size.value / 2 + 1;
      return hitPoint(loaded.shown.keys(), { ray, pixel, radius, hidden: new Set(style.hidden), isKept });
    },
    dispose() {
      eyeDome.want(uniforms, false);
      material.dispose();
      uniforms.classes.value.dispose();
      uniforms.ramp.value.dispose();
    },
  };
}

const sumOf = ({ shown }: Loaded): number => [...shown.keys()].reduce((sum, one) => sum + countOf(one), 0);

/** Of points on a surface: the two longer sides of its box are about as large as it. */
function spacingOf(box: Box3, count: number): number {
  const [a = 0, b = 0] = box
    .getSize(new Vector3())
    .toArray()
    .toSorted((one, other) => other - one);
  return Math.sqrt((a * b) / Math.max(1, count));
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Radians of a pixel of a picture that is so many pixels tall. */
const pixelOf = ({ camera }: Raycaster, tall: number): number =>
  2 / (tall * (camera.projectionMatrix.elements[5] ?? 1));

/** Dresses points as they are loaded, and notes which of them are drawn. */
function watch(tiles: TilesRenderer, material: ReturnType<typeof cloudMaterial>, changed: () => void): Loaded {
  const loaded: Loaded = { shown: new Map(), box: new Box3(), spacings: [], contents: nothing, isEncoded: false };
  tiles.addEventListener('load-model', ({ scene, tile }) => {
    const points = pointsIn(scene);
    if (points.length === 0) return;
    for (const one of points) {
      dressPoints(one, material);
      const own = boxIn(one, scene, tiles.group);
      loaded.box.union(own);
      if (tile.geometricError === 0) loaded.spacings.push(spacingOf(own, countOf(one)));
    }
    const { box } = loaded;
    loaded.isEncoded = points.some(({ geometry }) => geometry.attributes.rgb?.array instanceof Uint8Array);
    loaded.contents = { ...contentsOf(points, loaded.contents), height: [box.min.z, box.max.z] };
    changed();
  });
  tiles.addEventListener('tile-visibility-change', ({ scene, tile, visible }) => {
    for (const one of scene ? pointsIn(scene) : []) {
      if (visible) loaded.shown.set(one, tile);
      else loaded.shown.delete(one);
    }
  });
  return loaded;
}

/** Tells what is there when that has changed; heights are those of the picture, whose middle lies so high. */
function teller(loaded: Loaded, middle: number, told: (contents: CloudContents) => void): () => void {
  let last: CloudContents = nothing;
  return () => {
    const drawn = sumOf(loaded);
    if (loaded.contents === last && drawn === last.drawn) return;
    loaded.contents = { ...loaded.contents, drawn };
    last = loaded.contents;
    const [low, high] = last.height;
    told({ ...last, height: [low + middle, high + middle] });
  };
}

/** Asks for finer tiles, or for coarser ones, until as many points are drawn as may be. */
function refiner(tiles: TilesRenderer, { pace }: Place) {
  let fine = true;
  /** A finer one was too much, from where one looks. */
  let isFull = false;
  return {
    isFine: () => fine,
    /** Answers whether there is nothing to be changed. */
    step(points: number): boolean {
      if (pace.moving()) isFull = false;
      if (pace.moving() || tiles.loadProgress < 1) return false;
      const next = nextError(tiles.errorTarget, points, pace.shareAtRest());
      fine = next === tiles.errorTarget || (isFull && next < tiles.errorTarget);
      if (fine) return true;
      isFull ||= next > tiles.errorTarget;
      tiles.errorTarget = next;
      tiles.dispatchEvent({ type: 'needs-update' });
      return false;
    },
  };
}

/** The box of points in the scene. A tile that was just loaded is in no group yet. */
function boxIn(points: Points, tile: Object3D, { matrixWorld }: Object3D): Box3 {
  const toScene = new Matrix4();
  for (let one: Object3D | null = points; one; one = one === tile ? null : one.parent) {
    one.updateMatrix();
    toScene.premultiply(one.matrix);
  }
  points.geometry.computeBoundingBox();
  return (points.geometry.boundingBox ?? new Box3()).clone().applyMatrix4(toScene.premultiply(matrixWorld));
}
