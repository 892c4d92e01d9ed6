import { TilesRenderer } from '3d-tiles-renderer';
import { GLTFExtensionsPlugin } from '3d-tiles-renderer/plugins';
import {
  AmbientLight,
  Color,
  DirectionalLight,
  Matrix4,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const camera = new PerspectiveCamera(45, innerWidth / innerHeight, 0.1, 1000);
camera.up.set(0, 0, 1);
const scene = new Scene();
scene.background = new Color('#20242c');
const sun = new DirectionalLight('white', 1.6);
sun.position.set(-3, -8, 10);
scene.add(sun, new AmbientLight('white', 0.9));
let tiles;

/** Opens a tileset by the link to its container, in model coordinates, and draws it until it is whole. */
globalThis.show = async (link, eye, target) => {
  const [container, query] = link.split('?');
  const withQuery = (url) => (url.includes('?') ? url : `${url}?${query}`);
  tiles = new TilesRenderer(`${container}/tileset.json?${query}`);
  tiles.registerPlugin({ name: 'SIGNED', preprocessURL: withQuery });
  tiles.registerPlugin(new GLTFExtensionsPlugin({ metadata: true, meshoptDecoder: MeshoptDecoder }));
  const faults = [];
  tiles.addEventListener('load-error', ({ error }) => faults.push(String(error)));
  let loaded = 0;
  tiles.addEventListener('load-model', () => loaded++);
  scene.add(tiles.group);
  camera.position.set(...eye);
  camera.lookAt(new Vector3(...target));
  camera.updateMatrixWorld();
  tiles.setCamera(camera);
  tiles.setResolutionFromRenderer(camera, renderer);
  while (faults.length === 0) {
    tiles.update();
    if (tiles.root?.transform) {
      new Matrix4()
        .fromArray(tiles.root.transform)
        .invert()
        .decompose(tiles.group.position, tiles.group.quaternion, tiles.group.scale);
      tiles.group.updateMatrixWorld(true);
    }
    renderer.render(scene, camera);
    await new Promise(requestAnimationFrame);
    if (loaded > 0 && tiles.visibleTiles.size > 0 && tiles.loadProgress === 1) break;
  }
  renderer.render(scene, camera);
  return { loaded, faults };
};

/** What is known of the element that is seen at a place of the model. */
globalThis.pick = (place) => {
  const at = new Vector3(...place).project(camera);
  const ray = new Raycaster();
  ray.setFromCamera(at, camera);
  const [hit] = ray.intersectObject(tiles.group, true);
  if (hit === undefined) return undefined;
  const { meshFeatures, structuralMetadata } = hit.object.userData;
  const [feature] = meshFeatures.getFeatures(hit.faceIndex, hit.barycoord);
  const [data] = structuralMetadata.getPropertyTableData([0], [feature]);
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
};
globalThis.ready = true;
