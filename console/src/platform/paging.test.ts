import assert from 'node:assert/strict';
import { it } from 'node:test';
import { allOf } from './paging.ts';

it('reads page after page until there are no more', async () => {
  const asked: number[] = [];
  const all = await allOf(async ({ $skip }) => {
    asked.push($skip);
    return { items: [$skip], more: $skip < 2000 };
  });
  assert.deepEqual(all, [0, 1000, 2000]);
  assert.deepEqual(asked, [0, 1000, 2000]);
});

it('ends with a list that never does', async () => {
  assert.equal((await allOf(async ({ $skip }) => ({ items: [$skip], more: true }))).length, 20);
});
