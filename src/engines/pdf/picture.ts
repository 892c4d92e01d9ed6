import { picturesAtOnce, type Reduced, reduced } from '../pictures/reduce.ts';

const widest = 1600;

export interface PictureBudget {
  /** The next of the pictures; undefined when it cannot be decoded, or there is no room left for it. */
  next(): Promise<Reduced | undefined>;
  leftOut(): number;
}

/**
 * Makes pictures upright and no larger than needed, as long as there is room: `bytes` over all. Some are decoded while
 * those before them are drawn; whether there is room is decided in their order.
 */
export function pictureBudget(bytes: number, paths: readonly string[]): PictureBudget {
  let left = bytes - 2 ** 20; // for everything that is no picture
  let leftOut = 0;
  let taken = 0;
  const begun: Promise<Reduced | undefined>[] = [];
  return {
    leftOut: () => leftOut,
    async next() {
      for (const path of paths.slice(begun.length, taken + picturesAtOnce)) begun.push(reduced(path, widest));
      const picture = await begun[taken];
      begun[taken++] = Promise.resolve(undefined); // its bytes are the document's now
      if (picture === undefined || picture.bytes.length > left) {
        leftOut++;
        return undefined;
      }
      left -= picture.bytes.length;
      return picture;
    },
  };
}
