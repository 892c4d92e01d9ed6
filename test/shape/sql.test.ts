import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { allOf, anyOf, column, condition, listOf, sign, term } from '../../src/kernel/db/condition.ts';
import { compilerFor, tables } from '../../src/kernel/db/query.ts';

const q = tables<{ things: { id: string; size: number } }>();
const textOf = (found: ReturnType<typeof condition>): string =>
  compilerFor('sqlite')(q.selectFrom('things').select('id').where('id', '=', 'x').where(found)).sql;

describe('fragments of SQL', () => {
  it('that are conditions never reach over their neighbours: an `or` keeps to its own parentheses', () => {
    const open = condition`id = ${'a'} or size > ${1}`;
    assert.match(textOf(open), / where "id" = \? and \(id = \? or size > \?\)$/);
    assert.match(textOf(allOf([open, open])), / and \(\(id = \? or size > \?\) and \(id = \? or size > \?\)\)$/);
    assert.match(textOf(anyOf([open, condition`1 = 1`])), / and \(\(id = \? or size > \?\) or \(1 = 1\)\)$/);
    assert.match(textOf(condition`not ${open}`), / and \(not \(id = \? or size > \?\)\)$/);
    const some = condition`${term`lower(${column('id')})`} ${sign('<>')} ${'b'} or id in ${listOf(['c', 'd'])}`;
    assert.match(textOf(some), / and \(\(lower\("id"\)\) <> \? or id in \(\?, \?\)\)$/);
    const inner = q.selectFrom('things').select('id').where('size', '=', 1);
    assert.match(textOf(condition`id in ${inner.union(inner)}`), /\(id in \(select .* union select .*\)\)$/);
  });

  it('of other kinds are refused as conditions by their type', () => {
    // @ts-expect-error a fragment whose type nobody has said is no condition
    q.selectFrom('things').where(sql`id = 'a' or size > 1`);
    // @ts-expect-error nor may one be put into a condition
    condition`size = 1 and ${sql`id = 'a' or size > 1`}`;
    // @ts-expect-error or pass for one
    allOf([sql`id = 'a' or size > 1`]);
  });

  it('are made conditions in one file only', () => {
    const raw =
      /\bsql\s*<\s*(?:boolean|SqlBool|any|never|0|1|true|false)\b|\bRawBuilder\b|as (?:unknown as )?(?:Condition|Term)\b/;
    const files = globSync('src/**/*.ts').filter(
      (file) => !/\.test\.ts$/.test(file) && raw.test(readFileSync(file, 'utf8')),
    );
    assert.deepEqual(files, ['src/kernel/db/condition.ts']);
  });
});
