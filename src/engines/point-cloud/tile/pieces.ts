import { readSync } from 'node:fs';
import { writeAt } from '../../formats/bytes.ts';
import { listsOf, makePoints, type PointShape, type Points, partOf } from './points.ts';

/** Points that follow each other in some that were written at once, list by list. */
export interface Piece {
  /** Where those begin in the file, and how many they are. */
  readonly offset: number;
  readonly among: number;
  readonly first: number;
  readonly count: number;
}

/** Bytes of a point. */
export const sizeOf = (shape: PointShape): number =>
  listsOf(makePoints(0, shape)).reduce((sum, list) => sum + list.BYTES_PER_ELEMENT, 0);

export function writePoints(file: number, offset: number, points: Points): void {
  let at = offset;
  for (const list of listsOf(points)) {
    const bytes = new Uint8Array(list.buffer, list.byteOffset, points.count * list.BYTES_PER_ELEMENT);
    writeAt(file, bytes, at);
    at += bytes.length;
  }
}

/** The points of all pieces, one after the other: as many of their lists as there are to read into. */
export function readPieces(file: number, pieces: readonly Piece[], points: Points): void {
  let read = 0;
  for (const piece of pieces) {
    readPiece(file, piece, partOf(points, read, read + piece.count));
    read += piece.count;
  }
}

function readPiece(file: number, { offset, among, first, count }: Piece, points: Points): void {
  let at = offset;
  for (const list of listsOf(points)) {
    const each = list.BYTES_PER_ELEMENT;
    const bytes = new Uint8Array(list.buffer, list.byteOffset, count * each);
    if (readSync(file, bytes, 0, bytes.length, at + first * each) !== bytes.length) {
      throw new Error('The file of chunks ends too soon.');
    }
    at += among * each;
  }
}
