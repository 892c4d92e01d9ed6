import { Box3, type Group, Mesh, type Texture, TextureLoader, type Vector3 } from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { openScreen } from '../../ui/stage/scene/screen.ts';
import type { Point } from '../../ui/stage/view-data.ts';

/** A component in a canvas: turned, walked around, looked at. */
export interface GlbView {
  fit(smooth?: boolean): void;
  hold(code: string, down: boolean): boolean;
  setBackground(color: string): void;
  dispose(): void;
}

/** The shapes of a component, in a scene with Z up about its middle. */
export interface Shapes {
  readonly group: Group;
  readonly low: Vector3;
  readonly high: Vector3;
}

/** Rejects where the file cannot be read. */
export async function loadShapes(address: string, signal: AbortSignal): Promise<Shapes> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error('The preview could not be loaded. Reload the page.');
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).register((parser) => {
    parser.textureLoader = new TextureLoader(parser.options.manager); // pictures as images: pages may not fetch them
    return { name: 'pictures-as-images' };
  });
  const { scene } = await loader.parseAsync(await answer.arrayBuffer(), '');
  signal.throwIfAborted();
  scene.rotation.x = Math.PI / 2; // glTF has Y up
  scene.updateMatrixWorld(true);
  const box = new Box3().setFromObject(scene);
  scene.position.sub(box.getCenter(box.min.clone()));
  scene.updateMatrixWorld(true);
  const placed = new Box3().setFromObject(scene);
  return { group: scene, low: placed.min, high: placed.max };
}

/** Throws where the browser has no WebGL 2. */
export function openGlbView(canvas: HTMLCanvasElement, { group, low, high }: Shapes): GlbView {
  const radius = Math.max(low.length(), high.length(), 0.001);
  const screen = openScreen(canvas, {
    radius: () => radius,
    before: () => {},
    after: () => {
      canvas.dataset.settled = '';
    },
  });
  const { rig, scene, redraw } = screen;
  scene.add(group);
  const box = { low: pointOf(low), high: pointOf(high) };
  const fit = (smooth = true) => {
    rig.fit(box, smooth);
    redraw();
  };
  rig.go({ eye: [-0.6 * radius, -radius, 0.65 * radius], target: [0, 0, 0], fov: 50 }, false);
  fit(false);
  return {
    fit,
    hold(code, down) {
      const known = rig.hold(code, down);
      if (known) redraw();
      return known;
    },
    setBackground(color) {
      if (scene.background && 'set' in scene.background) scene.background.set(color);
      redraw();
    },
    dispose() {
      free(group);
      screen.dispose();
    },
  };
}

const pointOf = ({ x, y, z }: Vector3): Point => [x, y, z];

function free(group: Group): void {
  group.traverse((one) => {
    if (!(one instanceof Mesh)) return;
    one.geometry.dispose();
    for (const material of [one.material].flat()) {
      for (const value of Object.values(material)) if (isTexture(value)) value.dispose();
      material.dispose();
    }
  });
}

const isTexture = (value: unknown): value is Texture =>
  typeof value === 'object' && value !== null && 'isTexture' in value && value.isTexture === true;
