import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { figureOf, legendOf } from './colours.ts';
import type { ElementsFile, FigureOfElement } from './figures.ts';

const members = ['A1-A3', 'embodied'];
const element = (id: string, embodied: number | null, area: number | null = null): FigureOfElement => ({
  id,
  globalId: id,
  class: 'IfcWall',
  storey: null,
  area,
  of:
    embodied === null
      ? []
      : [
          [0, [embodied / 2, embodied / 2]],
          [1, [null, embodied / 2]],
        ],
});
const file = (elements: readonly FigureOfElement[]): ElementsFile => ({ members, materials: ['A', 'B'], elements });
const all = { member: 'embodied' };

describe('colours of a result', () => {
  it('are of the figure of an element, of all its materials or of one', () => {
    const one = element('a', 10);
    assert.equal(figureOf(one, members, all), 10);
    assert.equal(figureOf(one, members, { ...all, material: 1 }), 5);
    assert.equal(figureOf(one, members, { member: 'A1-A3', material: 1 }), null);
  });

  it('have each element once, in ranges with as many, and tell what is not known', () => {
    const elements = Array.from({ length: 100 }, (_, at) => element(`e${at}`, at + 1));
    const legend = legendOf(file([...elements, element('none', null), element('less', -3)]), all, false);
    assert.deepEqual(
      legend.map(({ label, ids }) => [label, ids.length]),
      [
        ['Less than 0', 1],
        ['Up to 21', 21],
        ['21 to 41', 20],
        ['41 to 60', 19],
        ['60 to 80', 20],
        ['More than 80', 20],
        ['Not calculated', 1],
      ],
    );
  });

  it('are of a square metre, where the area is known', () => {
    const legend = legendOf(file([element('a', 10, 2), element('b', 10, null), element('c', 30, 1)]), all, true);
    assert.deepEqual(
      legend.map(({ label, ids }) => [label, ids]),
      [
        ['Up to 10', ['a']],
        ['More than 25', ['c']],
        ['Area not known', ['b']],
      ],
    );
  });

  it('are only of what is chosen', () => {
    const elements = [element('a', 4), element('b', 8), element('none', null)];
    const legend = legendOf(file(elements), all, false, new Set(['b']));
    assert.deepEqual(
      legend.map(({ label, ids }) => [label, ids]),
      [['8', ['b']]],
    );
  });

  it('need no ranges where everything weighs the same', () => {
    assert.deepEqual(
      legendOf(file([element('a', 4), element('b', 4)]), all, false).map(({ label, ids }) => [label, ids]),
      [['4', ['a', 'b']]],
    );
  });
});
