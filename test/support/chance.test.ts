import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chanceOf, corpusOf, fc, holds, seedOf } from './chance.ts';

describe('chance', () => {
  it('is the same for one seed, and another for each name', () => {
    const some = (name: string) => Array.from({ length: 20 }, chanceOf(seedOf(name)).next);
    assert.deepEqual(some('a'), some('a'));
    assert.notDeepEqual(some('a'), some('b'));
  });

  it('keeps to its bounds, which whole numbers reach', () => {
    const { between, bytes, pick, whole } = chanceOf(seedOf('bounds'));
    const wholes = Array.from({ length: 200 }, () => whole(-1, 1));
    assert.deepEqual([...new Set(wholes)].sort(), [-1, 0, 1]);
    for (let n = 0; n < 200; n++) assert.ok(between(2, 3) >= 2 && between(2, 3) < 3);
    assert.equal(bytes(7).length, 7);
    assert.throws(() => pick([]), /nothing/);
  });
});

describe('a property', () => {
  it('is tried first with what it failed for once, besides its runs', async () => {
    const [suite, property] = ['evaluators', 'give the same rows in memory, in SQLite and in PostgreSQL'];
    const known = corpusOf<string>(suite, property);
    assert.ok(known.length > 0);
    const tried: string[] = [];
    await holds(suite, property, fc.constant('new'), (text) => void tried.push(text), { numRuns: 2 });
    assert.deepEqual(tried, [...known, 'new', 'new']);
  });

  it('that fails tells the smallest value for which it does', async () => {
    const small = (value: number) => assert.ok(value < 17);
    await assert.rejects(holds('none', 'is small', fc.nat(), small), /Counterexample: \[17\]/);
  });
});
