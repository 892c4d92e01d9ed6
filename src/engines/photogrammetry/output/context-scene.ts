import { type Depths, photosJson, references } from '../../context-scene/photos.ts';
import type { Block } from '../block.ts';

/** `ContextScene.json` of version 6.0. Photos are named by the data that they are in. */
export function contextSceneOf({ photos, cameras, crs }: Block, depths: ReadonlyMap<number, Depths>): string {
  const files = references();
  const written = photos.map(({ data, name, camera, pose }, n) => {
    const [lens, range] = [cameras[camera], depths.get(n)];
    return {
      id: String(n),
      image: { of: data, path: name },
      ...(lens && { lens }),
      ...(pose && { pose: { center: pose.centre, rotation: pose.rotation.flat() } }),
      ...(range && { depths: range }),
    };
  });
  const collection = { ...(crs === null ? {} : { SRSId: '0' }), ...photosJson(written, files.of) };
  const scene = {
    version: '6.0',
    ...(crs === null ? {} : { SpatialReferenceSystems: { 0: { Definition: crs } } }),
    References: files.all(),
    PhotoCollection: collection,
  };
  return JSON.stringify(scene, null, 1);
}
