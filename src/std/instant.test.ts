import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fc } from '../../test/support/chance.ts';
import { parseInstant } from './instant.ts';

const iso = (text: string) => {
  const instant = parseInstant(text);
  return instant === undefined ? undefined : new Date(instant).toISOString();
};

it('reads every form of the conventions', () => {
  assert.equal(iso('2024-04-24'), '2024-04-24T00:00:00.000Z');
  assert.equal(iso('2024-04-24T17:03'), '2024-04-24T17:03:00.000Z');
  assert.equal(iso('2024-04-24T17:03:26'), '2024-04-24T17:03:26.000Z');
  assert.equal(iso('2024-04-24T17:03:26.2409999Z'), '2024-04-24T17:03:26.240Z');
  assert.equal(iso('2024-04-24T17:03:26.2+05:30'), '2024-04-24T11:33:26.200Z');
  assert.equal(iso('2024-04-24t17:03:26-0800'), '2024-04-25T01:03:26.000Z');
  assert.equal(iso('2024-02-29'), '2024-02-29T00:00:00.000Z');
  assert.equal(iso('0099-01-01'), '0099-01-01T00:00:00.000Z');
});

it('refuses what is no such text, and dates that do not exist', () => {
  const wrong = [
    '',
    'tomorrow',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-01-32',
    '2024-1-1',
    '2024-04-24T24:00',
  ];
  const more = ['2024-04-24T17:60', '2024-04-24T17:03:60', '2024-04-24T17:03:26.12345678', '2024-04-24 17:03'];
  for (const text of [...wrong, ...more, '2024-04-24T17:03+24:00', '2024-04-24Z']) {
    assert.equal(parseInstant(text), undefined, text);
  }
});

it('gives back every instant that a date writes', () => {
  const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(fc.property(dates, (date) => assert.equal(parseInstant(date.toISOString()), date.getTime())));
});
