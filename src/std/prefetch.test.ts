import assert from 'node:assert/strict';
import { it } from 'node:test';
import { prefetch } from './prefetch.ts';

const all = async <T>(parts: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = [];
  for await (const part of parts) list.push(part);
  return list;
};

it('makes so many of the next while one is used, and tells them in their order', async () => {
  const begun: number[] = [];
  const make = async (item: number) => {
    begun.push(item);
    return item * item;
  };
  const squares = prefetch([1, 2, 3, 4, 5], 2, make);
  assert.deepEqual((await squares.next()).value, [1, 1]);
  assert.deepEqual(begun, [1, 2, 3]);
  assert.deepEqual(await all(squares), [
    [2, 4],
    [3, 9],
    [4, 16],
    [5, 25],
  ]);
  assert.deepEqual(await all(prefetch([], 2, make)), []);
});

it('says what failed where its turn comes, and nothing of what nobody waits for', async () => {
  const make = (item: number) => (item > 1 ? Promise.reject(new Error(`no ${item}`)) : Promise.resolve(item));
  const made = prefetch([1, 2, 3], 3, make);
  assert.deepEqual((await made.next()).value, [1, 1]);
  await assert.rejects(made.next(), /no 2/);
  assert.deepEqual(await made.next(), { done: true, value: undefined });
});
