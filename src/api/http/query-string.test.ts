import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { csv } from '../../kernel/schema/shapes.ts';
import { parseQuery } from './query-string.ts';

const schema = Type.Object({
  types: csv(Type.String()),
  $top: Type.Integer(),
  continuationToken: Type.String(),
  $continuationToken: Type.String(),
  $search: Type.String(),
});

describe('a query', () => {
  it('that gives a list several times, or by the name with brackets, gives all its values', () => {
    const all = { types: ['LAS', 'E57', 'LAZ'] };
    for (const text of ['types=LAS,E57,LAZ', 'types=LAS&types=E57, LAZ', 'types[]=LAS&TYPES%5B%5D=E57&types=LAZ']) {
      assert.deepEqual(parseQuery(text, schema), all, text);
    }
  });

  it('that gives another parameter several times gives the last value', () => {
    assert.deepEqual(parseQuery('$top=1&$top=2&$top[]=3', schema), { $top: 2 });
  });

  it('with an empty token of a page has none; other texts may be empty', () => {
    assert.deepEqual(parseQuery('continuationToken=&%24continuationToken=&$search=', schema), { $search: '' });
  });
});
