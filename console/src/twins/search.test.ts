import assert from 'node:assert/strict';
import { it } from 'node:test';
import { classOf, twinListSearch } from './search.ts';

it('takes from an address what the list knows, and leaves out the rest', () => {
  const search = { view: 'favorites', find: 'bridge', subClass: 'Asset', status: 'Trial', other: 1 };
  assert.deepEqual(twinListSearch(search), { view: 'favorites', find: 'bridge', subClass: 'Asset', status: 'Trial' });
  assert.deepEqual(twinListSearch({ view: 'all', find: '', subClass: 'Account', status: null }), {});
  assert.deepEqual(twinListSearch({ find: 417 }), { find: '417' });
});

it('knows the class of each kind', () => {
  assert.deepEqual((['Asset', 'Portfolio', 'Project', 'WorkPackage'] as const).map(classOf), [
    'Thing',
    'Thing',
    'Endeavor',
    'Endeavor',
  ]);
});
