import { transpose } from '../matrix.ts';
import type { Box, Id64 } from '../snapshot/types.ts';
import { diagonal, type Place } from './pieces.ts';

/** A tile as it is written. */
export interface WrittenTile {
  readonly low: Place;
  readonly high: Place;
  /** Metres that its triangles may lie from the true ones. */
  readonly error: number;
  /** "tiles/r.glb"; absent when nothing of it is left at its size. */
  readonly uri?: string;
  readonly children: readonly WrittenTile[];
}

/** Where the tileset is on earth: row-major, to earth-centred coordinates; null for model coordinates. */
export type Transform = readonly number[] | null;

const extension = 'VENDOR_BatchedTileSet';

/** `tileset.json`. `models`: extents of the partition models, for the type MODEL. `extras`: what viewers may want to know. */
export function tilesetJson(
  root: WrittenTile,
  transform: Transform,
  models?: ReadonlyMap<Id64, Box>,
  extras?: object,
): object {
  const extended =
    models === undefined
      ? {}
      : {
          extensionsUsed: [extension],
          extensions: {
            [extension]: { models: Object.fromEntries([...models].map(([id, box]) => [id, { extents: box }])) },
          },
        };
  return {
    asset: { version: '1.1', ...(extras === undefined ? {} : { extras }) },
    geometricError: Math.max(diagonal(root.low, root.high), 2 * root.error),
    ...extended,
    root: { ...tileJson(root), ...(transform === null ? {} : { transform: transpose(transform) }) },
  };
}

function tileJson({ low, high, error, uri, children }: WrittenTile): object {
  return {
    boundingVolume: { box: boxOf(low, high) },
    geometricError: error,
    refine: 'REPLACE',
    ...(uri === undefined ? {} : { content: { uri } }),
    ...(children.length === 0 ? {} : { children: children.map(tileJson) }),
  };
}

/** Rounding of the triangles stays inside. */
const margin = 0.002;

/** Middle and half axes, Z up. */
function boxOf(low: Place, high: Place): number[] {
  const half = ([0, 1, 2] as const).map((axis) => (high[axis] - low[axis]) / 2 + margin);
  const center = ([0, 1, 2] as const).map((axis) => (high[axis] + low[axis]) / 2);
  const [x = 0, y = 0, z = 0] = half;
  return [...center, x, 0, 0, 0, y, 0, 0, 0, z];
}
