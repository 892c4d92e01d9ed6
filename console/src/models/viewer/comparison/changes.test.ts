import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf } from '../../../ui/stage/value-text.ts';
import { changesOf, csvRows, limitOf, moveOf, within } from './changes.ts';

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

  it('is limited to what one sees, or to values alone', () => {
    const named = { ...changes[0], globalId: 'named', aspects: ['properties'] };
    const all = [...changes, { ...named, kind: 'Modified', id: '0x4', differences: [] } as const];
    const ids = (limit: string | undefined) => within(all, limitOf(limit)).map(({ globalId }) => globalId);
    assert.deepEqual(ids(undefined), ['wall', 'door', 'slab', 'named']);
    assert.deepEqual(ids('geometry'), ['wall', 'door', 'slab']);
    assert.deepEqual(ids('values'), ['named']);
  });

  it('tells how far the middle of a shape has moved along each axis', () => {
    const box = (x: number, z: number) => ({ low: [x, 0, z], high: [x + 2, 1, z + 3] });
    assert.deepEqual(moveOf(box(0, 0), box(3, -4)), { by: [3, 0, -4], distance: 5 });
    assert.equal(moveOf(box(0, 0), box(0.0001, 0)), undefined);
    assert.equal(moveOf(undefined, box(0, 0)), undefined);
  });

  it('is a table with a row for each value', () => {
    const rows = csvRows(
      changes,
      ({ globalId }) => (globalId === 'slab' ? undefined : { class: 'IfcWall', name: globalId }),
      ({ globalId }) => (globalId === 'wall' ? { by: [0.25, 0, 0], distance: 0.25 } : undefined),
    );
    assert.deepEqual(rows, [
      ['Modified', 'wall', 'Wall', 'wall', 'moved, properties', '0.250', 'Name', '=North', 'South'],
      ['Modified', 'wall', 'Wall', 'wall', 'moved, properties', '0.250', 'Pset.IsExternal', '', 'Yes'],
      ['Added', 'door', 'Wall', 'door', '', '', '', '', ''],
      ['Deleted', 'slab', '', '', '', '', '', '', ''],
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
