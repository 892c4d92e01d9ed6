import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc, holds } from '../../../test/support/chance.ts';
import { filterMatcher } from './filter-match.ts';
import { isFilterFault, parseFilter } from './filter-parser.ts';
import { filterSql, propertiesIn } from './filter-sql.ts';

describe('parseFilter', () => {
  const good = [
    "status in ['Active','Inactive']",
    'createdDateTime ge 2023-01-01T00:00:00Z',
    "contains('abc',displayName)",
    "contains(number,'abc')",
    "parentId eq '8a04f48b-1b11-475f-9b61-3083bc69f28f' and (startswith('ABC',number) or startswith('ABC',displayName))",
    'parentId eq 8a04f48b-1b11-475f-9b61-3083bc69f28f',
    "NOT (latitude gt -1.5) AND type Ne 'it''s'",
    'imageName eq null or 1 eq 1',
    "number in ('a', 'b')",
  ];
  for (const text of good) {
    it(`takes ${text}`, () => assert.equal(isFilterFault(parseFilter(text)), false));
  }

  const bad: [string, number][] = [
    ['invalid filter syntax', 14],
    ['status eq', 9],
    ['', 0],
    ["status eq 'a' status", 20],
    ["(status eq 'a'", 14],
    ["status in 'a'", 13],
    ["status eq 'a", 11],
    ['and', 3],
  ];
  for (const [text, position] of bad) {
    it(`finds the fault of "${text}" at ${position}`, () =>
      assert.deepEqual(parseFilter(text), { fault: 'syntax', position }));
  }

  for (const text of ['length(number) eq 3', 'latitude add 1 eq 2', 'contains(number, displayName)']) {
    it(`calls ${text} unsupported`, () => assert.deepEqual(parseFilter(text), { fault: 'unsupported' }));
  }

  it('binds and closer than or', () => {
    const filter = parseFilter('a eq 1 or b eq 2 and not c eq 3');
    assert.equal('kind' in filter && filter.kind, 'or');
  });

  it('names the properties of a filter', () => {
    const filter = parseFilter("Status eq 'a' and contains('x', NUMBER)");
    assert.ok(!isFilterFault(filter));
    assert.deepEqual(propertiesIn(filter), ['status', 'number']);
  });

  it('takes a name that every object has for a property, which nobody declared', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const filter = parseFilter(`${name} ne 'x'`);
      assert.ok(!isFilterFault(filter));
      assert.deepEqual(propertiesIn(filter), [name.toLowerCase()]);
      assert.equal(filterSql(filter, {}), 'unknownProperty');
      assert.equal(filterMatcher(filter, {}), undefined);
    }
  });

  it('never throws', async ({ name }) => {
    const word = fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      ',',
      "'a'",
      'eq',
      'and',
      'not',
      'in',
      'x',
      '1',
      'contains',
      "'",
      '-',
    );
    const words = fc.array(word, { maxLength: 12 }).map((list) => list.join(' '));
    for (const texts of [words, fc.string()])
      await holds('listed-filters', name, texts, (text) => void parseFilter(text));
  });
});
