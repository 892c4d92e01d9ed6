import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFiltered, librarySearch } from './search.ts';

describe('the search of the library in an address', () => {
  it('keeps what it knows, numbers as words, and nothing else', () => {
    const found = librarySearch({
      find: 30,
      state: 'Published',
      hashtag: 'wood',
      page: 3,
      category: '',
      catalog: null,
    });
    assert.deepEqual(found, { find: '30', state: 'Published', hashtag: 'wood' });
    assert.deepEqual(librarySearch({ state: 'published' }), {});
  });

  it('says whether anything is asked for', () => {
    assert.equal(isFiltered({}), false);
    assert.equal(isFiltered({ find: 'x' }), true);
  });
});
