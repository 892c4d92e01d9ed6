import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SendResult } from './send.ts';
import { type DeliverySituation, usualPlan, verdictOn } from './verdict.ts';

const now = 1_000_000_000_000;
const second = 1000;
const hour = 3_600_000;
const result = (statusCode: number | null, retryAfterMs: number | null = null): SendResult => ({
  statusCode,
  error: null,
  retryAfterMs,
});
const situation = (more: Partial<DeliverySituation> = {}, webhook: Partial<DeliverySituation['webhook']> = {}) => ({
  now,
  attempts: 1,
  resent: false,
  test: false,
  ...more,
  webhook: { active: true, failingSince: null, failedMessages: 0, ...webhook },
});
const waitAfter = (attempts: number, chance: number, retryAfterMs: number | null = null) => {
  const verdict = verdictOn(result(500, retryAfterMs), situation({ attempts }), usualPlan, chance);
  return verdict.due === null ? null : verdict.due - now;
};

describe('verdict on an attempt', () => {
  it('is Delivered for any 2xx, and the webhook is well again', () => {
    for (const status of [200, 201, 202, 204, 299]) {
      const verdict = verdictOn(result(status), situation({}, { failingSince: 5, failedMessages: 9 }), usualPlan, 0.5);
      assert.deepEqual(verdict, {
        state: 'Delivered',
        due: null,
        failingSince: null,
        failedMessages: 0,
        switchOff: false,
      });
    }
  });

  it('is another attempt for everything else', () => {
    for (const status of [null, 100, 199, 300, 302, 400, 404, 429, 500, 503]) {
      assert.equal(verdictOn(result(status), situation(), usualPlan, 0.5).state, 'Pending', String(status));
    }
  });

  it('waits 10 s, 30 s, 2, 10, 30 min, 1, 3, 6, 12 and 24 h, then the message has failed', () => {
    const waits = Array.from({ length: 11 }, (_, n) => waitAfter(n + 1, 0.5));
    const minutes = 60 * second;
    assert.deepEqual(waits, [
      10 * second,
      30 * second,
      2 * minutes,
      10 * minutes,
      30 * minutes,
      hour,
      3 * hour,
      6 * hour,
      12 * hour,
      24 * hour,
      null,
    ]);
    assert.equal(verdictOn(result(500), situation({ attempts: 11 }), usualPlan, 0.5).state, 'Failed');
  });

  it('spreads the waits by 20 % to both sides', () => {
    assert.equal(waitAfter(1, 0), 8 * second);
    assert.equal(Math.round(waitAfter(1, 0.999_999) ?? 0), 12 * second);
  });

  it('waits as long as the receiver asks, up to an hour', () => {
    assert.equal(waitAfter(1, 0.5, 90 * second), 90 * second);
    assert.equal(waitAfter(1, 0.5, 3 * second), 10 * second);
    assert.equal(waitAfter(1, 0.5, 5 * hour), hour);
  });

  it('stops at 410 and switches the webhook off', () => {
    const verdict = verdictOn(result(410), situation(), usualPlan, 0.5);
    assert.deepEqual([verdict.state, verdict.switchOff], ['Failed', true]);
  });

  it('switches off after 72 h without a success in which 20 messages failed', () => {
    const after = (hours: number, messages: number, attempts = 2) =>
      verdictOn(
        result(500),
        situation({ attempts }, { failingSince: now - hours * hour, failedMessages: messages }),
        usualPlan,
        0.5,
      ).switchOff;
    assert.equal(after(72, 20), true);
    assert.equal(after(71.9, 20), false);
    assert.equal(after(72, 19), false);
    assert.equal(after(72, 19, 1), true, 'this message is the 20th');
  });

  it('counts a message once, however often it fails', () => {
    assert.equal(verdictOn(result(500), situation(), usualPlan, 0.5).failedMessages, 1);
    const again = verdictOn(result(500), situation({ attempts: 2 }, { failedMessages: 1 }), usualPlan, 0.5);
    assert.equal(again.failedMessages, 1);
  });

  it('tries a test message again like any other, also for an inactive webhook, and learns nothing bad from it', () => {
    for (const active of [true, false]) {
      const verdict = verdictOn(result(500), situation({ test: true }, { active }), usualPlan, 0.5);
      assert.deepEqual([verdict.state, verdict.due], ['Pending', now + 10 * second]);
      assert.deepEqual([verdict.failingSince, verdict.failedMessages], [null, 0]);
    }
    const last = usualPlan.delays.length + 1;
    const end = verdictOn(result(500), situation({ test: true, attempts: last }), usualPlan, 0.5);
    assert.equal(end.state, 'Failed');
  });

  it('does not count a message once more that was sent again by hand', () => {
    const again = verdictOn(result(500), situation({ resent: true }, { failedMessages: 3 }), usualPlan, 0.5);
    assert.deepEqual([again.failedMessages, again.due], [3, now + 10 * second]);
  });

  it('does not try again for a webhook that was switched off meanwhile', () => {
    assert.equal(verdictOn(result(500), situation({}, { active: false }), usualPlan, 0.5).state, 'Failed');
  });
});
