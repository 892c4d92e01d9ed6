import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nextSequence } from './sequence.ts';

const now = 1_700_000_000_000;
const hour = 3_600_000;

it('rows that are made in one millisecond, or while a clock is set back by hours, have numbers in their order', () => {
  const made = [now, now, now, now - 3 * hour, now + 1].map(nextSequence);
  assert.deepEqual(
    made,
    [...new Set(made)].toSorted((a, b) => a - b),
  );
});

it('numbers follow the clock again after it was days ahead', () => {
  const ahead = nextSequence(now + 400 * 24 * hour);
  const after = nextSequence(now + hour);
  assert.equal(ahead, (now + 400 * 24 * hour) * 1000);
  assert.equal(after, (now + hour) * 1000);
});
