import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FormSummary } from '../../ui/forms/types.ts';
import { columnsOf, dueText, isOverdue, orderOf, overdueBefore, usualColumns } from './columns.ts';

const form = (number: string, more: Partial<FormSummary> = {}): FormSummary => ({
  id: number,
  displayName: number,
  number,
  type: 'Issue',
  state: 'Open' as const,
  ...more,
});

describe('the columns of forms', () => {
  it('are those of the address, the number always; unknown ones are left out', () => {
    assert.deepEqual(
      columnsOf('due,subject,nothing').map(({ name }) => name),
      ['number', 'subject', 'due'],
    );
    assert.deepEqual(
      columnsOf(undefined).map(({ name }) => name),
      [...usualColumns],
    );
  });

  it('order numbers as people read them, and what has no date last', () => {
    const forms = [
      form('IS-00010'),
      form('IS-00009', { dueDate: '2026-02-01T00:00:00Z' }),
      form('IS-00011', { dueDate: '2026-01-01T00:00:00Z' }),
    ];
    const by = (sort: string) => forms.toSorted(orderOf(sort)).map(({ number }) => number);
    assert.deepEqual(by('number'), ['IS-00009', 'IS-00010', 'IS-00011']);
    assert.deepEqual(by('-number'), ['IS-00011', 'IS-00010', 'IS-00009']);
    assert.deepEqual(by('due'), ['IS-00011', 'IS-00009', 'IS-00010']);
    assert.equal(orderOf('nothing'), undefined);
  });

  it('say what is overdue: never what is closed', () => {
    const now = Date.parse('2026-03-01T00:00:00Z');
    const dueDate = '2026-02-01T00:00:00Z';
    assert.deepEqual(
      [form('a', { dueDate }), form('b', { dueDate, state: 'Closed' }), form('c')].map((one) => isOverdue(one, now)),
      [true, false, false],
    );
  });

  it('call a form overdue from the end of its due day where its reader is', () => {
    const due = form('a', { dueDate: '2026-03-05T00:00:00Z' });
    const late = (now: string, timeZone: string) => isOverdue(due, Date.parse(now), timeZone);
    assert.deepEqual([late('2026-03-05T23:59:00Z', 'UTC'), late('2026-03-06T00:00:00Z', 'UTC')], [false, true]);
    assert.deepEqual(
      [late('2026-03-06T07:59:00Z', 'America/Los_Angeles'), late('2026-03-06T08:00:00Z', 'America/Los_Angeles')],
      [false, true],
    );
    assert.equal(late('2026-03-05T10:00:00Z', 'Pacific/Kiritimati'), true);
    assert.equal(dueText('2026-03-05T00:00:00Z', 'America/Los_Angeles'), '2026-03-05');
  });

  it('ask the server for all that is overdue by a time that stays the same all day', () => {
    const [morning, evening] = [new Date(2026, 2, 5, 0, 1), new Date(2026, 2, 5, 23, 59)];
    assert.equal(overdueBefore(morning), overdueBefore(evening));
    assert.ok(overdueBefore(morning) >= '2026-03-05T00:00:00.000Z');
    assert.ok(Date.parse(overdueBefore(morning)) >= new Date(2026, 2, 5).getTime());
  });
});
