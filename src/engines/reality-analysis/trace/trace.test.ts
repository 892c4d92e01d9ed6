import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numbersOf } from '../../../../test/support/chance.ts';
import { bitmapOf } from './bitmap.ts';
import { centerLinesOf } from './center-lines.ts';
import { contains, outlinesOf, signedArea, simplified } from './outlines.ts';

const columns = 60;
const cellsWhere = (inside: (x: number, y: number) => boolean): number[] =>
  Array.from({ length: columns * 50 }, (_, at) => at).filter((at) => inside(at % columns, Math.floor(at / columns)));

describe('outlines', () => {
  it('of a rectangle are its corners', () => {
    const [outline, ...others] = outlinesOf(
      bitmapOf(
        cellsWhere((x, y) => x >= 10 && x < 20 && y >= 5 && y < 9),
        columns,
      ),
    );
    assert.equal(others.length, 0);
    assert.deepEqual(outline, {
      outer: [
        [10, 5],
        [20, 5],
        [20, 9],
        [10, 9],
      ],
      inner: [],
    });
  });

  it('know holes', () => {
    const ring = cellsWhere(
      (x, y) => x >= 10 && x < 30 && y >= 5 && y < 25 && !(x >= 15 && x < 22 && y >= 10 && y < 20),
    );
    const [outline] = outlinesOf(bitmapOf(ring, columns));
    assert.equal(outline?.inner.length, 1);
    assert.equal(Math.abs(signedArea(outline?.inner[0] ?? [])), 70);
  });

  for (const seed of [1, 2, 3]) {
    it(`cover exactly the cells of a shape (${seed})`, () => {
      const random = numbersOf(seed);
      const waves = [random() * 6, random() * 6];
      const cells = cellsWhere((x, y) => {
        const angle = Math.atan2(y - 24, x - 28);
        const reach = 14 + 3 * Math.sin(2 * angle + (waves[0] ?? 0)) + 2 * Math.sin(5 * angle + (waves[1] ?? 0));
        return Math.hypot(x - 28, y - 24) < reach;
      });
      const bitmap = bitmapOf(cells, columns);
      const [outline, ...others] = outlinesOf(bitmap);
      assert.ok(outline && others.length === 0);
      const count = bitmap.bits.reduce((sum, bit) => sum + bit, 0);
      assert.equal(signedArea(outline.outer) + outline.inner.reduce((sum, ring) => sum + signedArea(ring), 0), count);
      const smooth = simplified(outline.outer, 0.75);
      assert.ok(smooth.length < outline.outer.length / 2);
      const wrong = cellsWhere(() => true).filter((at) => {
        const [x, y] = [(at % columns) + 0.5, Math.floor(at / columns) + 0.5];
        return contains(smooth, x, y) !== contains(outline.outer, x, y);
      });
      assert.ok(wrong.length < count * 0.06, `${wrong.length} of ${count} cells`);
    });
  }
});

it('the centre line of a crooked band is its middle, as wide as the band', () => {
  const middle = (x: number) => 20 + 8 * Math.sin(x / 9);
  const cells = cellsWhere(
    (x, y) => x >= 4 && x < 54 && Math.abs(y + 0.5 - middle(x + 0.5)) < 2.5 * Math.hypot(1, (8 / 9) * Math.cos(x / 9)),
  );
  const [line, ...others] = centerLinesOf(bitmapOf(cells, columns));
  assert.equal(others.length, 0);
  assert.ok(line && line.places.length > 40);
  for (const [x, y] of line.places.slice(4, -4)) assert.ok(Math.abs(y - middle(x)) < 1.5, `${x}, ${y}`);
  const mean = line.widths.reduce((sum, one) => sum + one, 0) / line.widths.length;
  assert.ok(Math.abs(mean - 5) < 1, `${mean} wide`);
});
