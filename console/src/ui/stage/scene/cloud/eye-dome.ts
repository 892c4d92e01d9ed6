import {
  FloatType,
  NearestFilter,
  type PerspectiveCamera,
  RedFormat,
  type Scene,
  type Texture,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

/** Points are in this layer of the scene besides the first; only it is drawn into the depths. */
export const depthLayer = 1;

/** Shades edges of clouds by the depths of what is about each pixel, so that shapes are seen without colours. */
export interface EyeDome {
  /** Shared by the materials of all clouds. */
  readonly uniforms: {
    readonly depths: { value: Texture | null };
    readonly depthSize: { value: Vector2 };
    /** The depths are being drawn, not the picture. */
    readonly depthPass: { value: boolean };
    /** Pixels between a place and those that it is compared with. */
    readonly ring: { value: number };
  };
  /** Draws the depths; `wanted` is asked in each frame. */
  draw(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera): void;
  /** A cloud wants it, or does not any more. */
  want(one: object, wanted: boolean): void;
  dispose(): void;
}

const ringPixels = 1.4;

export function openEyeDome(): EyeDome {
  const target = new WebGLRenderTarget(1, 1, {
    format: RedFormat,
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
  const wanting = new Set<object>();
  const uniforms: EyeDome['uniforms'] = {
    depths: { value: null },
    depthSize: { value: new Vector2(1, 1) },
    depthPass: { value: false },
    ring: { value: ringPixels },
  };
  return {
    uniforms,
    want(one, wanted) {
      if (wanted) wanting.add(one);
      else wanting.delete(one);
    },
    draw(renderer, scene, camera) {
      uniforms.depths.value = null; // what is drawn into cannot be read
      if (wanting.size === 0) return;
      const size = renderer.getDrawingBufferSize(new Vector2());
      if (target.width !== size.x || target.height !== size.y) target.setSize(size.x, size.y);
      const { background } = scene;
      const { mask } = camera.layers;
      scene.background = null;
      camera.layers.set(depthLayer);
      uniforms.depthPass.value = true;
      renderer.setRenderTarget(target);
      renderer.setClearColor(0x000000, 0);
      renderer.clear();
      renderer.render(scene, camera);
      renderer.setRenderTarget(null);
      uniforms.depthPass.value = false;
      camera.layers.mask = mask;
      scene.background = background;
      uniforms.depths.value = target.texture;
      uniforms.depthSize.value.copy(size);
      uniforms.ring.value = ringPixels * renderer.getPixelRatio();
    },
    dispose: () => target.dispose(),
  };
}
