import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crsOf } from '../../crs/crs.ts';
import { localFrame } from '../../crs/transform.ts';
import { plus, times } from '../../geometry/vectors.ts';
import type { Matrix, Vector } from '../../matrix.ts';
import type { WrittenTile } from '../../tiles/tileset.ts';
import { readMesh } from '../mesh/files.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { type Atlas, atlasOf, cornersOnPage, type PhotoSource, paintedPage } from '../texture/atlas.ts';
import { readLabels } from '../texture/tasks.ts';
import { placeOf } from '../texture/view-score.ts';
import { type Space, trianglesByCube } from './cells.ts';
import { type TilePart, tileGlb } from './tile-glb.ts';

export interface TilesOrder {
  readonly folder: string;
  /** Of the mesh of this level. */
  readonly name: string;
  readonly origin: Vector;
  readonly crs: string | null;
  readonly space: Space;
  /** How many levels below the root the tiles are, and how far their triangles may lie off, in metres. */
  readonly depth: number;
  readonly error: number;
  readonly photos: readonly PhotoSource[];
  /** Pixels of the texture by those of the photos. */
  readonly scale: number;
  readonly mostSide: number;
  readonly textured: boolean;
  readonly to: string;
}

/** A tile of a level: as it will stand in the tileset, without its children. */
export interface LevelTile {
  readonly name: string;
  readonly tile: WrittenTile;
}

/** Metres around the middle of a space, Z up, and where that is on earth. */
export function frameOf(
  crs: string | null,
  origin: Vector,
  { low, side }: Space,
): { readonly transform: Matrix; readonly move: (place: Vector) => Vector } {
  const center = plus(origin, plus(low, times([1, 1, 1], side / 2)));
  const { transform, move } = localFrame(crs === null ? undefined : crsOf(crs), center);
  const buffer = new Float64Array(3);
  return {
    transform,
    move(place) {
      buffer.set(place);
      move(buffer);
      return [buffer[0] ?? 0, buffer[1] ?? 0, buffer[2] ?? 0];
    },
  };
}

/** Writes the tiles of one level. */
export async function makeTiles(order: TilesOrder): Promise<LevelTile[]> {
  const { folder, name, origin, photos, scale, mostSide, textured, to } = order;
  const mesh = readMesh(folder, name, origin);
  const [labels, beyond] = [readLabels(folder, name, 'labels'), readLabels(folder, name, 'beyond')];
  if (!textured) labels.fill(-1);
  const { move } = frameOf(order.crs, origin, order.space);
  mkdirSync(join(to, 'tiles'), { recursive: true });
  const tiles: LevelTile[] = [];
  for (const [cube, triangles] of [...trianglesByCube(mesh, order.space, order.depth)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const atlas = atlasOf(mesh, triangles, labels, beyond, photos, scale, mostSide);
    const pages = await Promise.all(atlas.pages.map((_, n) => paintedPage(atlas, n, photos, scale)));
    const box = boxOf(mesh, triangles, move);
    const center = times(plus(box.low, box.high), 0.5);
    const uri = `tiles/${cube}.glb`;
    writeFileSync(join(to, uri), tileGlb(partsOf(mesh, atlas, pages, center, move), center));
    tiles.push({ name: cube, tile: { ...box, error: order.error, uri, children: [] } });
  }
  return tiles;
}

type Move = (place: Vector) => Vector;

function boxOf(mesh: Mesh, triangles: readonly number[], move: Move): { readonly low: Vector; readonly high: Vector } {
  let low: Vector = [Infinity, Infinity, Infinity];
  let high: Vector = [-Infinity, -Infinity, -Infinity];
  for (const triangle of triangles) {
    for (let corner = 0; corner < 3; corner++) {
      const [x, y, z] = move(placeOf(mesh, mesh.triangles[3 * triangle + corner] ?? 0));
      low = [Math.min(low[0], x), Math.min(low[1], y), Math.min(low[2], z)];
      high = [Math.max(high[0], x), Math.max(high[1], y), Math.max(high[2], z)];
    }
  }
  return { low, high };
}

/** A part for each page, and one for what no photo shows. */
function partsOf(mesh: Mesh, atlas: Atlas, pages: readonly Buffer[], center: Vector, move: Move): TilePart[] {
  const parts = pages.map((page, number): TilePart => {
    const charts = atlas.charts.flatMap((chart, n) => (atlas.slots[n]?.page === number ? [{ chart, n }] : []));
    const triangles = charts.flatMap(({ chart }) => chart.triangles);
    const onPage = new Float32Array(6 * triangles.length);
    let at = 0;
    for (const { n } of charts) {
      const corners = cornersOnPage(atlas, n);
      onPage.set(corners, at);
      at += corners.length;
    }
    return { places: cornersOf(mesh, triangles, center, move), onPage, page };
  });
  if (atlas.bare.length > 0) parts.push({ places: cornersOf(mesh, atlas.bare, center, move) });
  return parts;
}

function cornersOf(mesh: Mesh, triangles: readonly number[], center: Vector, move: Move): Float32Array {
  const places = new Float32Array(9 * triangles.length);
  for (const [n, triangle] of triangles.entries()) {
    for (let corner = 0; corner < 3; corner++) {
      const place = move(placeOf(mesh, mesh.triangles[3 * triangle + corner] ?? 0));
      for (const axis of [0, 1, 2] as const) places[9 * n + 3 * corner + axis] = place[axis] - center[axis];
    }
  }
  return places;
}

/** The tree of all levels: each tile below that whose name it begins with. */
export function treeOf(tiles: readonly LevelTile[]): WrittenTile | undefined {
  const below = (name: string): WrittenTile[] =>
    tiles
      .filter((one) => one.name.length === name.length + 1 && one.name.startsWith(name))
      .map((one) => withChildren(one, below(one.name)));
  const root = tiles.find(({ name }) => name === 'r');
  return root && withChildren(root, below('r'));
}

/** Boxes hold those of the children, too: simplified triangles may lie a little off. */
function withChildren({ tile }: LevelTile, children: readonly WrittenTile[]): WrittenTile {
  const all = [tile, ...children];
  const low = (axis: 0 | 1 | 2) => Math.min(...all.map((one) => one.low[axis]));
  const high = (axis: 0 | 1 | 2) => Math.max(...all.map((one) => one.high[axis]));
  return { ...tile, low: [low(0), low(1), low(2)], high: [high(0), high(1), high(2)], children };
}
