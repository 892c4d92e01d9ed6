import type { GeometryGltf, GeometryView } from '../../geometry/gltf.ts';
import { linear } from '../../geometry/linear.ts';
import type { TexturePicture } from '../paint/pictures.ts';

export interface UsedPicture {
  /** In the textures of the part. */
  readonly index: number;
  /** Its mean colour, linear. */
  readonly mean: readonly number[];
}

interface Bin {
  write(bytes: Uint8Array): number;
}

const wrapping = { repeated: 10497, clamped: 33071 } as const;

/** The pictures of a part: each is written when it is used first. */
export function openPictures(bin: Bin, bufferViews: GeometryView[], pictures: ReadonlyMap<number, TexturePicture>) {
  const lists: Required<{
    -readonly [N in 'images' | 'textures' | 'samplers']: NonNullable<GeometryGltf[N]>[number][];
  }> = {
    images: [],
    textures: [],
    samplers: [],
  };
  const used = new Map<number, UsedPicture>();
  const take = ({ bytes, mimeType, repeats, mean }: TexturePicture): UsedPicture => {
    const view = bufferViews.push({ buffer: 0, byteOffset: bin.write(bytes), byteLength: bytes.length }) - 1;
    const source = lists.images.push({ bufferView: view, mimeType }) - 1;
    const [wrapS, wrapT] = repeats.map((one) => (one ? wrapping.repeated : wrapping.clamped));
    const sampler = lists.samplers.push({ wrapS: wrapS ?? wrapping.repeated, wrapT: wrapT ?? wrapping.repeated }) - 1;
    return { index: lists.textures.push({ source, sampler }) - 1, mean: mean.map(linear) };
  };
  return {
    of(texture: number | undefined): UsedPicture | undefined {
      const picture = texture === undefined ? undefined : pictures.get(texture);
      if (texture === undefined || picture === undefined) return undefined;
      const known = used.get(texture) ?? take(picture);
      used.set(texture, known);
      return known;
    },
    /** Members of the glTF; empty ones are not allowed in it. */
    get lists() {
      return lists.images.length === 0 ? {} : lists;
    },
  };
}
