import assert from 'node:assert/strict';
import { it } from 'node:test';
import { paceOf } from './pace.ts';

it('a pace lets no more bytes pass than its rate, however small their pieces', async () => {
  const pace = paceOf(1_000_000, new AbortController().signal);
  const began = performance.now();
  for (let piece = 0; piece < 200; piece++) await pace(1000);
  // 200,000 bytes take 200 ms; the last waits are put together
  assert.ok(performance.now() - began >= 170, String(performance.now() - began));
});

it('a pace ends its wait, and lets nothing pass any more, once its signal is aborted', async () => {
  const stop = new AbortController();
  const pace = paceOf(1, stop.signal);
  const waiting = pace(1_000_000);
  stop.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  await assert.rejects(pace(0), { name: 'AbortError' });
});
