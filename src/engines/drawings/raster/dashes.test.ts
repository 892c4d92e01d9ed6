import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BinaryBitmap, blankInk, drawStretch, transposed } from '../bitmap/bitmap.ts';
import { smallComponents } from '../bitmap/components.ts';
import { dashedLines } from './dashes.ts';

const letter = 20;
const thickness = 3;

/** An upright line of these stretches, broad as lines are. */
function upright(ink: BinaryBitmap, x: number, ...stretches: readonly (readonly [from: number, end: number])[]): void {
  for (const [from, end] of stretches) {
    for (let y = from; y < end; y++) drawStretch(ink, y, x - 1, x + 2);
  }
}
const level = (ink: BinaryBitmap, y: number, from: number, end: number): void => {
  for (let row = y - 1; row <= y + 1; row++) drawStretch(ink, row, from, end);
};
const found = (ink: BinaryBitmap) => dashedLines(ink, smallComponents(ink, 60), letter).map(({ piece }) => piece);

/** Two long lines, and between them what is drawn. */
function between(...stretches: readonly (readonly [number, number])[]): BinaryBitmap {
  const ink = blankInk(200, 200, thickness);
  level(ink, 20, 10, 190);
  level(ink, 120, 10, 190);
  upright(ink, 100, ...stretches);
  return ink;
}

describe('dashed lines of a picture', () => {
  it('are two dashes, or one between two that touch what the line leads to', () => {
    const two = [{ a: [100.5, 40], b: [100.5, 94], dashed: true }];
    assert.deepEqual(found(between([40, 60], [74, 94])), two);
    const one = [{ a: [100.5, 60], b: [100.5, 80], dashed: true }];
    const ink = between([20, 46], [60, 80], [94, 120]);
    assert.deepEqual(found(ink), one);
    const [{ a, b } = { a: [], b: [] }] = found(transposed(ink));
    assert.deepEqual(
      [a, b],
      [
        [60, 100.5],
        [80, 100.5],
      ],
    );
  });

  it('are no letters: what is alone, or has something else beside it', () => {
    assert.deepEqual(found(between([60, 80])), [], 'between two level lines');
    assert.deepEqual(found(between([60, 80], [94, 120])), [], 'nothing goes on above it');
    assert.deepEqual(found(between([20, 30], [60, 80], [110, 120])), [], 'what goes on is too far away');
    assert.deepEqual(found(between([20, 58], [60, 80], [82, 120])), [], 'as good as touching');
  });
});
