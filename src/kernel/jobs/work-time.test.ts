import assert from 'node:assert/strict';
import { it } from 'node:test';
import { timeFor } from './work-time.ts';

it('the time of work grows with each megabyte of its input, up to a limit', () => {
  const time = { base: 1000, perMegabyte: 10, most: 2000 };
  assert.deepEqual(
    [0, 1, 2 ** 20, 2 ** 20 + 1, 2 ** 30].map((bytes) => timeFor(bytes, time)),
    [1000, 1010, 1010, 1020, 2000],
  );
});
