import { TilesRenderer } from '3d-tiles-renderer';
import { GLTFExtensionsPlugin, UpdateOnChangePlugin } from '3d-tiles-renderer/plugins';
import {
  type Intersection,
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
import { dress, ghostName, type TileElement } from './dress.ts';
import { ghostLook, hiddenLook, type LookOf, makeLooks } from './looks.ts';
import { materialsOf, type Shared, sharedOf } from './materials.ts';

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
  /** A tile that is drawn holds it. */
  dispose(): void;
}

export interface LayerEvents {
  /** A frame should be drawn. */
  readonly changed: () => void;
  readonly loaded: (elements: readonly TileElement[]) => void;
  readonly settled: () => void;
  readonly failed: (error: Error) => void;
}

/** Loads tiles as the camera needs them. `center`: the place of the model that is the origin of the scene. */
export function openLayer(files: MeshFiles, center: Point, events: LayerEvents): Layer {
  const looks = makeLooks();
  const shared = sharedOf(looks);
  const materials = materialsOf(shared);
  const tiles = new TilesRenderer(files.tileset);
  tiles.registerPlugin({
    name: 'SIGNED_FILES',
    fetchData: (url: string, init: RequestInit) => files.fetch(String(url), init),
  });
  tiles.registerPlugin(new GLTFExtensionsPlugin({ metadata: true, rtc: false, meshoptDecoder: MeshoptDecoder }));
  tiles.registerPlugin(new UpdateOnChangePlugin());
  tiles.errorTarget = 8;
  const ghosts = new Set<Object3D>();
  const showGhosts = () => {
    for (const ghost of ghosts) ghost.visible = looks.hasGhosts();
  };

  tiles.addEventListener('load-root-tileset', () => place(tiles, center));
  tiles.addEventListener('load-model', ({ scene }) => {
    const elements = dress(scene, looks, materials);
    scene.traverse((one) => one.name === ghostName && ghosts.add(one));
    showGhosts();
    events.loaded(elements);
    events.changed();
  });
  tiles.addEventListener('dispose-model', ({ scene }) =>
    scene.traverse((one) => {
      ghosts.delete(one);
      if (one.name !== '' && 'geometry' in one && one.parent instanceof Mesh) disposeGeometry(one);
    }),
  );
  for (const name of ['needs-update', 'tile-visibility-change'] as const) tiles.addEventListener(name, events.changed);
  tiles.addEventListener('tiles-load-end', events.settled);
  tiles.addEventListener('load-error', ({ error }) => events.failed(error));

  let chosen: string | undefined;
  return {
    group: tiles.group,
    shared,
    paint(lookOf) {
      looks.apply(lookOf);
      showGhosts();
    },
    choose(id) {
      chosen = id;
      shared.chosen.value = chosen === undefined ? -1 : looks.indexOf(chosen);
    },
    update(renderer, camera) {
      tiles.setCamera(camera);
      tiles.setResolutionFromRenderer(camera, renderer);
      tiles.update();
    },
    hit(ray, isKept) {
      for (const hit of ray.intersectObject(tiles.group, true)) {
        const texel = texelOf(hit);
        const look = looks.lookAt(texel);
        const id = looks.idAt(texel);
        if (id !== undefined && look !== hiddenLook && look !== ghostLook && isKept(hit)) return { id, hit };
      }
      return undefined;
    },
    dispose() {
      tiles.dispose();
      for (const material of Object.values(materials)) material.dispose();
      looks.dispose();
    },
  };
}

/** Undoes the place on earth: the scene is the model's own space, about its middle. */
function place(tiles: TilesRenderer, center: Point): void {
  const transform = tiles.root?.transform;
  const { group } = tiles;
  group.matrixAutoUpdate = false;
  group.matrix.makeTranslation(-center[0], -center[1], -center[2]);
  if (transform) group.matrix.multiply(new Matrix4().fromArray(transform).invert());
  group.matrixWorldNeedsUpdate = true;
  group.updateMatrixWorld(true);
}

function texelOf({ object, face }: Intersection): number {
  if (!(object instanceof Mesh) || !face) return -1;
  return object.geometry.getAttribute('elementIndex')?.getX(face.a) ?? -1;
}

function disposeGeometry(one: Object3D): void {
  if (
    'geometry' in one &&
    one.geometry instanceof Object &&
    'dispose' in one.geometry &&
    typeof one.geometry.dispose === 'function'
  )
    one.geometry.dispose();
}
