import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { lookedAt } from './testing/looked-at.ts';
import { addTextFormat, cutToCount, issuesOf, mostFaults } from './validator.ts';

it('a text format has one meaning: a second one of its name is refused, built-in ones too', () => {
  addTextFormat('only-here', () => true);
  for (const name of ['only-here', 'uuid', 'uri']) {
    assert.throws(() => addTextFormat(name, () => true), new RegExp(`two text formats '${name}'`));
  }
});

describe('faults of a value', () => {
  const pair = Type.Object({ x: Type.Number(), y: Type.Number() });
  const many = 200_000;
  const numbersOrTexts = Type.Union([Type.Array(Type.Number()), Type.Array(Type.String())]);
  const record = (of: TSchema) => Type.Unsafe({ type: 'object', patternProperties: { '^k': of } });
  const wide = (value: unknown) => Object.fromEntries(Array.from({ length: many }, (_, at) => [`k${at}`, value]));
  const faulty: Record<string, [TSchema, unknown]> = {
    'items of a list': [Type.Array(pair), Array(many).fill({})],
    'lists in a list': [Type.Array(Type.Array(pair)), Array(2000).fill(Array(100).fill({}))],
    'members of a record': [record(pair), wide({})],
    'members that are not allowed': [Type.Object({}, { additionalProperties: false }), wide(0)],
    'items of a union': [Type.Array(numbersOrTexts), Array(many).fill([true])],
  };
  for (const [name, [schema, value]] of Object.entries(faulty)) {
    it(`are a hundred at most, of which the last says that there may be more, found in the first of its members: ${name}`, () => {
      const { watched, looks } = lookedAt(value);
      const issues = issuesOf(schema, watched);
      assert.deepEqual([issues.length <= mostFaults, issues.at(-1)?.rule], [true, 'more']);
      assert.ok(looks() < many / 10, `${looks()} looks at ${many} members`);
    });
  }

  it('are told whole where they are few', () => {
    const issues = issuesOf(Type.Array(pair), Array(mostFaults / 2).fill({}));
    assert.equal(issues.length, mostFaults);
    assert.ok(issues.every(({ rule }) => rule === 'missing'));
  });

  it('in a list with too many items are not looked for', () => {
    const issues = issuesOf(Type.Object({ list: Type.Array(pair, { maxItems: 3 }) }), { list: [{}, {}, {}, {}] });
    assert.deepEqual(
      issues.map(({ target, rule }) => [target, rule]),
      [['list', 'maxItems']],
    );
  });

  it('beyond the items that a list may have need no further look: it is cut after one too many', () => {
    const list = Type.Array(pair, { maxItems: 2 });
    const schema = Type.Object({ list, lists: Type.Array(list) });
    const value = { list: [1, 2, 3, 4], lists: [[1], [1, 2, 3, 4]], other: [1, 2, 3, 4] };
    const cut = { list: [1, 2, 3], lists: [[1], [1, 2, 3]], other: [1, 2, 3, 4] };
    assert.deepEqual(cutToCount(schema, value), cut);
  });

  it('of one branch of a union, however many, do not refuse what fits another, nor hide what fits none', () => {
    const texts = Array(5000).fill('a');
    assert.deepEqual(issuesOf(numbersOrTexts, texts), []);
    assert.deepEqual(issuesOf(Type.Array(numbersOrTexts), [texts, [1], texts]), []);
    assert.equal(issuesOf(numbersOrTexts, [...texts, 1])[0]?.rule, 'anyOf');
    assert.ok(issuesOf(Type.Array(numbersOrTexts), [texts, [...texts, true]]).length > 0);
  });

  it('have targets of bounded length', () => {
    const [issue] = issuesOf(record(pair), { [`k${'é'.repeat(100_000)}`]: 0 });
    assert.ok((issue?.target.length ?? 1000) < 1000);
  });
});
