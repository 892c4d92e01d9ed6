import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { linesOf } from './log-lines.ts';
import { type ProgressFields, recordProgress } from './progress.ts';

describe('progress of a job', () => {
  it('is saved at most once per spacing, the first at once, the last for certain', async () => {
    const saved: { at: number; fields: ProgressFields }[] = [];
    const recorder = recordProgress('[]', 50, async (fields) => void saved.push({ at: performance.now(), fields }));
    const start = performance.now();
    for (let n = 1; n <= 40; n++) {
      recorder.progress({ done: n, total: 40 });
      await sleep(5);
    }
    await sleep(80);
    await recorder.close();
    assert.ok((saved[0]?.at ?? Infinity) - start < 25, 'the first change waited');
    assert.ok(saved.length >= 3 && saved.length <= 1 + (performance.now() - start) / 49, `${saved.length} saves`);
    assert.equal(saved.at(-1)?.fields.done, 40);
    for (let n = 1; n < saved.length; n++) assert.ok((saved[n]?.at ?? 0) - (saved[n - 1]?.at ?? 0) >= 45);
  });

  it('never falls, keeps what a change leaves out, and makes counts of what is none', async () => {
    const recorder = recordProgress('[]', 1000, async () => {});
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
    const recorder = recordProgress(JSON.stringify(['from the attempt before']), 1000, async () => {});
    recorder.log('x'.repeat(600));
    const early = linesOf(recorder.fields().log);
    assert.deepEqual([early[0], early[1]?.length], ['from the attempt before', 500]);
    for (let n = 0; n < 60; n++) recorder.log(`line ${n}`);
    const lines = linesOf(recorder.fields().log);
    assert.deepEqual([lines.length, lines[0], lines[49]], [50, 'line 10', 'line 59']);
    await recorder.close();
  });

  it('goes on after a save that failed', async () => {
    let saves = 0;
    const recorder = recordProgress('[]', 5, async () => {
      saves++;
    });
    recorder.progress({ done: 1 });
    await sleep(20);
    recorder.progress({ done: 2 });
    await sleep(20);
    await recorder.close();
    recorder.progress({ done: 3 });
    await sleep(20);
    assert.equal(saves, 2);
  });
});
