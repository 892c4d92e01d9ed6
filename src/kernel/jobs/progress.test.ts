import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { jsonOf } from '../../std/json.ts';
import { linesOf } from './log-lines.ts';
import { recordProgress } from './progress.ts';

describe('progress of a job', () => {
  it('is saved at most once per spacing, the first at once, the last for certain', async (t) => {
    t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000_000 });
    const saved: { at: number; done: number }[] = [];
    const recorder = recordProgress(jsonOf([]), 50, async ({ done }) => void saved.push({ at: Date.now(), done }));
    for (let n = 1; n <= 40; n++) {
      recorder.progress({ done: n, total: 40 });
      t.mock.timers.tick(5);
      await turn(); // the save ends
    }
    t.mock.timers.tick(50);
    await recorder.close();
    const times = saved.map(({ at }) => at - 1_000_000);
    assert.ok((times[0] ?? 50) <= 5, 'the first change waited');
    assert.equal(saved.length, 5, 'once in 50 of 200 ms');
    assert.equal(saved.at(-1)?.done, 40);
    for (let n = 1; n < times.length; n++) assert.ok((times[n] ?? 0) - (times[n - 1] ?? 0) >= 50);
  });

  it('never falls, keeps what a change leaves out, and makes counts of what is none', async () => {
    const recorder = recordProgress(jsonOf([]), 1000, async () => {});
    recorder.progress({ step: 'Reading', done: 7.9, total: 20, unit: 'photos' });
    recorder.progress({ done: 3, message: 'a\u0000b\nc' });
    recorder.progress({ done: Number.NaN });
    const { log, ...fields } = recorder.fields();
    assert.deepEqual(fields, { step: 'Reading', done: 7, total: 20, unit: 'photos', message: 'a b c' });
    recorder.progress({ total: null, step: null });
    assert.deepEqual([recorder.fields().total, recorder.fields().step, log], [null, null, '[]']);
    await recorder.close();
  });

  it('keeps the last 50 lines of the log, each at most 500 characters', async () => {
    const recorder = recordProgress(jsonOf(['from the attempt before']), 1000, async () => {});
    recorder.log('x'.repeat(600));
    const early = linesOf(recorder.fields().log);
    assert.deepEqual([early[0], early[1]?.length], ['from the attempt before', 500]);
    for (let n = 0; n < 60; n++) recorder.log(`line ${n}`);
    const lines = linesOf(recorder.fields().log);
    assert.deepEqual([lines.length, lines[0], lines[49]], [50, 'line 10', 'line 59']);
    await recorder.close();
  });

  it('is saved no more once it is closed', async (t) => {
    t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000_000 });
    let saves = 0;
    const recorder = recordProgress(jsonOf([]), 5, async () => {
      saves++;
    });
    for (const done of [1, 2]) {
      recorder.progress({ done });
      t.mock.timers.tick(20);
      await turn();
    }
    await recorder.close();
    recorder.progress({ done: 3 });
    t.mock.timers.tick(20);
    assert.equal(saves, 2);
  });
});
