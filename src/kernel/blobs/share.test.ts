import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shareOf, streaming } from './share.ts';

it('few streams take large pieces, many of them small ones, and no more together than before', () => {
  const ends = Array.from({ length: 8 }, streaming);
  assert.equal(shareOf(), 512 * 1024);
  const more = Array.from({ length: 24 }, streaming);
  assert.equal(shareOf(), 128 * 1024);
  const most = Array.from({ length: 1000 }, streaming);
  assert.equal(shareOf(), 64 * 1024);
  for (const end of [...most, ...more, ...ends]) end();
  assert.equal(shareOf(), 512 * 1024);
});
