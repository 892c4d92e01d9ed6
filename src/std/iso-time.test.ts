import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chanceOf, seedOf } from '../../test/support/chance.ts';
import { isoTime } from './iso-time.ts';

const same = (ms: number) => assert.equal(isoTime(ms), new Date(ms).toISOString());

describe('a time as text', () => {
  it('is what toISOString says, at each end of a day, a month, a leap year and a century', () => {
    for (const year of [0, 4, 1599, 1600, 1899, 1900, 1969, 1970, 1999, 2000, 2024, 2026, 2100, 9999])
      for (let month = 0; month < 12; month++) {
        const first = new Date(0);
        first.setUTCFullYear(year, month, 1);
        for (const near of [-1, 0, 1, 86_399_999, 86_400_000]) same(first.getTime() + near);
      }
  });

  it('is so at any moment, also before the year 0 and after 9999', () => {
    const { whole } = chanceOf(seedOf('iso-time'));
    for (let count = 0; count < 20_000; count++) same(whole(-8.64e15, 8.64e15));
    for (let count = 0; count < 20_000; count++) same(whole(0, 4e12));
  });

  it('is none of no time', () => {
    assert.throws(() => isoTime(Number.NaN), RangeError);
    assert.throws(() => isoTime(Number.POSITIVE_INFINITY), RangeError);
    assert.equal(isoTime(1.5), new Date(1.5).toISOString());
  });
});
