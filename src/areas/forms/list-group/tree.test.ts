import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listsOf, nested } from './tree.ts';

describe('lists of a sheet', () => {
  const reasonOf = (...rows: string[][]) => {
    const found = listsOf(rows);
    return 'reason' in found ? found.reason : undefined;
  };

  it('nest one level per column, in the order of the file', () => {
    const found = listsOf([['L', 'N'], ['B', '2'], ['', ''], [' B ', '10'], ['A'], ['B', '2']]);
    assert.deepEqual(found, {
      lists: ['L', 'N'],
      tree: [
        [
          'B',
          [
            ['2', []],
            ['10', []],
          ],
        ],
        ['A', []],
      ],
    });
  });

  it('keep options that are called like members of every object', () => {
    const found = listsOf([['L'], ['__proto__'], ['constructor']]);
    assert.ok('tree' in found);
    assert.equal(JSON.stringify(nested(found.tree)), '{"__proto__":{},"constructor":{}}');
  });

  it('tell what is wrong, and where', () => {
    assert.match(reasonOf() ?? '', /no names/);
    assert.match(reasonOf(['A', '', 'B']) ?? '', /^Row 1/);
    assert.match(reasonOf(['A', 'A']) ?? '', /twice/);
    assert.match(reasonOf(['A', 'B'], ['', 'x']) ?? '', /^Row 2/);
    assert.match(reasonOf(['A'], ['x', 'y']) ?? '', /^Row 2/);
    assert.match(reasonOf(['A'], ['x'.repeat(256)]) ?? '', /255/);
    assert.match(reasonOf(Array.from({ length: 11 }, (_, at) => `L${at}`)) ?? '', /10 columns/);
  });
});
