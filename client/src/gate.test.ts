import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gateOf } from './gate.ts';

it('lets at most so many work at once, first come first served, also after failures', async () => {
  const gate = gateOf(2);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  let now = 0;
  let most = 0;
  const works = [0, 1, 2, 3, 4].map((at) =>
    gate(async () => {
      started.push(at);
      most = Math.max(most, ++now);
      await new Promise<void>((resolve) => ends.push(resolve));
      now--;
      if (at === 1) throw new Error('broken');
      return at;
    }),
  );
  const results = Promise.allSettled(works);
  for (let ended = 0; ended < 5; ) {
    await new Promise(setImmediate);
    for (const end of ends.splice(0)) {
      end();
      ended++;
    }
  }
  const outcomes = (await results).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
  assert.deepEqual(outcomes, [0, 'failed', 2, 3, 4]);
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
  assert.equal(most, 2);
});
