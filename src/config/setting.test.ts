import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

it('CHECK_SCHEDULE is cron in UTC, off where it is not set, and refused where it is none or fires too often', () => {
  assert.deepEqual(readConfig({}).contentCheck, { schedule: undefined, bytesPerSecond: 20_000_000 });
  assert.deepEqual(readConfig({ CHECK_SCHEDULE: '0 2 * * 6', CHECK_RATE: '5' }).contentCheck, {
    schedule: '0 2 * * 6',
    bytesPerSecond: 5_000_000,
  });
  const refusals: [text: string, why: RegExp][] = [
    ['daily', /CHECK_SCHEDULE: 'daily' is no schedule/],
    ['* * * * * *', /fires more than once a minute/],
    ['0 0 30 2 *', /never fires/],
  ];
  for (const [schedule, why] of refusals) {
    assert.throws(
      () => readConfig({ CHECK_SCHEDULE: schedule }),
      (error) => error instanceof ConfigError && why.test(error.message),
    );
  }
});

it('TEST_MODE is on or off; dev is refused by name', () => {
  assert.deepEqual(readConfig({}).testMode, { on: true, sandboxes: 200 });
  assert.deepEqual(readConfig({ TEST_MODE: 'off', TEST_SANDBOXES: '5' }).testMode, { on: false, sandboxes: 5 });
  for (const [text, why] of [
    ['dev', /TEST_MODE: 'dev' is not supported by this version; use on or off/],
    ['maybe', /TEST_MODE: must be one of on, off/],
  ] as const) {
    assert.throws(
      () => readConfig({ TEST_MODE: text }),
      (error) => error instanceof ConfigError && why.test(error.message),
    );
  }
});
