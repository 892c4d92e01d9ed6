import { TilesRenderer } from '3d-tiles-renderer';
import { GLTFExtensionsPlugin, UpdateOnChangePlugin } from '3d-tiles-renderer/plugins';
import { Group, type Intersection, LineSegments, Matrix4, Mesh, type Object3D, type Raycaster } from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import type { MeshFiles } from '../mesh-files.ts';
import { makeCaps } from './cut/caps.ts';
import type { Cut } from './cut/segments.ts';
import type { Drawn, IsKept, Space } from './drawn.ts';
import { added, dress, type TileElement, undress } from './dress.ts';
import { ghostLook, hiddenLook, type LookOf, type Looks, makeLooks } from './looks.ts';
import { materialsOf, type Shared, sharedOf } from './materials.ts';
import { matrixOf } from './matrix.ts';

/** One version of the model in the scene. */
export interface Layer extends Drawn {
  readonly shared: Shared;
  paint(lookOf: LookOf): void;
  choose(id: string | undefined): void;
  /** Closes its bodies where they are cut. */
  cut(cuts: readonly Cut[]): void;
  /** Whether an element is drawn as itself, by its texel. */
  isDrawn(texel: number): boolean;
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
  const caps = makeCaps(tiles.group, materials, events.changed);
  const group = new Group();
  group.add(tiles.group, caps.group);
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
    events.changed();
  });
  tiles.addEventListener('load-model', ({ scene }) => {
    const elements = dress(scene, looks, shared, materials);
    scene.traverse((one) => (one.name === added.ghost || one.name === added.chosen) && extras.add(one));
    showExtras();
    events.loaded(elements);
    caps.outdate();
    events.changed();
  });
  tiles.addEventListener('tile-visibility-change', caps.outdate);
  tiles.addEventListener('dispose-model', ({ scene }) => undress(scene, extras));
  for (const name of ['tiles-load-end', 'needs-update', 'tile-visibility-change'] as const)
    tiles.addEventListener(name, events.changed);
  tiles.addEventListener('load-error', ({ error }) => events.failed(error));

  return {
    group,
    shared,
    cut: caps.cut,
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
      if (!group.visible) return;
      tiles.setCamera(camera);
      tiles.setResolutionFromRenderer(camera, renderer);
      tiles.update();
      caps.update();
      if (tiles.root === null) return;
      if (updates++ <= 1)
        events.changed(); // on a slow machine nobody else asks for the frames that it takes
      else if (tiles.loadProgress === 1) events.settled();
    },
    recolor: (color) => shared.chosenColor.value.set(color),
    hit: (ray, isKept) => (group.visible ? hitOf(group, looks, ray, isKept) : undefined),
    isDrawn: (texel) => isSolid(looks, texel),
    dispose() {
      caps.dispose();
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

const isSolid = (looks: Looks, texel: number): boolean =>
  looks.lookAt(texel) !== hiddenLook && looks.lookAt(texel) !== ghostLook;

const hitOf = (group: Object3D, looks: Looks, ray: Raycaster, isKept: IsKept) => {
  for (const hit of ray.intersectObject(group, true)) {
    const texel = texelOf(hit);
    const id = looks.idAt(texel);
    if (id !== undefined && isSolid(looks, texel) && isKept(hit)) return { id, hit };
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

function texelOf({ object, face, index }: Intersection): number {
  if (object instanceof Mesh && face) return object.geometry.getAttribute('elementIndex')?.getX(face.a) ?? -1;
  if (!(object instanceof LineSegments) || index === undefined) return -1;
  const vertex = object.geometry.index?.getX(index) ?? index;
  return object.geometry.getAttribute('elementIndex')?.getX(vertex) ?? -1;
}
