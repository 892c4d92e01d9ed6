import { pnts } from './pnts.ts';
import { compressedPointGlb, pointGlb } from './point-glb.ts';
import type { Points } from './points.ts';

export const tileFormats = ['PNTS', 'GLB', 'GLBC'] as const;
export type TileFormat = (typeof tileFormats)[number];

interface TileKind {
  /** Of 3D Tiles. */
  readonly version: '1.0' | '1.1';
  readonly ending: string;
  readonly write: (points: Points, step: number) => Buffer;
}

export const kinds: Readonly<Record<TileFormat, TileKind>> = {
  PNTS: { version: '1.0', ending: 'pnts', write: pnts },
  GLB: { version: '1.1', ending: 'glb', write: pointGlb },
  GLBC: { version: '1.1', ending: 'glb', write: compressedPointGlb },
};
