import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { breathe, type EngineContext } from '../engine.ts';
import type { ElementRow } from '../snapshot/types.ts';
import { tileContent } from './content.ts';
import type { FeatureTable } from './metadata.ts';
import type { TileNode } from './octree.ts';
import { type Compression, type ExportedFile, mostTriangles } from './params.ts';
import type { PieceFile } from './pieces.ts';
import { type RoughPart, simplified } from './simplify.ts';
import { tileGlb } from './tile-glb.ts';
import type { WrittenTile } from './tileset.ts';

/** A kind of tiles: where they are written, and what they tell of their features. */
export interface TileKind {
  readonly folder: string;
  readonly table: FeatureTable;
  readonly files: ExportedFile[];
}

interface Writing {
  readonly pieces: PieceFile;
  readonly rows: readonly ElementRow[];
  readonly kinds: readonly TileKind[];
  readonly compression?: Compression | undefined;
  readonly context: EngineContext;
  /** Triangles of leaves that were written. */
  progress(triangles: number): void;
}

/** Writes a tile and those below it, the lowest first: what is seen from far is made of what is seen from near. */
export async function writeTiles(node: TileNode, writing: Writing): Promise<WrittenTile> {
  return (await tileOf(node, writing)).tile;
}

async function tileOf(node: TileNode, writing: Writing): Promise<{ tile: WrittenTile; parts: readonly RoughPart[] }> {
  const { low, high, children } = node;
  if (children.length === 0) {
    const parts = node.pieces.map((piece) => ({
      feature: piece.feature,
      color: piece.color,
      mesh: writing.pieces.read(piece),
      texture: piece.texture,
    }));
    const uri = await writeContent(node, parts, 0, writing);
    writing.progress(node.pieces.reduce((sum, { count }) => sum + count, 0));
    return { tile: { low, high, error: 0, ...uri, children: [] }, parts };
  }
  const below: { tile: WrittenTile; parts: readonly RoughPart[] }[] = [];
  for (const child of children) below.push(await tileOf(child, writing));
  const { parts, error } = simplified(
    below.flatMap((child) => child.parts),
    mostTriangles,
    low,
    high,
  );
  const whole = error + Math.max(...below.map((child) => child.tile.error));
  const uri = await writeContent(node, parts, whole, writing);
  return { tile: { low, high, error: whole, ...uri, children: below.map((child) => child.tile) }, parts };
}

async function writeContent(
  { name, low, high }: TileNode,
  parts: readonly RoughPart[],
  error: number,
  { rows, kinds, compression, context }: Writing,
): Promise<{ uri?: string }> {
  await breathe();
  context.signal?.throwIfAborted();
  const content = tileContent(parts, low, high, error, compression);
  if (content === undefined) return {};
  const inTile = content.features.flatMap((feature) => rows[feature] ?? []);
  const uri = `tiles/${name}.glb`;
  for (const { folder, table, files } of kinds) {
    files.push(writeFile(folder, uri, tileGlb(content, table(inTile))));
  }
  return { uri };
}

export function writeFile(folder: string, name: string, bytes: Uint8Array | string): ExportedFile {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, bytes);
  return { name, path, size: Buffer.byteLength(bytes) };
}
