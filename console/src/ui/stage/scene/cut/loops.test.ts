import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chanceOf, seedOf } from '../../../../../../test/support/chance.ts';
import { areaOf, type Loop, loopsOf, surfacesOf } from './loops.ts';

const { between, next } = chanceOf(seedOf('loops'));

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, by: next() }))
    .sort((a, b) => a.by - b.by)
    .map(({ one }) => one);

const square = (x: number, y: number, size: number, reversed = false): Loop => {
  const corners = [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
  ] as const;
  return reversed ? corners.toReversed() : corners;
};

/** The sides of loops as segments, in any order; `turned` turns every second one around. */
function segments(loops: readonly Loop[], turned = false): number[] {
  const sides = loops.flatMap((loop) =>
    loop.map(([x, y], n) => {
      const [nextX = 0, nextY = 0] = loop[(n + 1) % loop.length] ?? [];
      return turned && n % 2 === 1 ? [nextX, nextY, x, y] : [x, y, nextX, nextY];
    }),
  );
  return shuffled(sides).flat();
}

const areas = (loops: readonly Loop[]) => loops.map((loop) => Math.round(Math.abs(areaOf(loop)) * 1e6) / 1e6).sort();

describe('loops', () => {
  it('are put together of segments in any order, and of such that run against each other', () => {
    for (const turned of [false, true]) {
      const loops = loopsOf(segments([square(0, 0, 3), square(10, 0, 1), square(-5, 2, 2)], turned));
      assert.deepEqual(areas(loops), [1, 4, 9]);
    }
  });

  it('keep their direction', () => {
    assert.equal(areaOf(loopsOf(segments([square(0, 0, 2)]))[0] ?? []), 4);
    assert.equal(areaOf(loopsOf(segments([square(0, 0, 2, true)]))[0] ?? []), -4);
  });

  it('close over gaps of rounding, and are left out where they do not close', () => {
    const closed = segments([square(0, 0, 2)]).map((value) => value + between(-1e-5, 1e-5));
    assert.equal(areas(loopsOf(closed)).length, 1);
    const open = segments([square(0, 0, 2)]).slice(4);
    assert.deepEqual(loopsOf(open), []);
    assert.deepEqual(loopsOf([0, 0, 0, 0, 1, 1, 1, 1]), []);
  });

  it('that share an open line with others leave these whole', () => {
    const loops = loopsOf([...segments([square(0, 0, 2)]), 5, 5, 6, 6, 6, 6, 7, 5]);
    assert.deepEqual(areas(loops), [4]);
  });
});

describe('surfaces', () => {
  it('have holes where a loop runs against the one around it, and islands in these', () => {
    const [ring, island, apart] = surfacesOf([
      square(4, 4, 2),
      square(0, 0, 10),
      square(2, 2, 6, true),
      square(20, 0, 1),
    ]);
    assert.deepEqual(areas(ring?.holes ?? []), [36]);
    assert.deepEqual([areas([island?.outer ?? []]), island?.holes], [[4], []]);
    assert.deepEqual(areas([apart?.outer ?? []]), [1]);
  });

  it('of bodies that lie in others are their own', () => {
    const surfaces = surfacesOf([square(0, 0, 10), square(2, 2, 3)]);
    assert.deepEqual(
      surfaces.map(({ holes }) => holes.length),
      [0, 0],
    );
  });

  it('are the same where all runs the other way round', () => {
    const surfaces = surfacesOf([square(0, 0, 10, true), square(2, 2, 3)]);
    assert.deepEqual([surfaces.length, surfaces[0]?.holes.length], [1, 1]);
  });
});
