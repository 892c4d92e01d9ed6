import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { patiently } from './patience.ts';
import { Problem, unreachable } from './problem.ts';

const { signal } = new AbortController();
const busy = (status: number, retryAfter?: string) =>
  new Problem(status, { code: 'x', message: 'x' }, new Headers(retryAfter ? { 'retry-after': retryAfter } : {}));

/** Fails with these, one after the other, then answers. */
function failing(...faults: readonly Problem[]) {
  const left = [...faults];
  return async () => {
    const fault = left.shift();
    if (fault) throw fault;
    return 'answer';
  };
}

/** Lets time pass whenever somebody waits, and tells how much of it has passed. */
async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; waited: number }> {
  mock.timers.enable({ apis: ['setTimeout'] });
  let [waited, done] = [0, false];
  const answered = work().finally(() => {
    done = true;
  });
  answered.catch(() => {});
  while (!done) {
    await new Promise((resolve) => setImmediate(resolve));
    if (done) break;
    mock.timers.tick(100);
    waited += 100;
  }
  mock.timers.reset();
  return { answer: await answered, waited };
}

describe('a patient call', () => {
  it('goes on by itself however long the server is away', async () => {
    const held: (Problem | undefined)[] = [];
    const call = failing(...Array.from({ length: 30 }, unreachable));
    const { answer } = await timed(() => patiently(call, { signal, onHeld: (by) => held.push(by) }));
    assert.equal(answer, 'answer');
    assert.equal(held.length, 31);
    assert.equal(held.at(-1), undefined);
  });

  it('waits as long as a busy server asks for', async () => {
    const { waited } = await timed(() => patiently(failing(busy(429, '40')), { signal }));
    assert.ok(waited >= 40_000 && waited < 41_000, `${waited} ms`);
  });

  it('takes a refusal as final at once, and a failure after some tries', async () => {
    await assert.rejects(patiently(failing(busy(403)), { signal }), { status: 403 });
    const broken = failing(...Array.from({ length: 30 }, () => busy(500)));
    await assert.rejects(
      timed(() => patiently(broken, { signal })),
      { status: 500 },
    );
  });

  it('ends when it is not wanted any more, also while it waits', async () => {
    const stop = new AbortController();
    const call = patiently(failing(busy(503, '1000')), {
      signal: stop.signal,
      onHeld: () => stop.abort(new Error('ended')),
    });
    await assert.rejects(call, /ended/);
  });
});
