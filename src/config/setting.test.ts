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
