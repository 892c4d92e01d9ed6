import { breathe, type EngineContext } from '../../engine.ts';
import type { Pool } from '../threads/pool.ts';
import { type ChunkFile, openChunks } from './chunk-file.ts';
import { type ChunkNode, cellFinder, chunkTree, gridCells } from './chunk-tree.ts';
import { type ClosedTile, closeTile, type OpenTile, parentOf, tileOf, type WriteTile } from './octree.ts';
import { type Cube, cubeAbout, type Ends, endsOf, joinedPoints, type Points, picked, union } from './points.ts';
import type { PointStream } from './stream.ts';

/** Tiles that may wait to be written when the next points are read. */
const mostWaiting = 40;
/** Points that memory holds at once. */
const mostInMemory = 1_000_000;

interface Building {
  readonly folder: string;
  readonly write: WriteTile;
  readonly context: EngineContext;
  /** Where the writing is done. */
  readonly pool: Pool;
  /** Points whose tiles are being written. */
  progress(points: number): void;
}

/** Writes the tiles of a cloud, however large it is: what does not fit into memory is divided on disk first. */
export async function buildTiles(stream: PointStream, building: Building): Promise<ClosedTile> {
  return closeTile(await openTile(stream, 'r', 0, building), building.write);
}

async function openTile(stream: PointStream, name: string, depth: number, building: Building): Promise<OpenTile> {
  if (stream.count <= mostInMemory) {
    const points = joinedPoints(Array.from(stream.blocks(), copied));
    building.progress(points.count);
    return tileOf(points, stream.cube, name, building.write);
  }
  const chunks = openChunks(`${building.folder}/chunks-${depth}-${name}.bin`, stream.shape);
  try {
    const root = isPoint(stream.cube) ? byNumber(stream, chunks) : await divide(stream, chunks, building);
    return await openNode(root, { stream, chunks, name, depth, building });
  } finally {
    chunks.close();
  }
}

const copied = (points: Points): Points =>
  picked(
    points,
    Uint32Array.from({ length: points.count }, (_, n) => n),
  );
const isPoint = ({ side }: Cube): boolean => side <= 4;

/** Counts the points in a grid, then puts each into the chunk of its cell. */
async function divide(stream: PointStream, chunks: ChunkFile, { context }: Building): Promise<ChunkNode> {
  const counts = new Uint32Array(gridCells);
  const cellOf = cellFinder(stream.cube);
  for (const points of stream.places()) {
    for (let n = 0; n < points.count; n++) {
      const cell = cellOf(points, n);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
    await breathe();
    context.signal?.throwIfAborted();
  }
  const chunkOfCell = new Int32Array(gridCells);
  const root = chunkTree(counts, stream.cube, mostInMemory, chunkOfCell);
  for (const points of stream.blocks()) {
    for (let n = 0; n < points.count; n++) chunks.add(chunkOfCell[cellOf(points, n)] ?? 0, points, n);
    await breathe();
    context.signal?.throwIfAborted();
  }
  chunks.finish();
  return root;
}

/** Millions of points at one place. */
function byNumber(stream: PointStream, chunks: ChunkFile): ChunkNode {
  let seen = 0;
  for (const points of stream.blocks()) {
    for (let n = 0; n < points.count; n++) chunks.add(Math.floor(seen++ / mostInMemory), points, n);
  }
  chunks.finish();
  const octants = Array.from({ length: Math.ceil(seen / mostInMemory) }, (_, chunk) => ({
    name: `n${chunk}-`,
    cube: stream.cube,
    chunk,
    octants: [],
  }));
  return { name: '', cube: stream.cube, octants };
}

interface Opening {
  readonly stream: PointStream;
  readonly chunks: ChunkFile;
  readonly name: string;
  readonly depth: number;
  readonly building: Building;
}

async function openNode(node: ChunkNode, opening: Opening): Promise<OpenTile> {
  const { stream, chunks, name, depth, building } = opening;
  await building.pool.room(mostWaiting);
  await breathe();
  building.context.signal?.throwIfAborted();
  const path = `${name}${node.name}`;
  const { chunk } = node;
  if (chunk !== undefined) {
    const count = chunks.count(chunk);
    const blocks = () => chunks.blocks(chunk);
    const part = { count, shape: stream.shape, cube: node.cube, blocks, places: blocks };
    if (count > mostInMemory)
      return openTile({ ...part, cube: cubeAbout(endsOfBlocks(part)) }, path, depth + 1, building);
    building.progress(count);
    return tileOf(chunks.read(chunk), node.cube, path, building.write);
  }
  const children: OpenTile[] = [];
  for (const octant of node.octants) children.push(await openNode(octant, opening));
  return parentOf(children, node.cube, path, building.write);
}

function endsOfBlocks({ blocks }: Pick<PointStream, 'blocks'>): Ends {
  let ends: Ends | undefined;
  for (const points of blocks()) ends = ends ? union(ends, endsOf(points)) : endsOf(points);
  return (
    ends ?? [
      [0, 0, 0],
      [0, 0, 0],
    ]
  );
}
