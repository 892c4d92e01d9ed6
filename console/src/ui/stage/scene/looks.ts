import { DataTexture, NearestFilter, RGBAFormat, SRGBColorSpace, UnsignedByteType } from 'three';

/** How an element is drawn: not at all, as a shadow of itself, in its own colours, or in one colour (0xrrggbb). */
export type Look = number;
export const hiddenLook = -1;
export const ghostLook = -2;
export const ownLook = -3;

export type LookOf = (id: string) => Look;

/** The looks of all elements of a layer, as the graphics card reads them: one texel per element. */
export interface Looks {
  /** Shared by every material of the layer. */
  readonly uniform: { value: DataTexture };
  /** The texel of an element; made when it is first asked for. */
  indexOf(id: string): number;
  lookAt(index: number): Look;
  idAt(index: number): string | undefined;
  apply(lookOf: LookOf): void;
  /** Some element is a ghost. */
  hasGhosts(): boolean;
  dispose(): void;
}

export const texelsPerRow = 1024;
/** The last channel of a texel. */
export const modes = { hidden: 0, ghost: 85, own: 170, coloured: 255 } as const;

export function makeLooks(): Looks {
  const indexes = new Map<string, number>();
  const ids: string[] = [];
  let looks: Look[] = [];
  let lookOf: LookOf = () => ownLook;
  let ghosts = 0;
  const uniform = { value: textureOf(4) };

  const write = (index: number, look: Look) => {
    const before = looks[index];
    if (before === look) return;
    ghosts += Number(look === ghostLook) - Number(before === ghostLook);
    looks[index] = look;
    dataOf(uniform.value).set(texelOf(look), index * 4);
    uniform.value.needsUpdate = true;
  };

  return {
    uniform,
    indexOf(id) {
      const known = indexes.get(id);
      if (known !== undefined) return known;
      const index = ids.push(id) - 1;
      indexes.set(id, index);
      if (index * 4 >= dataOf(uniform.value).length) uniform.value = grown(uniform.value);
      write(index, lookOf(id));
      return index;
    },
    lookAt: (index) => looks[index] ?? ownLook,
    idAt: (index) => ids[index],
    apply(next) {
      lookOf = next;
      for (const [index, id] of ids.entries()) write(index, next(id));
    },
    hasGhosts: () => ghosts > 0,
    dispose() {
      uniform.value.dispose();
      looks = [];
    },
  };
}

function texelOf(look: Look): readonly number[] {
  if (look === hiddenLook) return [0, 0, 0, modes.hidden];
  if (look === ghostLook) return [0, 0, 0, modes.ghost];
  if (look === ownLook) return [0, 0, 0, modes.own];
  return [(look >> 16) & 255, (look >> 8) & 255, look & 255, modes.coloured];
}

const dataOf = (texture: DataTexture): Uint8Array => {
  const { data } = texture.image;
  return data instanceof Uint8Array ? data : new Uint8Array();
};

function textureOf(rows: number, data = new Uint8Array(rows * texelsPerRow * 4)): DataTexture {
  const texture = new DataTexture(data, texelsPerRow, rows, RGBAFormat, UnsignedByteType);
  texture.magFilter = NearestFilter;
  texture.minFilter = NearestFilter;
  texture.colorSpace = SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
}

function grown(texture: DataTexture): DataTexture {
  const rows = 2 * texture.image.height;
  const data = new Uint8Array(rows * texelsPerRow * 4);
  data.set(dataOf(texture));
  texture.dispose();
  return textureOf(rows, data);
}
