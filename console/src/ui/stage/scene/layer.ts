import { TilesRenderer } from '3d-tiles-renderer';
import { GLTFExtensionsPlugin, UpdateOnChangePlugin } from '3d-tiles-renderer/plugins';
import {
  type Intersection,
  LineSegments,
  Matrix4,
  Mesh,
  type Object3D,
  type PerspectiveCamera,
  type Raycaster,
  type WebGLRenderer,
} from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import type { MeshFiles } from '../mesh-files.ts';
import type { Point } from '../view-data.ts';
import { added, dress, type TileElement } from './dress.ts';
import { ghostLook, hiddenLook, type LookOf, type Looks, makeLooks } from './looks.ts';
import { materialsOf, type Shared, sharedOf } from './materials.ts';
import { matrixOf } from './matrix.ts';

/** One version of the model in the scene. */
export interface Layer {
  readonly group: Object3D;
  readonly shared: Shared;
  paint(lookOf: LookOf): void;
  choose(id: string | undefined): void;
  update(renderer: WebGLRenderer, camera: PerspectiveCamera): void;
  /** What a ray hits first of what is drawn. */
  hit(
    ray: Raycaster,
    isKept: (hit: Intersection) => boolean,
  ): { readonly id: string; readonly hit: Intersection } | undefined;
  dispose(): void;
}

/** The coordinates of the picture. */
export interface Space {
  /** The place that is the origin of the scene. */
  readonly center: Point;
  /** From the coordinates to earth-centred ones, row by row; absent: each model is shown in its own. */
  readonly frame?: readonly number[] | undefined;
}

export interface LayerEvents {
  /** A frame should be drawn. */
  readonly changed: () => void;
  readonly loaded: (elements: readonly TileElement[]) => void;
  readonly settled: () => void;
  readonly failed: (error: Error) => void;
}

/** Loads tiles as the camera needs them. */
export function openLayer(files: MeshFiles, space: Space, events: LayerEvents): Layer {
  const looks = makeLooks();
  const shared = sharedOf(looks);
  const materials = materialsOf(shared);
  const tiles = tilesOf(files);
  const extras = new Set<Object3D>();
  let chosen: string | undefined;
  /** Since the list of tiles is there; what the camera needs is asked for in the first. */
  let updates = 0;
  const showExtras = () => {
    for (const one of extras) one.visible = one.name === added.ghost ? looks.hasGhosts() : chosen !== undefined;
  };
  tiles.addEventListener('load-root-tileset', () => {
    place(tiles, space);
    updates = 0;
    for (let frames = 0; frames < 4; frames++) window.setTimeout(events.changed, 50 * frames);
  });
  tiles.addEventListener('load-model', ({ scene }) => {
    const elements = dress(scene, looks, materials);
    scene.traverse((one) => (one.name === added.ghost || one.name === added.chosen) && extras.add(one));
    showExtras();
    events.loaded(elements);
    events.changed();
  });
  tiles.addEventListener('dispose-model', ({ scene }) => undress(scene, extras));
  for (const name of ['tiles-load-end', 'needs-update', 'tile-visibility-change'] as const)
    tiles.addEventListener(name, events.changed);
  tiles.addEventListener('load-error', ({ error }) => events.failed(error));

  return {
    group: tiles.group,
    shared,
    paint(lookOf) {
      looks.apply(lookOf);
      showExtras();
    },
    choose(id) {
      chosen = id;
      shared.chosen.value = chosen === undefined ? -1 : looks.indexOf(chosen);
      showExtras();
    },
    update(renderer, camera) {
      if (!tiles.group.visible) return;
      tiles.setCamera(camera);
      tiles.setResolutionFromRenderer(camera, renderer);
      tiles.update();
      if (tiles.root !== null && updates++ > 1 && tiles.loadProgress === 1) events.settled();
    },
    hit: (ray, isKept) => (tiles.group.visible ? hitOf(tiles.group, looks, ray, isKept) : undefined),
    dispose() {
      tiles.dispose();
      for (const material of Object.values(materials)) material.dispose();
      looks.dispose();
    },
  };
}

function tilesOf(files: MeshFiles): TilesRenderer {
  const tiles = new TilesRenderer(files.tileset);
  tiles.registerPlugin({
    name: 'SIGNED_FILES',
    fetchData: (url: string, init: RequestInit) => files.fetch(String(url), init),
  });
  tiles.registerPlugin(new GLTFExtensionsPlugin({ metadata: true, rtc: false, meshoptDecoder: MeshoptDecoder }));
  tiles.registerPlugin(new UpdateOnChangePlugin());
  tiles.errorTarget = 8;
  return tiles;
}

/** Frees what was added to a tile. */
function undress(scene: Object3D, extras: Set<Object3D>): void {
  scene.traverse((one) => {
    extras.delete(one);
    if (one.name === added.edges && one instanceof LineSegments) one.geometry.dispose();
  });
}

const hitOf = (group: Object3D, looks: Looks, ray: Raycaster, isKept: (hit: Intersection) => boolean) => {
  for (const hit of ray.intersectObject(group, true)) {
    const texel = texelOf(hit);
    const look = looks.lookAt(texel);
    const id = looks.idAt(texel);
    if (id !== undefined && look !== hiddenLook && look !== ghostLook && isKept(hit)) return { id, hit };
  }
  return undefined;
};

/** Undoes the place on earth, all in double precision: that of the space, or the model's own. */
function place(tiles: TilesRenderer, { center, frame }: Space): void {
  const transform = tiles.root?.transform;
  const { group } = tiles;
  group.matrixAutoUpdate = false;
  group.matrix.makeTranslation(-center[0], -center[1], -center[2]);
  if (transform) group.matrix.multiply((frame ? matrixOf(frame) : new Matrix4().fromArray(transform)).invert());
  group.matrixWorldNeedsUpdate = true;
  group.updateMatrixWorld(true);
}

function texelOf({ object, face }: Intersection): number {
  if (!(object instanceof Mesh) || !face) return -1;
  return object.geometry.getAttribute('elementIndex')?.getX(face.a) ?? -1;
}
