import { closeSync, openSync, rmSync } from 'node:fs';
import { breathe, type EngineContext } from '../../engine.ts';
import type { Order, OrderOf, OutcomeOf } from '../threads/orders.ts';
import type { Pool } from '../threads/pool.ts';
import { type ChunkNode, chunkTree, gridCells } from '../tile/chunk-tree.ts';
import { type ClosedTile, closeTile, type OpenTile, parentOf, type WriteTile } from '../tile/octree.ts';
import { type Piece, sizeOf } from '../tile/pieces.ts';
import { type Cube, cubeAbout, type Ends, endsOf, union } from '../tile/points.ts';
import { countOf, partsOf, readPlaces, type StoredPoints } from '../tile/stored.ts';
import type { TileTarget, WrittenTile } from '../tile/write-tile.ts';

/** Points that a thread holds at once to make tiles of them, and to count or to divide them. */
const [mostInMemory, mostCounted, mostDivided] = [1_000_000, 131_072, 524_288];
/** Points of a chunk: small ones keep all threads busy, and of many points there are not too many chunks. */
const mostOfChunk = (count: number): number => Math.min(mostInMemory, Math.max(200_000, Math.ceil(count / 128)));
/** Points that divided ones of a chunk should be in one place. */
const enoughOfPiece = 4096;

interface Building {
  /** For points that are divided. */
  readonly folder: string;
  readonly step: number;
  readonly targets: readonly TileTarget[];
  readonly context: EngineContext;
  readonly pool: Pool;
  /** Points whose tiles are written. */
  progress(points: number): void;
  written(tiles: readonly WrittenTile[]): void;
}

/**
 * Writes the tiles of a cloud, however large it is: what is more than a thread takes at once is divided on disk first. Threads
 * share all of the work; what comes out does not depend on which of them does what.
 */
export async function buildTiles(stored: StoredPoints, cube: Cube, building: Building): Promise<ClosedTile> {
  const { pool } = building;
  const tile = closeTile(await openTile(stored, cube, 'r', building), writer(building));
  await pool.room(0);
  return tile;
}

async function openTile(stored: StoredPoints, cube: Cube, name: string, building: Building): Promise<OpenTile> {
  const count = countOf(stored);
  if (count <= mostOfChunk(count)) return await builtTile(stored, cube, name, building);
  if (isPoint(cube)) return await tileAbove(byNumber(stored, cube), name, building);
  return await withFile(`${building.folder}/chunks-${name}.bin`, building, async (file) =>
    tileAbove(await divided(stored, cube, file, building), name, building),
  );
}

/** Space in parts, and the points of each chunk by its number. */
interface Chunks {
  readonly root: ChunkNode;
  readonly points: readonly StoredPoints[];
}

const isPoint = ({ side }: Cube): boolean => side <= 4;

/** Millions of points at one place. */
function byNumber(stored: StoredPoints, cube: Cube): Chunks {
  const points = partsOf(stored, mostInMemory);
  const octants = points.map((_, chunk) => ({ name: `n${chunk}-`, cube, chunk, octants: [] }));
  return { root: { name: '', cube, octants }, points };
}

/** Counts the points in a grid, then puts each into the chunk of its cell. */
async function divided(stored: StoredPoints, cube: Cube, file: number, building: Building): Promise<Chunks> {
  const counts = new Uint32Array(new SharedArrayBuffer(4 * gridCells));
  await allDone<'count'>(
    partsOf(stored, mostCounted).map((part) => ({ is: 'count', stored: part, cube, counts })),
    building,
  );
  const chunkOfCell = new Int32Array(new SharedArrayBuffer(4 * gridCells));
  const { root, chunks } = chunkTree(counts, cube, mostOfChunk(countOf(stored)), chunkOfCell);
  const division = { cube, chunks, chunkOfCell };
  const size = sizeOf(stored.shape);
  let end = 0;
  const orders = partsOf(stored, Math.min(mostDivided, Math.max(mostCounted, chunks * enoughOfPiece))).map((part) => {
    const offset = end;
    end += countOf(part) * size;
    return { is: 'divide', stored: part, division, file, offset } as const;
  });
  const pieces: Piece[][] = Array.from({ length: chunks }, () => []);
  for (const [n, { starts }] of (await allDone<'divide'>(orders, building)).entries()) {
    const [offset, among] = [orders[n]?.offset ?? 0, starts[chunks] ?? 0];
    for (const [chunk, list] of pieces.entries()) {
      const first = starts[chunk] ?? 0;
      const count = (starts[chunk + 1] ?? 0) - first;
      if (count > 0) list.push({ offset, among, first, count });
    }
  }
  return { root, points: pieces.map((runs) => ({ is: 'pieces', shape: stored.shape, file, runs })) };
}

async function tileAbove({ root, points }: Chunks, name: string, building: Building): Promise<OpenTile> {
  /** Ends once all is begun below a part of space. */
  const begin = async (node: ChunkNode): Promise<Begun> => {
    const path = `${name}${node.name}`;
    const chunk = node.chunk === undefined ? undefined : points[node.chunk];
    if (chunk !== undefined) {
      await turn(building);
      const isSmall = countOf(chunk) <= mostInMemory;
      return begun(isSmall ? builtTile(chunk, node.cube, path, building) : crowdedTile(chunk, path, building));
    }
    const below: Promise<OpenTile>[] = [];
    for (const octant of node.octants) below.push((await begin(octant)).tile);
    return begun(Promise.all(below).then((tiles) => parentOf(tiles, node.cube, path, writer(building))));
  };
  return (await begin(root)).tile;
}

/** In an object, since who waits for a promise of a promise waits for both. */
interface Begun {
  readonly tile: Promise<OpenTile>;
}

/** What goes wrong is told to who waits for the tile above all; before, nobody may wait. */
function begun(tile: Promise<OpenTile>): Begun {
  tile.catch(() => {});
  return { tile };
}

async function builtTile(stored: StoredPoints, cube: Cube, name: string, building: Building): Promise<OpenTile> {
  const { pool, step, targets } = building;
  const { tile, written } = await pool.run<'build'>({ is: 'build', stored, cube, name, step, targets });
  building.written(written);
  building.progress(countOf(stored));
  return tile;
}

/** Of so many points in one cell that they are divided once more. */
async function crowdedTile(stored: StoredPoints, name: string, building: Building): Promise<OpenTile> {
  let ends: Ends | undefined;
  for (const part of partsOf(stored, mostCounted)) {
    const own = endsOf(readPlaces(part));
    ends = ends ? union(ends, own) : own;
    await breathe();
  }
  return openTile(stored, cubeAbout(ends ?? nowhere), name, building);
}

const nowhere: Ends = [
  [0, 0, 0],
  [0, 0, 0],
];

/** Writes tiles on whatever thread; what goes wrong is told by the pool. */
const writer =
  ({ pool, step, targets, written }: Building): WriteTile =>
  (name, points) => {
    pool.run<'tile'>({ is: 'tile', name, points, step, targets }).then(
      (outcome) => written(outcome.written),
      () => {},
    );
    return name;
  };

/** Waits until the threads want more to do. */
async function turn({ pool, context }: Building): Promise<void> {
  await pool.room(pool.width - 1);
  await breathe();
  context.signal?.throwIfAborted();
}

async function allDone<K extends Order['is']>(
  orders: readonly OrderOf<K>[],
  building: Building,
): Promise<OutcomeOf<K>[]> {
  const outcomes: Promise<OutcomeOf<K>>[] = [];
  for (const order of orders) {
    await turn(building);
    const outcome = building.pool.run<K>(order);
    outcome.catch(() => {}); // told by the pool
    outcomes.push(outcome);
  }
  return Promise.all(outcomes);
}

/** A file that threads use. When its use fails they end before it is closed, since its number may soon be that of another. */
async function withFile<T>(path: string, { pool }: Building, use: (file: number) => Promise<T>): Promise<T> {
  const file = openSync(path, 'w+');
  try {
    return await use(file);
  } catch (error) {
    await pool.close();
    throw error;
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}
