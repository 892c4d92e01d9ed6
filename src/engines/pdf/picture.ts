import sharp from 'sharp';

const widest = 1600;
const mostPixels = 120_000_000;

/** A picture ready to be embedded. */
export interface ReadyPicture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface PictureBudget {
  /** Undefined when it cannot be decoded, or there is no room left for it. */
  prepared(path: string): Promise<ReadyPicture | undefined>;
  leftOut(): number;
}

/** Makes pictures upright and no larger than needed, as long as there is room: `bytes` over all. */
export function pictureBudget(bytes: number): PictureBudget {
  let left = bytes - 2 ** 20; // for everything that is no picture
  let leftOut = 0;
  return {
    leftOut: () => leftOut,
    async prepared(path) {
      const picture = await reduced(path);
      if (picture === undefined || picture.bytes.length > left) {
        leftOut++;
        return undefined;
      }
      left -= picture.bytes.length;
      return picture;
    },
  };
}

async function reduced(path: string): Promise<ReadyPicture | undefined> {
  try {
    const image = sharp(path, { limitInputPixels: mostPixels }).rotate();
    const box = { width: widest, height: widest, fit: 'inside', withoutEnlargement: true } as const;
    const { data, info } = await image
      .resize(box)
      .flatten({ background: 'white' })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}
