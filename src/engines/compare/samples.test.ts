import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sample, withoutSamples } from '../ifc/testing/files.ts';
import { compared, comparedFiles } from './testing/compared.ts';

describe('comparison of public sample files', { skip: withoutSamples }, () => {
  it('duplex and its second version: one new, two gone, 48 changed', async () => {
    const { changes, full, result, valuesOf, before } = await comparedFiles(
      sample('duplex.ifc'),
      sample('duplex-v2.ifc'),
    );
    const counted = (opcode: number, type: number) =>
      Object.values(changes).filter((change) => change[0] === opcode && change[1] === type).length;
    assert.deepEqual([result.added, result.deleted, result.modified], [1, 2, 48]);
    assert.deepEqual([counted(18, 0), counted(9, 0), counted(23, 1), counted(23, 5)], [1, 2, 47, 1]);
    const moved = '2O2Fr$t4X7Zf8NOew3FNbT';
    assert.deepEqual(changes[moved], [23, 5]);
    const changed = Object.entries(changes).filter(([, [opcode]]) => opcode === 23);
    const accessors = changed.map(([globalId]) => Object.keys(valuesOf(globalId)).join());
    assert.equal(accessors.filter((one) => one.endsWith('.IsExternal')).length, 47);
    assert.equal(accessors.filter((one) => one === 'Name').length, 1);
    assert.ok(Object.keys(valuesOf(moved)).join().endsWith('.IsExternal'));
    const ids = full.elements?.map(Number) ?? [];
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
    const none = await compared({ before: before.result.snapshot, after: before.result.snapshot });
    assert.deepEqual(none.changes, {});
  });

  it('a version against nothing: all its elements are new', async () => {
    const { before } = await comparedFiles(sample('IfcOpenHouse_IFC4.ifc'), sample('IfcOpenHouse_IFC4.ifc'));
    const { result, changes } = await compared({ after: before.result.snapshot });
    assert.deepEqual([result.added, result.deleted, result.modified], [47, 0, 0]);
    assert.ok(Object.values(changes).every(([opcode, type]) => opcode === 18 && type === 0));
  });
});
