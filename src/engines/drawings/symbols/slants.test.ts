import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chanceOf, sized } from '../../../../test/support/chance.ts';
import { type BinaryBitmap, blankInk, drawLines } from '../bitmap/bitmap.ts';
import { circlePoints } from '../curves.ts';
import { centerOf, heightOf, type Point, widthOf } from '../geometry.ts';
import { slantsOf } from './slants.ts';

const letter = 20;
const drawn = (ink: BinaryBitmap, ...points: readonly Point[]): void => {
  drawLines(ink, points);
};

describe('slanting lines', () => {
  it('are found between bars, whole, and where a circle lies on them, too', () => {
    for (let seed = 0; seed < sized(300, 600); seed++) {
      const dice = chanceOf(seed);
      const ink = blankInk(260, 260);
      const wide = dice.between(45, 150);
      const high = wide * dice.between(0.48, 0.9);
      const [x, y] = [130 + dice.between(-1, 1), 130 + dice.between(-1, 1)];
      const [l, r, t, b] = [x - wide / 2, x + wide / 2, y - high / 2, y + high / 2];
      const rising = dice.happens(0.5);
      const [from, to] = rising ? [b, t] : [t, b];
      drawn(ink, [l, t], [l, b]);
      drawn(ink, [r, t], [r, b]);
      drawn(ink, [l, from], [r, to]);
      if (seed % 3 > 0) drawn(ink, ...circlePoints([x, y], wide * dice.between(0.06, 0.12)));
      const found = slantsOf(ink, letter);
      const told = `seed ${seed}: ${JSON.stringify(found)}`;
      const isWhole = found.some(({ box, ...slant }) => {
        const [cx, cy] = centerOf(box);
        const [w, h] = [widthOf(box) / wide, heightOf(box) / high];
        return slant.rising === rising && Math.abs(cx - x) < 4 && Math.abs(cy - y) < 4 && Math.min(w, h) > 0.85;
      });
      assert.ok(isWhole, told);
      assert.ok(
        found.every((one) => one.rising === rising),
        told,
      );
    }
  });

  it('that only come near each other stay two', () => {
    const ink = blankInk(200, 200);
    drawn(ink, [20, 20], [60, 60]);
    drawn(ink, [64, 64], [84, 124]);
    drawn(ink, [120, 20], [160, 60]);
    drawn(ink, [120, 120], [160, 80]);
    assert.equal(slantsOf(ink, letter).length, 4, 'a bend, and one that falls over one that rises');
  });

  it('are neither level nor upright', () => {
    const ink = blankInk(200, 200);
    drawn(ink, [20, 20], [160, 20]);
    drawn(ink, [40, 40], [40, 160]);
    drawn(ink, [60, 60], [160, 68]);
    assert.deepEqual(slantsOf(ink, letter), []);
  });
});
