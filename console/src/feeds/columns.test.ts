import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { titleOf } from './columns.ts';

describe('the title of a column of a feed', () => {
  it('is its name, and a description of something else is a hint', () => {
    assert.deepEqual(titleOf('MinX', 'm, box of the mesh'), { label: 'MinX', hint: 'm, box of the mesh' });
    assert.deepEqual(titleOf('Thickness', 'm'), { label: 'Thickness', hint: 'm' });
    assert.deepEqual(titleOf('Id', null), { label: 'Id' });
  });

  it('is what the source calls it, where the description only spells the name', () => {
    assert.deepEqual(titleOf('Serial_no', 'Serial no'), { label: 'Serial no' });
    assert.deepEqual(titleOf('Fläche_m2_', 'Fläche (m2)'), { label: 'Fläche (m2)' });
    assert.deepEqual(titleOf('Name_2', 'Name'), { label: 'Name' });
    assert.deepEqual(titleOf('_', '\u{1F6AA}'), { label: '_', hint: '\u{1F6AA}' });
  });
});
