import type { Matrix } from '../matrix.ts';

/** What must be known of a tileset that goes into another one. */
export interface TilesetPart {
  /** Of its file, in the folder. */
  readonly name: string;
  /** To the coordinates outside. */
  readonly transform: Matrix;
  /** Middle and half axes in its own coordinates. */
  readonly box: readonly number[];
  readonly geometricError: number;
}

/** A tileset of tilesets, each at its own place. `extras`: what it tells of all of them. */
export function parentTileset(tilesets: readonly TilesetPart[], version: '1.0' | '1.1', extras: object): object {
  const boxes = tilesets.map(({ box, transform }) => placedBox(box, transform));
  const children = tilesets.map(({ name, geometricError }, n) => ({
    boundingVolume: { box: boxes[n] },
    geometricError,
    refine: 'ADD',
    content: { uri: name.split('/').map(encodeURIComponent).join('/') },
  }));
  const box = aboutAll(boxes);
  const geometricError =
    2 * Math.max(...tilesets.map((one) => one.geometricError), Math.hypot(box[3] ?? 0, box[7] ?? 0));
  return {
    asset: { version, generator: 'Twin Platform', extras },
    geometricError,
    root: { boundingVolume: { box }, geometricError, refine: 'ADD', children },
  };
}

/** A box as it stands outside of the transform: middle, then three half axes. */
function placedBox(box: readonly number[], m: readonly number[]): number[] {
  const turned = (at: number, w: 0 | 1) =>
    [0, 1, 2].map(
      (row) =>
        (m[4 * row] ?? 0) * (box[at] ?? 0) +
        (m[4 * row + 1] ?? 0) * (box[at + 1] ?? 0) +
        (m[4 * row + 2] ?? 0) * (box[at + 2] ?? 0) +
        w * (m[4 * row + 3] ?? 0),
    );
  return [...turned(0, 1), ...turned(3, 0), ...turned(6, 0), ...turned(9, 0)];
}

function aboutAll(boxes: readonly (readonly number[])[]): number[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    for (let axis = 0; axis < 3; axis++) {
      const reach = [3, 6, 9].reduce((sum, at) => sum + Math.abs(box[at + axis] ?? 0), 0);
      low[axis] = Math.min(low[axis] ?? 0, (box[axis] ?? 0) - reach);
      high[axis] = Math.max(high[axis] ?? 0, (box[axis] ?? 0) + reach);
    }
  }
  const half = (axis: number) => ((high[axis] ?? 0) - (low[axis] ?? 0)) / 2;
  const middle = (axis: number) => ((high[axis] ?? 0) + (low[axis] ?? 0)) / 2;
  return [middle(0), middle(1), middle(2), half(0), 0, 0, 0, half(1), 0, 0, 0, half(2)];
}
