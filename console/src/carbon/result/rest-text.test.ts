import assert from 'node:assert/strict';
import { it } from 'node:test';
import { restText } from './rest-text.ts';

it('rows that were not calculated are told from elements without any figure', () => {
  const element = { id: 'a', globalId: 'a', class: 'IfcWall', storey: null, area: null };
  const elements = [
    { ...element, of: [] },
    { ...element, of: [[0, [null, null]]] as const },
    { ...element, of: [[0, [null, 7]]] as const },
  ];
  const rows = [{ rows: 270 }, { rows: 2 }];
  assert.equal(restText(rows, undefined), '272 quantity rows not calculated. A row is one material of one element.');
  assert.equal(
    restText(rows, { elements }),
    '272 quantity rows not calculated. A row is one material of one element. 2 elements without any calculated material are gray in the model.',
  );
});
