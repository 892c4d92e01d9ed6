import { failures } from '../../failures.ts';
import type { BoxOutput } from '../output.ts';
import type { Piece } from '../pieces.ts';
import type { Outputs } from '../session.ts';
import type { Detected } from './boxes.ts';
import { formOf, outputNamed, tableOf, withoutBatch } from './table.ts';

/** Says whether a place of the picture, in pixels, belongs to an object. */
export type Inside = (x: number, y: number) => boolean;

/**
 * What belongs to each object of a network with prototypes: where their sum, weighted by the coefficients of its row,
 * is more likely than not.
 */
export function insidesOf(
  outputs: Outputs,
  output: BoxOutput,
  piece: Piece,
): (object: Detected, row: number) => Inside {
  const answer = outputNamed(outputs, output.prototypes);
  const [count = 0, rows = 0, columns = 0] = withoutBatch(answer, output.prototypes ?? '', 3);
  const table = tableOf(outputs, output.tensor, !output.transposed);
  const first = table.columns - count;
  if (rows * columns === 0) throw failures.notRunnable(`The output '${output.prototypes}' is ${formOf(answer)}.`);
  return ({ box }, row) => {
    const sums = new Float32Array(rows * columns);
    for (let one = 0; one < count; one++) {
      const weight = table.at(row, first + one);
      for (let n = 0; n < sums.length; n++) {
        sums[n] = (sums[n] ?? 0) + weight * (answer.values[one * sums.length + n] ?? 0);
      }
    }
    const value = (column: number, line: number): number =>
      sums[Math.max(0, Math.min(rows - 1, line)) * columns + Math.max(0, Math.min(columns - 1, column))] ?? 0;
    return (x, y) => {
      if (x < box.xmin || x > box.xmax || y < box.ymin || y > box.ymax) return false;
      const u = ((x - piece.x) * piece.scaleX + piece.left) * (columns / piece.inputWidth) - 0.5;
      const v = ((y - piece.y) * piece.scaleY + piece.top) * (rows / piece.inputHeight) - 0.5;
      const [column, line] = [Math.floor(u), Math.floor(v)];
      const [a, b] = [u - column, v - line];
      const between =
        (value(column, line) * (1 - a) + value(column + 1, line) * a) * (1 - b) +
        (value(column, line + 1) * (1 - a) + value(column + 1, line + 1) * a) * b;
      return between >= 0; // a sigmoid of at least 0.5
    };
  };
}
