import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dueDayOf, isPastDue, lastTimeZone } from './due-day.ts';

const at = (text: string): number => Date.parse(text);
const due = at('2026-03-05T00:00:00Z');

describe('a due day', () => {
  it('that was given as a date is the same day in every time zone', () => {
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/Berlin', lastTimeZone]) {
      assert.equal(dueDayOf(due, zone), '2026-03-05', zone);
    }
  });

  it('that was given as an instant is the day on which it falls where the reader is', () => {
    assert.equal(dueDayOf(at('2026-03-04T23:00:00Z'), 'Europe/Berlin'), '2026-03-05');
    assert.equal(dueDayOf(at('2026-03-05T05:30:00Z'), 'America/Los_Angeles'), '2026-03-04');
  });

  it('has passed once it has ended where the reader is, and not before', () => {
    const ends: readonly (readonly [string, string])[] = [
      ['Pacific/Kiritimati', '2026-03-05T10:00:00Z'],
      ['Europe/Berlin', '2026-03-05T23:00:00Z'],
      ['UTC', '2026-03-06T00:00:00Z'],
      ['America/Los_Angeles', '2026-03-06T08:00:00Z'],
      [lastTimeZone, '2026-03-06T12:00:00Z'],
    ];
    for (const [zone, end] of ends) {
      assert.deepEqual([isPastDue(due, at(end) - 1, zone), isPastDue(due, at(end), zone)], [false, true], zone);
    }
  });
});
