import assert from 'node:assert/strict';
import { it } from 'node:test';
import { continuationLinks } from './continuation.ts';

it('links of pages carry the other parameters and the token under its name', () => {
  const plain = continuationLinks('http://x/jobs', {
    twinId: 'a b',
    $top: 2,
    continuationToken: 'old',
    none: undefined,
  });
  assert.equal(plain('new').href, 'http://x/jobs?twinId=a%20b&$top=2&continuationToken=new');
  assert.equal(plain(undefined).href, 'http://x/jobs?twinId=a%20b&$top=2');
  const dollar = continuationLinks('http://x/runs', { twinId: 'a', $continuationToken: 'old' }, '$continuationToken');
  assert.equal(dollar('new').href, 'http://x/runs?twinId=a&$continuationToken=new');
});
