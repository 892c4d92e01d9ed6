import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf } from '../../../ui/stage/value-text.ts';
import { changesOf, csvRows } from './changes.ts';

const changes = changesOf({
  changedElements: {
    elements: ['0x1', '0x2', '0x3'],
    opcodes: [23, 18, 9],
    type: [5, 0, 0],
    globalIds: ['wall', 'door', 'slab'],
    properties: [['Name', 'Pset.IsExternal'], [], []],
    oldValues: [['=North', null], [], []],
    newValues: [['South', true], [], []],
  },
});

describe('the result of a comparison', () => {
  it('is a change for each element, in words', () => {
    assert.deepEqual(
      changes.map(({ globalId, kind, aspects }) => [globalId, kind, ...aspects]),
      [
        ['wall', 'Modified', 'moved', 'properties'],
        ['door', 'Added'],
        ['slab', 'Deleted'],
      ],
    );
  });

  it('is a table with a row for each value', () => {
    const rows = csvRows(changes, ({ globalId }) =>
      globalId === 'slab' ? undefined : { class: 'IfcWall', name: globalId },
    );
    assert.deepEqual(rows, [
      ['Modified', 'wall', 'Wall', 'wall', 'moved, properties', 'Name', '=North', 'South'],
      ['Modified', 'wall', 'Wall', 'wall', 'moved, properties', 'Pset.IsExternal', '', 'Yes'],
      ['Added', 'door', 'Wall', 'door', '', '', '', ''],
      ['Deleted', 'slab', '', '', '', '', '', ''],
    ]);
  });
});

it('values are what people read', () => {
  const values = [null, true, 1.5, 0.1 + 0.2, 'a', ['x', 2], { value: 3, unit: 'mm' }, { lower: 1, upper: 2 }];
  assert.deepEqual(
    values.map((value) => textOf(value)),
    ['', 'Yes', '1.5', '0.3', 'a', 'x, 2', '3 mm', 'lower: 1; upper: 2'],
  );
});
