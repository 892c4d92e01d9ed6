import { linesOf } from '../../formats/lines.ts';
import { unreadable } from '../../formats/unreadable.ts';
import type { RandomAccess } from '../../random-access.ts';
import { batchSize, type ColumnName, makeBatch, type PointBatch } from '../batch.ts';
import { type CloudSource, invalidPoints } from '../source.ts';

/*
 * PTX, as scanners write it: for each scan how many columns and rows it has, where the scanner stood with its axes, a matrix of
 * four lines whose last one moves, then a line for each direction: x, y, z, intensity and maybe a colour of 8 bits. Directions
 * from which nothing came back have 0 0 0.
 */

const headLines = 10;
const mostDirections = 2 ** 40;

/** Answers the places of a scan as rows of a 4 × 4 matrix that stands behind them. */
type Matrix = readonly number[];

/** The scans of a PTX file where their matrices put them. */
export async function ptxSource(file: RandomAccess, name: string): Promise<CloudSource> {
  const first = await firstScan(file, name);
  const columns: ColumnName[] = [
    ...(first.words >= 4 ? (['intensity'] as const) : []),
    ...(first.words >= 7 ? (['red', 'green', 'blue'] as const) : []),
  ];
  return {
    columns,
    promised: undefined,
    colorBits: 8,
    intensities: [0, 1],
    batches: (skipped) => batchesOf(file, columns, first.words, name, skipped),
    close: () => file.close(),
  };
}

/** What the first point of the file has. */
async function firstScan(file: RandomAccess, name: string): Promise<{ readonly words: number }> {
  const head: string[] = [];
  for await (const line of linesOf(file)) {
    if (head.length === headLines) return { words: wordsOf(line).length };
    head.push(line);
    if (head.length === headLines) readHead(head, name);
  }
  throw unreadable(name, 'it has no head as PTX files have');
}

const wordsOf = (line: string): string[] => line.trim().split(/\s+/);

interface Scan {
  readonly directions: number;
  readonly matrix: Matrix;
}

function readHead(lines: readonly string[], name: string): Scan {
  const rows = lines.map((line) => wordsOf(line).map(Number));
  const [columnCount, rowCount] = [rows[0]?.[0] ?? Number.NaN, rows[1]?.[0] ?? Number.NaN];
  const directions = columnCount * rowCount;
  const isCount = (value: number) => Number.isInteger(value) && value >= 0;
  const lengths = [1, 1, 3, 3, 3, 3, 4, 4, 4, 4];
  const isWhole = rows.every((row, n) => row.length === lengths[n] && row.every(Number.isFinite));
  if (!isWhole || !isCount(columnCount) || !isCount(rowCount) || directions > mostDirections) {
    throw unreadable(name, 'the head of a scan is not as PTX files have it');
  }
  return { directions, matrix: rows.slice(6).flat() };
}

async function* batchesOf(
  file: RandomAccess,
  columns: readonly ColumnName[],
  words: number,
  name: string,
  skipped: (count: number, why: string) => void,
): AsyncGenerator<PointBatch> {
  const batch = makeBatch(columns);
  let [number, left, unseen] = [0, 0, 0];
  let head: string[] = [];
  let matrix: Matrix = [];
  batch.count = 0;
  for await (const line of linesOf(file)) {
    number++;
    if (left === 0) {
      if (head.length === 0 && line.trim() === '') continue; // behind the last scan
      head.push(line);
      if (head.length < headLines) continue;
      const scan = readHead(head, name);
      [left, matrix, head] = [scan.directions, scan.matrix, []];
      continue;
    }
    left--;
    const values = wordsOf(line).map(Number);
    if (values.length < words || values.some(Number.isNaN)) throw unreadable(name, `line ${number} is no point`);
    const [x = 0, y = 0, z = 0] = values;
    if (x === 0 && y === 0 && z === 0) {
      unseen++;
      continue;
    }
    putPoint(batch, [x, y, z], matrix, values);
    if (batch.count < batchSize) continue;
    yield batch;
    batch.count = 0;
  }
  if (left > 0 || head.length > 0) throw unreadable(name, 'it is cut off within a scan');
  if (unseen > 0) skipped(unseen, invalidPoints);
  if (batch.count > 0) yield batch;
}

function putPoint(
  batch: PointBatch,
  [x, y, z]: readonly [number, number, number],
  m: Matrix,
  values: readonly number[],
): void {
  const n = batch.count++;
  const along = (axis: number): number =>
    x * (m[axis] ?? 0) + y * (m[4 + axis] ?? 0) + z * (m[8 + axis] ?? 0) + (m[12 + axis] ?? 0);
  batch.x[n] = along(0);
  batch.y[n] = along(1);
  batch.z[n] = along(2);
  const { intensity, red, green, blue } = batch.columns;
  if (intensity) intensity[n] = values[3] ?? 0;
  if (red) red[n] = values[4] ?? 0;
  if (green) green[n] = values[5] ?? 0;
  if (blue) blue[n] = values[6] ?? 0;
}
