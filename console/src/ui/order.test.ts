import assert from 'node:assert/strict';
import { it } from 'node:test';
import { byText, byValue } from './order.ts';

it('lists are ordered as people read them: numbers by their value, what is missing last', () => {
  const names = ['pier 10', 'Pier 9', null, 'Äbc', 'abd', undefined];
  assert.deepEqual(names.toSorted(byText((name) => name)), ['Äbc', 'abd', 'Pier 9', 'pier 10', null, undefined]);
  assert.deepEqual([3, 10, 2].toSorted(byValue((one) => one)), [2, 3, 10]);
});
