import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { samplerOf } from './sampler.ts';

const start = Date.UTC(2026, 10, 27);

/** What is kept of so many requests a second, evenly spread over some seconds. */
function kept(rate: number, perSecond: number, seconds: number) {
  const sampler = samplerOf(rate);
  return Array.from({ length: seconds }, (_, second) => {
    const taken: number[] = [];
    for (let at = 0; at < perSecond; at++) {
      const standsFor = sampler.take('app', start + second * 1000 + (at * 1000) / perSecond);
      if (standsFor > 0) taken.push(standsFor);
    }
    return taken;
  });
}

const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0);

describe('sampling of successes', () => {
  it('keeps every one of a quiet application', () => {
    assert.deepEqual(kept(200, 200, 3).flat(), new Array(600).fill(1));
  });

  for (const perSecond of [201, 500, 2000, 10_000]) {
    it(`keeps at most twice the rate of ${perSecond} a second, and sums that are true within 5 % over 10 s`, () => {
      const seconds = kept(200, perSecond, 10);
      for (const one of seconds) {
        assert.ok(one.length <= 400, `${one.length} kept`);
        assert.ok(one.length >= 200);
      }
      const all = sum(seconds.flat());
      assert.ok(Math.abs(all - 10 * perSecond) <= 0.05 * 10 * perSecond, `${all} of ${10 * perSecond}`);
    });
  }

  it('counts each application by itself', () => {
    const sampler = samplerOf(1);
    assert.deepEqual([sampler.take('a', start), sampler.take('b', start), sampler.take('a', start)], [1, 1, 0]);
  });

  it('keeps all where the rate is 0', () => {
    assert.deepEqual(kept(0, 1000, 1).flat(), new Array(1000).fill(1));
  });
});
