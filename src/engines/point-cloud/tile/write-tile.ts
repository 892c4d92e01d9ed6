import { writeFileSync } from 'node:fs';
import { kinds, type TileFormat } from './kinds.ts';
import type { Points } from './points.ts';

/** Where tiles of a format go: the folder of their tileset. */
export interface TileTarget {
  readonly format: TileFormat;
  readonly folder: string;
}

export interface WrittenTile {
  readonly name: string;
  /** Bytes of its file for each target. */
  readonly sizes: readonly number[];
}

export const tilePath = (name: string, format: TileFormat): string => `tiles/${name}.${kinds[format].ending}`;

export function writeTile(name: string, points: Points, step: number, targets: readonly TileTarget[]): WrittenTile {
  const sizes = targets.map(({ format, folder }) => {
    const bytes = kinds[format].write(points, step);
    writeFileSync(`${folder}/${tilePath(name, format)}`, bytes);
    return bytes.length;
  });
  return { name, sizes };
}
