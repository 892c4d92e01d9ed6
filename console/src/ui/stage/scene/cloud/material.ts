import { type DataTexture, ShaderMaterial, Vector2 } from 'three';
import type { EyeDome } from './eye-dome.ts';
import type { Colouring } from './style.ts';

export interface CloudUniforms {
  readonly classes: { value: DataTexture };
  readonly ramp: { value: DataTexture };
  readonly mode: { value: number };
  /** What the ends of the ramp stand for. */
  readonly range: { value: Vector2 };
  /** Pixels. */
  readonly size: { value: number };
  /** Metres that a point is wide at least, where they are more pixels. */
  readonly width: { value: number };
  /** Pixels of the picture from above to below. */
  readonly tall: { value: number };
  readonly rounded: { value: boolean };
  readonly shaded: { value: boolean };
  /** Colours are as screens show them, not as light. */
  readonly encoded: { value: boolean };
}

const modes: Readonly<Record<Colouring, number>> = { rgb: 0, class: 1, intensity: 2, height: 3 };
export const modeOf = (colouring: Colouring): number => modes[colouring];

export const uniformsOf = (classes: DataTexture, ramp: DataTexture): CloudUniforms => ({
  classes: { value: classes },
  ramp: { value: ramp },
  mode: { value: 0 },
  range: { value: new Vector2(0, 1) },
  size: { value: 3 },
  width: { value: 0 },
  tall: { value: 1 },
  rounded: { value: true },
  shaded: { value: true },
  encoded: { value: false },
});

export const widestPixels = 24;

const vertexShader = `
#include <common>
#include <clipping_planes_pars_vertex>
attribute vec4 rgb;
attribute float intensity;
attribute float classification;
uniform sampler2D classes;
uniform sampler2D ramp;
uniform int mode;
uniform vec2 range;
uniform float size;
uniform float width;
uniform float tall;
uniform bool encoded;
varying vec3 vColor;
varying float vDepth;
void main() {
  vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * mvPosition;
  float perMetre = 0.5 * tall * projectionMatrix[1][1] / max(1e-6, -mvPosition.z);
  gl_PointSize = clamp(max(size, width * perMetre), 1.0, ${widestPixels}.0);
  vDepth = log2(max(1e-6, -mvPosition.z));
  vec4 ofClass = texelFetch(classes, ivec2(int(classification + 0.5), 0), 0);
  if (ofClass.a < 0.5) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  float value = mode == 2 ? intensity : (modelMatrix * vec4(position, 1.0)).z;
  float share = clamp((value - range.x) / max(1e-9, range.y - range.x), 0.0, 1.0);
  vec3 own = encoded ? pow(rgb.rgb, vec3(2.2)) : rgb.rgb;
  vColor = mode == 0 ? own : mode == 1 ? ofClass.rgb : texture(ramp, vec2((share * 255.0 + 0.5) / 256.0, 0.5)).rgb;
  #include <clipping_planes_vertex>
}`;

/** A point is the darker, the further it lies behind those around it. */
const fragmentShader = `
#include <common>
#include <clipping_planes_pars_fragment>
uniform bool rounded;
uniform bool shaded;
uniform bool depthPass;
uniform sampler2D depths;
uniform vec2 depthSize;
uniform float ring;
varying vec3 vColor;
varying float vDepth;
float shade() {
  vec2 at = gl_FragCoord.xy / depthSize;
  float sum = 0.0;
  for (int n = 0; n < 8; n++) {
    float angle = 0.785398 * float(n);
    float other = texture(depths, at + ring / depthSize * vec2(cos(angle), sin(angle))).r;
    if (other != 0.0) sum += max(0.0, vDepth - other);
  }
  return exp(-sum / 8.0 * 90.0);
}
void main() {
  #include <clipping_planes_fragment>
  vec2 off = gl_PointCoord * 2.0 - 1.0;
  if (rounded && dot(off, off) > 1.0) discard;
  if (depthPass) {
    gl_FragColor = vec4(vDepth, 0.0, 0.0, 1.0);
    return;
  }
  gl_FragColor = vec4(vColor, 1.0);
  #include <colorspace_fragment>
  if (shaded) gl_FragColor.rgb *= shade();
}`;

/** One material for all tiles of a cloud. */
export function cloudMaterial(own: CloudUniforms, { uniforms }: EyeDome): ShaderMaterial {
  return new ShaderMaterial({ uniforms: { ...own, ...uniforms }, vertexShader, fragmentShader, clipping: true });
}
