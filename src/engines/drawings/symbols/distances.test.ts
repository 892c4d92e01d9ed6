import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chanceOf } from '../../../../test/support/chance.ts';
import { type BinaryBitmap, blankInk, drawStretch, isInked } from '../bitmap/bitmap.ts';
import { distancesOf, farAway } from './distances.ts';

/** Of the steps to the nearest ink, 5 straight and 7 across, as many as are needed. */
function byEveryCell(ink: BinaryBitmap, most: number): number[] {
  const { width, height } = ink;
  const cells = Array.from({ length: width * height }, (_, at) => at);
  const inked = cells.filter((at) => isInked(ink, at % width, Math.floor(at / width)));
  return Array.from({ length: width * height }, (_, at) => {
    const all = inked.map((other) => {
      const dx = Math.abs((at % width) - (other % width));
      const dy = Math.abs(Math.floor(at / width) - Math.floor(other / width));
      return 7 * Math.min(dx, dy) + 5 * Math.abs(dx - dy);
    });
    const nearest = Math.min(farAway, ...all);
    return nearest <= most ? nearest : farAway;
  });
}

/** Without the border, which is checked on the way. */
function insideOf(ink: BinaryBitmap, most: number): number[] {
  const { cells, stride } = distancesOf(ink, most);
  const [rows, columns] = [ink.height + 2, ink.width + 2];
  const at = (x: number, y: number) => cells[(y + 1) * stride + x + 1] ?? 0;
  for (let x = -1; x < columns - 1; x++) assert.deepEqual([at(x, -1), at(x, rows - 2)], [farAway, farAway]);
  for (let y = -1; y < rows - 1; y++) assert.deepEqual([at(-1, y), at(columns - 2, y)], [farAway, farAway]);
  return Array.from({ length: ink.width * ink.height }, (_, n) => at(n % ink.width, Math.floor(n / ink.width)));
}

describe('how far cells are from ink', () => {
  for (const [seed, most] of [10, 40, 123, farAway].entries()) {
    it(`is what every inked cell says, up to ${most}`, () => {
      const dice = chanceOf(seed);
      const ink = blankInk(97, 71);
      for (let n = 0; n < 6; n++) {
        const [x, y] = [Math.floor(dice.between(0, 90)), Math.floor(dice.between(0, 71))];
        drawStretch(ink, y, x, x + Math.floor(dice.between(1, 7)));
      }
      assert.deepEqual(insideOf(ink, most), byEveryCell(ink, most));
    });
  }

  it('is far everywhere on an empty sheet, and nowhere on a black one', () => {
    assert.ok(insideOf(blankInk(20, 9), farAway).every((d) => d === farAway));
    const black = blankInk(20, 9);
    for (let y = 0; y < 9; y++) drawStretch(black, y, 0, 20);
    assert.ok(insideOf(black, farAway).every((d) => d === 0));
  });
});
