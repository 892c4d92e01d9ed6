import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countsOf, reviewJson, reviewOf, reviewWith } from './review-file.ts';

describe('a review of what was found on photos', () => {
  const json = { version: '1.0', photos: { 0: { a: 'accepted', b: 'rejected' }, 1: { c: 'rejected' } } };

  it('is read and written as it is', () => {
    assert.deepEqual(reviewJson(reviewOf(json)), json);
    assert.deepEqual(countsOf(reviewOf(json)), { accepted: 1, rejected: 2 });
  });

  it('leaves out what it does not understand', () => {
    for (const one of [undefined, null, [], 'x', { photos: 7 }]) assert.equal(reviewOf(one).size, 0);
    assert.deepEqual(reviewJson(reviewOf({ photos: { 0: { a: 'perhaps', b: 'accepted' }, 1: 3 } })), {
      version: '1.0',
      photos: { 0: { b: 'accepted' } },
    });
  });

  it('keeps what others said when something is added, changed or taken back', () => {
    const next = reviewWith(reviewOf(json), [
      { photo: '0', id: 'a', verdict: 'rejected' },
      { photo: '0', id: 'b', verdict: undefined },
      { photo: '2', id: 'd', verdict: 'accepted' },
    ]);
    assert.deepEqual(reviewJson(next), {
      version: '1.0',
      photos: { 0: { a: 'rejected' }, 1: { c: 'rejected' }, 2: { d: 'accepted' } },
    });
  });
});
