import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { writeAll } from '../write/bytes.ts';
import { listsOf, makePoints, type PointShape, type Points } from './points.ts';

/** Points that were put into chunks, on disk. */
export interface ChunkFile {
  /** Puts a point of a block into a chunk. */
  add(chunk: number, from: Points, place: number): void;
  /** Writes what still waits in memory. */
  finish(): void;
  /** How many points a chunk has got. */
  count(chunk: number): number;
  read(chunk: number): Points;
  /** The points of a chunk in blocks. */
  blocks(chunk: number): Iterable<Points>;
  close(): void;
}

interface Chunk {
  readonly waiting: Points;
  filled: number;
  count: number;
  readonly pieces: { readonly offset: number; readonly count: number }[];
}

const pieceSize = 4096;

export function openChunks(path: string, shape: PointShape): ChunkFile {
  const file = openSync(path, 'w+');
  const chunks: Chunk[] = [];
  let size = 0;
  const chunkOf = (number: number): Chunk => {
    const known = chunks[number];
    if (known) return known;
    const made = { waiting: makePoints(pieceSize, shape), filled: 0, count: 0, pieces: [] };
    chunks[number] = made;
    return made;
  };
  const flush = (chunk: Chunk) => {
    if (chunk.filled === 0) return;
    chunk.pieces.push({ offset: size, count: chunk.filled });
    for (const list of listsOf(chunk.waiting)) {
      const bytes = new Uint8Array(list.buffer, 0, chunk.filled * list.BYTES_PER_ELEMENT);
      writeAll(file, bytes);
      size += bytes.length;
    }
    chunk.filled = 0;
  };
  const load = (points: Points, first: number, { offset, count }: { offset: number; count: number }) => {
    let at = offset;
    for (const list of listsOf(points)) {
      const each = list.BYTES_PER_ELEMENT;
      const bytes = new Uint8Array(list.buffer, first * each, count * each);
      if (readSync(file, bytes, 0, bytes.length, at) !== bytes.length) throw new Error(`${path} ends too soon.`);
      at += bytes.length;
    }
  };
  return {
    add(number, from, place) {
      const chunk = chunkOf(number);
      put(chunk.waiting, chunk.filled++, from, place);
      chunk.count++;
      if (chunk.filled === pieceSize) flush(chunk);
    },
    finish() {
      for (const chunk of chunks) if (chunk) flush(chunk);
    },
    count: (number) => chunks[number]?.count ?? 0,
    read(number) {
      const { count, pieces } = chunkOf(number);
      const points = makePoints(count, shape);
      let first = 0;
      for (const piece of pieces) {
        load(points, first, piece);
        first += piece.count;
      }
      return points;
    },
    *blocks(number) {
      const points = makePoints(pieceSize, shape);
      for (const piece of chunkOf(number).pieces) {
        load(points, 0, piece);
        yield { ...points, count: piece.count };
      }
    },
    close() {
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
}

function put(to: Points, at: number, from: Points, place: number): void {
  to.x[at] = from.x[place] ?? 0;
  to.y[at] = from.y[place] ?? 0;
  to.z[at] = from.z[place] ?? 0;
  if (to.red && to.green && to.blue) {
    to.red[at] = from.red?.[place] ?? 0;
    to.green[at] = from.green?.[place] ?? 0;
    to.blue[at] = from.blue?.[place] ?? 0;
  }
  if (to.intensity) to.intensity[at] = from.intensity?.[place] ?? 0;
  if (to.classification) to.classification[at] = from.classification?.[place] ?? 0;
  for (const [n, { values }] of to.extras.entries()) values[at] = from.extras[n]?.values[place] ?? 0;
}
