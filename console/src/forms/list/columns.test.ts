import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FormSummary } from '../../ui/forms/types.ts';
import { columnsOf, isOverdue, orderOf, usualColumns } from './columns.ts';

const form = (number: string, more: Partial<FormSummary> = {}): FormSummary => ({
  ...{ id: number, displayName: number, number, type: 'Issue', state: 'Open' as const },
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
});
