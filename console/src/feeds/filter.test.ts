import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Column, ColumnType } from './columns.ts';
import { type Condition, faultOf, filterText, firstComparison, isCondition } from './filter.ts';
import { feedSearch, rowsSearch } from './search.ts';

const column = (name: string, type: ColumnType): Column => ({ name, type, label: name });
const columns = [
  column('Name', 'Edm.String'),
  column('Area', 'Edm.Double'),
  column('Fire', 'Edm.Boolean'),
  column('Built', 'Edm.Date'),
  column('Seen', 'Edm.DateTimeOffset'),
  column('ModelId', 'Edm.Guid'),
];
const where = (name: string, is: string, value = ''): Condition => ({ column: name, is, value });

it('conditions of the form become a filter, every kind of column in its own way', () => {
  const cases: readonly (readonly [Condition, string])[] = [
    [where('Name', 'has', "Fire DOOR's"), "contains(tolower(Name),'fire door''s')"],
    [where('Name', 'eq', "a' or true"), "Name eq 'a'' or true'"],
    [where('Name', 'eq'), "Name eq ''"],
    [where('Name', 'empty', 'left over'), 'Name eq null'],
    [where('Area', 'ge', ' -1.5 '), 'Area ge -1.5'],
    [where('Fire', 'no'), 'Fire eq false'],
    [where('Built', 'lt', '2024-02-29'), 'Built lt 2024-02-29'],
    [where('Seen', 'ge', '2024-02-29T12:00Z'), 'Seen ge 2024-02-29T12:00:00.000Z'],
    [where('ModelId', 'ne', '5e19bee0-3aea-4355-a9f0-c6df9989ee7d'), 'ModelId ne 5e19bee0-3aea-4355-a9f0-c6df9989ee7d'],
  ];
  for (const [condition, text] of cases) assert.equal(filterText([condition], columns), text);
  assert.equal(
    filterText(
      cases.map(([condition]) => condition),
      columns,
    ),
    cases.map(([, text]) => text).join(' and '),
  );
});

it('conditions that are not whole are told and left out', () => {
  const wrong = [
    where('Area', 'eq', '1,5'),
    where('Area', 'eq', '1 or true'),
    where('Built', 'eq', '29.2.2024'),
    where('Seen', 'ge', 'yesterday'),
    where('ModelId', 'eq', 'x'),
    where('Gone', 'eq', 'x'),
  ];
  assert.ok(wrong.every((one) => faultOf(one, columns) !== undefined));
  assert.equal(filterText(wrong, columns), '');
  assert.equal(filterText([where('Name', 'drop', 'x')], columns), '', 'a comparison that there is not');
  assert.deepEqual(
    columns.map((one) => firstComparison(one)),
    ['has', 'eq', 'yes', 'ge', 'ge', 'eq'],
  );
});

it('an address keeps what is whole in it', () => {
  const one = where('Name', 'has', 'door');
  assert.deepEqual(rowsSearch({ where: [one, 3, { column: 'x' }], by: 'Name', down: true, columns: ['Name', 1] }), {
    where: [one],
    by: 'Name',
    down: true,
    columns: ['Name'],
  });
  assert.deepEqual(rowsSearch({ where: 'x', by: 1, down: 'yes', columns: 'Name' }), {});
  assert.deepEqual([feedSearch({ tab: 'timers' }), feedSearch({ tab: 'x' })], [{ tab: 'timers' }, {}]);
  assert.equal(isCondition(null), false);
});
