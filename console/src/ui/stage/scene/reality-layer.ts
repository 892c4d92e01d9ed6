import { TilesRenderer } from '3d-tiles-renderer';
import { GLTFExtensionsPlugin, UpdateOnChangePlugin } from '3d-tiles-renderer/plugins';
import { Group, type Object3D, type Raycaster, Vector2, Vector3 } from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import type { MeshFiles } from '../mesh-files.ts';
import type { Point } from '../view-data.ts';
import { openCloud } from './cloud/cloud.ts';
import { makeMarker } from './cloud/marker.ts';
import type { CloudContents, CloudStyle } from './cloud/style.ts';
import type { Drawn, Place, Space } from './drawn.ts';
import { matrixOf } from './matrix.ts';

/** A tileset of clouds or of meshes in the scene, or a map. */
export interface RealityLayer extends Drawn {
  style(style: CloudStyle): void;
  /** How far a map is lifted, metres. */
  lift(metres: number): void;
  /** Marks a place of the picture, or none. */
  mark(at: Point | undefined): void;
}

export interface RealityEvents {
  /** More of it was loaded, or is drawn. */
  readonly contents: (contents: CloudContents) => void;
  readonly settled: () => void;
  readonly failed: (error: Error) => void;
}

export interface RealityTiles {
  readonly files: MeshFiles;
  /** It has a place on earth. */
  readonly onEarth: boolean;
  /** What makes its tiles where they are no tileset. */
  readonly plugin?: object;
}

/** Loads tiles as the camera needs them, and as many points as the picture may draw. */
export function openRealityLayer(of: RealityTiles, place: Place, events: RealityEvents): RealityLayer {
  const { changed, pace } = place;
  const tiles = tilesOf(of);
  const cloud = openCloud(tiles, place, events.contents);
  const marker = makeMarker();
  const group = new Group();
  group.add(tiles.group, marker.sign);
  let updates = 0;
  let lifted = 0;
  tiles.addEventListener('load-root-tileset', () => {
    stand(tiles, place.space, of.onEarth, lifted);
    updates = 0;
    for (let frames = 0; frames < 4; frames++) window.setTimeout(changed, 50 * frames);
  });
  for (const name of ['tiles-load-end', 'needs-update', 'tile-visibility-change', 'load-model'] as const)
    tiles.addEventListener(name, changed);
  tiles.addEventListener('load-error', ({ error }) => events.failed(error));
  const leave = pace.join();
  return {
    group,
    style: cloud.style,
    lift(metres) {
      lifted = metres;
      stand(tiles, place.space, of.onEarth, metres);
      changed();
    },
    mark(at) {
      marker.set(at && new Vector3(...at).sub(new Vector3(...place.space.center)));
      changed();
    },
    update(renderer, camera) {
      if (!group.visible || !group.parent) return;
      tiles.setCamera(camera);
      tiles.setResolutionFromRenderer(camera, renderer);
      tiles.update();
      cloud.fit(renderer.getDrawingBufferSize(new Vector2()).y, renderer.getPixelRatio());
      const loaded = tiles.root !== null && updates++ > 1 && tiles.loadProgress === 1;
      if (loaded && pace.isWhole() && cloud.isFine()) events.settled();
    },
    hit: (ray, isKept) => (group.visible ? (cloud.hit(ray, isKept) ?? meshHit(tiles.group, ray, isKept)) : undefined),
    dispose() {
      leave();
      marker.dispose();
      cloud.dispose();
      tiles.dispose();
    },
  };
}

function tilesOf({ files, plugin }: RealityTiles): TilesRenderer {
  const tiles = new TilesRenderer(files.tileset);
  if (plugin) tiles.registerPlugin(plugin);
  tiles.registerPlugin({
    name: 'SIGNED_FILES',
    fetchData: (url: string, init: RequestInit) => files.fetch(String(url), init),
  });
  tiles.registerPlugin(new GLTFExtensionsPlugin({ metadata: false, rtc: true, meshoptDecoder: MeshoptDecoder }));
  tiles.registerPlugin(new UpdateOnChangePlugin());
  tiles.errorTarget = 6;
  return tiles;
}

/** Undoes the place on earth of the picture, in double precision. What has none stands in its own coordinates. */
function stand({ group }: TilesRenderer, { center, frame }: Space, onEarth: boolean, lifted: number): void {
  group.matrixAutoUpdate = false;
  group.matrix.makeTranslation(-center[0], -center[1], lifted - center[2]);
  if (frame && onEarth) group.matrix.multiply(matrixOf(frame).invert());
  group.matrixWorldNeedsUpdate = true;
  group.updateMatrixWorld(true);
}

function meshHit(group: Object3D, ray: Raycaster, isKept: Parameters<Drawn['hit']>[1]): ReturnType<Drawn['hit']> {
  const hit = ray.intersectObject(group, true).find((one) => one.object.type !== 'Points' && isKept(one));
  return hit && { id: '', hit };
}
