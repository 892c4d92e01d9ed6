import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { sharedSemaphore } from './semaphore.ts';

/** Work that is begun and ended by hand: what was begun, in order, and how to end it. */
function openWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name);
      ends.set(name, resolve);
    });
  return {
    begun,
    work,
    async end(name: string) {
      ends.get(name)?.();
      await turn();
    },
  };
}

describe('a room that several share', () => {
  it('gives one of them a part of the places only, and its next work no place before the others', async () => {
    const room = sharedSemaphore(3, 2);
    const { begun, work, end } = openWork();
    for (const name of ['a1', 'a2', 'a3', 'a4']) void room(['a'], undefined, work(name));
    void room(['b'], undefined, work('b1'));
    await turn();
    assert.deepEqual(begun, ['a1', 'a2', 'b1']);
    void room(['c'], undefined, work('c1'));
    await end('a1');
    assert.deepEqual(begun.slice(3), ['c1'], 'c waited for a place of all, a for one of its own');
    await end('b1');
    assert.deepEqual(begun.slice(4), ['a3']);
  });

  it('bounds each of several sharers', async () => {
    const room = sharedSemaphore(10, 1);
    const { begun, work, end } = openWork();
    void room(['system', 'a'], undefined, work('first'));
    void room(['system', 'b'], undefined, work('second'));
    void room(['other', 'a'], undefined, work('third'));
    await turn();
    assert.deepEqual(begun, ['first']);
    await end('first');
    assert.deepEqual(begun.toSorted(), ['first', 'second', 'third']);
  });

  it('lets a signal end the wait, and keeps no place for it', async () => {
    const room = sharedSemaphore(1, 1);
    const { begun, work, end } = openWork();
    void room(['a'], undefined, work('first'));
    const gone = new AbortController();
    const waiting = assert.rejects(room(['a'], gone.signal, work('second')), /gone/);
    void room(['b'], undefined, work('third'));
    gone.abort(new Error('gone'));
    await waiting;
    await end('first');
    assert.deepEqual(begun, ['first', 'third']);
  });
});
