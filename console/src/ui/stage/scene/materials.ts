import {
  Color,
  DoubleSide,
  LineBasicMaterial,
  type Material,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Texture,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { type Looks, modes, texelsPerRow } from './looks.ts';

/** What the materials of a layer share. */
export interface Shared {
  readonly looks: Looks['uniform'];
  /** Texel of the chosen element, −1 for none. */
  readonly chosen: { value: number };
  readonly chosenColor: { value: Color };
}

export const sharedOf = (looks: Looks): Shared => ({
  looks: looks.uniform,
  chosen: { value: -1 },
  chosenColor: { value: new Color(0x0aa2ae) },
});

export interface Materials {
  readonly solid: Material;
  readonly glass: Material;
  readonly ghost: Material;
  readonly edges: Material;
  /** Of elements that are lines. */
  readonly lines: Material;
  /** What closes a body where it is cut: it lies before surfaces at the same place. */
  readonly cap: Material;
  /** The chosen element, through what is before it. */
  readonly chosen: Material;
}

const surface = { vertexColors: true, side: DoubleSide };

/** For the surfaces of one tile that have this picture; it is to be disposed with the tile. */
export const texturedMaterial = (map: Texture, shared: Shared): Material =>
  looking(new MeshLambertMaterial({ ...surface, map }), shared, 'drawn');

export function materialsOf(shared: Shared): Materials {
  return {
    solid: looking(new MeshLambertMaterial(surface), shared, 'drawn'),
    glass: looking(new MeshLambertMaterial({ ...surface, transparent: true, depthWrite: false }), shared, 'drawn'),
    ghost: looking(
      new MeshLambertMaterial({
        color: 0x8a99a8,
        transparent: true,
        opacity: 0.09,
        depthWrite: false,
      }),
      shared,
      'ghost',
    ),
    cap: looking(new MeshLambertMaterial(surface), shared, 'cap'),
    edges: looking(new LineBasicMaterial({ color: 0x1b242d, transparent: true, opacity: 0.42 }), shared, 'edges'),
    lines: looking(new LineBasicMaterial({ vertexColors: true }), shared, 'drawn'),
    chosen: looking(
      new MeshBasicMaterial({ transparent: true, opacity: 0.3, depthTest: false, depthWrite: false }),
      shared,
      'chosen',
    ),
  };
}

type Pass = 'drawn' | 'ghost' | 'edges' | 'cap' | 'chosen';

const outside = 'gl_Position = vec4(2.0, 2.0, 2.0, 1.0);';

const vertexStart = `
attribute float elementIndex;
uniform sampler2D looks;
uniform float chosen;
flat varying vec4 vLook;
flat varying float vChosen;
void main() {`;

const conditions = {
  drawn: 'drawn',
  ghost: 'ghost',
  edges: 'drawn',
  cap: 'drawn',
  chosen: 'drawn && vChosen > 0.5',
} as const;

/**
 * How much nearer than it is something is drawn, as a share of its distance, so that it lies before surfaces at the same
 * place. An offset that grows with the slope of the surfaces would let the edges of what is behind them shine through.
 */
const nearer: Readonly<Partial<Record<Pass, number>>> = { cap: 0.0002, edges: 0.0005 };

const drawnNearer = (share: number) => `
  vec4 before = projectionMatrix * vec4(mvPosition.xyz * ${1 - share}, 1.0);
  gl_Position.z = before.z / before.w * gl_Position.w;`;

const vertexEnd = (pass: Pass) => `${nearer[pass] === undefined ? '' : drawnNearer(nearer[pass])}
  int at = int(elementIndex + 0.5);
  vLook = texelFetch(looks, ivec2(at % ${texelsPerRow}, at / ${texelsPerRow}), 0);
  vChosen = at == int(chosen + 0.5) && chosen >= 0.0 ? 1.0 : 0.0;
  bool drawn = vLook.a * 255.0 > ${Math.floor((modes.ghost + modes.own) / 2)}.0;
  bool ghost = !drawn && vLook.a * 255.0 > ${Math.floor(modes.ghost / 2)}.0;
  if (!(${conditions[pass]})) ${outside}
}`;

const colourStart = `
uniform vec3 chosenColor;
flat varying vec4 vLook;
flat varying float vChosen;
void main() {`;

/** The look instead of the own colour; what is chosen is coloured over that. */
const drawnColours = `#include <color_fragment>
  if (vLook.a * 255.0 > ${Math.floor((modes.own + modes.coloured) / 2)}.0) diffuseColor = vec4(vLook.rgb, max(diffuseColor.a, 0.8));
  if (vChosen > 0.5) diffuseColor = vec4(mix(diffuseColor.rgb, chosenColor, 0.82), 1.0);`;

const colours: Readonly<Partial<Record<Pass, string>>> = {
  drawn: drawnColours,
  cap: drawnColours,
  chosen: '#include <color_fragment>\n  diffuseColor.rgb = chosenColor;',
};

/** Lets a material of the library read the looks. */
function looking<M extends Material>(material: M, shared: Shared, pass: Pass): M {
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    Object.assign(shader.uniforms, shared);
    shader.vertexShader = replaceLast(shader.vertexShader.replace('void main() {', vertexStart), '}', vertexEnd(pass));
    shader.fragmentShader = shader.fragmentShader.replace('void main() {', colourStart);
    const own = colours[pass];
    if (own) shader.fragmentShader = shader.fragmentShader.replace('#include <color_fragment>', own);
  };
  material.customProgramCacheKey = () => pass;
  return material;
}

function replaceLast(text: string, what: string, by: string): string {
  const at = text.lastIndexOf(what);
  return text.slice(0, at) + by + text.slice(at + what.length);
}
