import sharp from 'sharp';
import { unreadable } from '../formats/unreadable.ts';
import type { Material } from './mesh.ts';

/** A picture as it is: four bytes a pixel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** The pictures of materials, in full and halved as often as wanted. Those that were used lately stay in memory. */
export interface Pictures {
  /** Pixels in full. */
  size(material: number): Promise<readonly [width: number, height: number]>;
  /** Halved so many times. */
  at(material: number, level: number): Promise<Picture>;
}

const mostPixels = 2 ** 27;
const mostBytes = 512 * 2 ** 20;

export function picturesOf(materials: readonly Material[], name: string): Pictures {
  const kept = new Map<string, Picture>();
  const sizes = new Map<number, readonly [number, number]>();
  let bytes = 0;
  const open = (material: number) => {
    const picture = materials[material]?.picture;
    if (picture === undefined) throw new Error(`The material ${material} has no picture.`);
    return sharp(picture, { limitInputPixels: mostPixels });
  };
  const read = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch {
      throw unreadable(name, 'a picture of it is damaged, or has more than 134 million pixels');
    }
  };
  const keep = (key: string, picture: Picture): Picture => {
    for (const [other, { pixels }] of kept) {
      if (bytes + picture.pixels.length <= mostBytes) break;
      kept.delete(other);
      bytes -= pixels.length;
    }
    kept.set(key, picture);
    bytes += picture.pixels.length;
    return picture;
  };
  const size = async (material: number): Promise<readonly [number, number]> => {
    const known = sizes.get(material);
    if (known) return known;
    const { width, height } = await read(() => open(material).metadata());
    sizes.set(material, [width, height]);
    return [width, height];
  };
  return {
    size,
    async at(material, level) {
      const key = `${material} ${level}`;
      const known = kept.get(key);
      if (known) return known;
      const [fullWidth, fullHeight] = await size(material);
      const [width, height] = [Math.max(1, fullWidth >> level), Math.max(1, fullHeight >> level)];
      const image = open(material).toColourspace('srgb').ensureAlpha();
      const resized = level === 0 ? image : image.resize(width, height, { fit: 'fill' });
      const { data, info } = await read(() => resized.raw().toBuffer({ resolveWithObject: true }));
      return keep(key, { width: info.width, height: info.height, pixels: data });
    },
  };
}
