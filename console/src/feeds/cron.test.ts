import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cronOf, cronWords, firstRhythm } from './cron.ts';

it('what is chosen becomes a schedule, which is told in words again', () => {
  const cases = [
    [{ ...firstRhythm }, '0 2 * * *', 'Every day at 02:00 UTC'],
    [{ ...firstRhythm, every: 'hour', at: '00:05' }, '5 * * * *', 'Every hour at 05 past'],
    [{ ...firstRhythm, every: 'week', at: '23:59', weekday: '0' }, '59 23 * * 0', 'Every Sunday at 23:59 UTC'],
    [{ ...firstRhythm, every: 'month', day: '31' }, '0 2 31 * *', 'On day 31 of every month at 02:00 UTC'],
    [{ ...firstRhythm, every: 'own', own: ' */5 8-17 * * 1-5 ' }, '*/5 8-17 * * 1-5', '*/5 8-17 * * 1-5 (UTC)'],
  ] as const;
  for (const [rhythm, cron, words] of cases) {
    assert.equal(cronOf(rhythm), cron);
    assert.equal(cronWords(cron), words);
  }
  for (const odd of ['0 2 13 * 5', '0 0 2 * * *', '5 * 1 * *', 'nonsense'])
    assert.equal(cronWords(odd), `${odd} (UTC)`);
});
