import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chanceOf } from '../../../../test/support/chance.ts';
import { facesOf } from '../symbols/faces.ts';
import {
  type BinaryBitmap,
  blankInk,
  coreOf,
  drawCell,
  drawStretch,
  eachStretch,
  eraseStretch,
  isInked,
  transposed,
} from './bitmap.ts';

const sizes = [1, 31, 32, 33, 64, 97] as const;

/** The cells, row by row, as a person would write them. */
const cellsOf = (ink: BinaryBitmap): string[] =>
  Array.from({ length: ink.height }, (_, y) =>
    Array.from({ length: ink.width }, (_, x) => (isInked(ink, x, y) ? '#' : '.')).join(''),
  );

function randomInk(seed: number, width: number, height: number, part: number): BinaryBitmap {
  const dice = chanceOf(seed);
  const ink = blankInk(width, height, 3);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (dice.happens(part)) drawCell(ink, x, y);
  return ink;
}

describe('a picture of lines', () => {
  for (const width of sizes) {
    it(`of ${width} cells takes stretches in and gives them back`, () => {
      for (let from = 0; from < width; from++) {
        for (let end = from + 1; end <= width; end++) {
          const ink = blankInk(width, 3);
          drawStretch(ink, 1, from, end);
          const row = '.'.repeat(from) + '#'.repeat(end - from) + '.'.repeat(width - end);
          assert.deepEqual(cellsOf(ink), ['.'.repeat(width), row, '.'.repeat(width)]);
          for (let y = 0; y < 3; y++) drawStretch(ink, y, 0, width);
          eraseStretch(ink, 1, from, end);
          const full = '#'.repeat(width);
          assert.deepEqual(cellsOf(ink), [full, row.replaceAll(/./g, (cell) => (cell === '#' ? '.' : '#')), full]);
        }
      }
    });

    it(`of ${width} cells tells its stretches, in whole rows and in parts of them`, () => {
      const ink = randomInk(width, width, 9, 0.4);
      for (const [y, row] of cellsOf(ink).entries()) {
        for (const [first, last] of [
          [0, width],
          [width >> 1, width],
          [width >> 2, (width >> 2) + 1],
        ] as const) {
          for (const [of, cell] of [
            ['ink', /#+/g],
            ['paper', /\.+/g],
          ] as const) {
            const told: [number, number][] = [];
            eachStretch(ink, y, of, (from, end) => void told.push([from, end]), first, last);
            const part = row.slice(first, last);
            const expected = [...part.matchAll(cell)].map(({ 0: text, index }) => [
              first + index,
              first + index + text.length,
            ]);
            assert.deepEqual(told, expected);
          }
        }
      }
    });

    it(`of ${width} cells has a core, and can be turned`, () => {
      const ink = randomInk(width + 1, width, 20, 0.85);
      const rows = cellsOf(ink);
      const core = cellsOf(coreOf(ink));
      const turned = cellsOf(transposed(ink));
      for (const [y, row] of rows.entries()) {
        for (const [x, cell] of [...row].entries()) {
          assert.equal(turned[x]?.[y], cell);
          const around = [cell, row[x - 1], row[x + 1], rows[y - 1]?.[x], rows[y + 1]?.[x]];
          assert.equal(core[y]?.[x], around.every((one) => one === '#') ? '#' : '.', `${x}, ${y}`);
        }
      }
    });
  }
});

describe('what lines surround', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    it(`is what cannot be left by steps over paper (${seed})`, () => {
      const ink = randomInk(seed, 61, 47, 0.3 + seed * 0.04);
      assert.deepEqual(facesOf(ink), bySteps(ink));
    });
  }

  it('is nothing on an empty sheet, nor on a black one', () => {
    assert.deepEqual(facesOf(blankInk(40, 30)), []);
    assert.deepEqual(facesOf(randomInk(0, 40, 30, 1)), []);
  });
});

/** Every area is walked through, cell by cell. */
function bySteps(ink: BinaryBitmap) {
  const { width, height, thickness } = ink;
  const seen = new Set<number>();
  const faces: ReturnType<typeof facesOf>[number][] = [];
  for (let start = 0; start < width * height; start++) {
    if (seen.has(start) || isInked(ink, start % width, Math.floor(start / width))) continue;
    const cells = [start];
    seen.add(start);
    let open = false;
    for (const at of cells) {
      const [x, y] = [at % width, Math.floor(at / width)];
      open ||= x === 0 || y === 0 || x === width - 1 || y === height - 1;
      for (const [nx, ny] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ] as const) {
        const next = ny * width + nx;
        if (nx < 0 || ny < 0 || nx >= width || ny >= height || seen.has(next) || isInked(ink, nx, ny)) continue;
        seen.add(next);
        cells.push(next);
      }
    }
    if (open) continue;
    const [xs, ys] = [cells.map((at) => at % width), cells.map((at) => Math.floor(at / width))];
    const out = thickness / 2;
    const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length + 0.5;
    const box = { left: Math.min(...xs) - out, top: Math.min(...ys) - out };
    faces.push({
      box: { ...box, right: Math.max(...xs) + 1 + out, bottom: Math.max(...ys) + 1 + out },
      area: cells.length,
      middle: [mean(xs), mean(ys)],
    });
  }
  return faces;
}
