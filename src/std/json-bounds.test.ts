import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonBounds, mostSigns } from './json-bounds.ts';

function excessOf(text: string, chunkSize = text.length): string | undefined {
  const bounds = jsonBounds();
  const bytes = Buffer.from(text);
  let excess: string | undefined;
  for (let at = 0; at < bytes.length; at += chunkSize) excess = bounds.take(bytes.subarray(at, at + chunkSize));
  return excess;
}

const list = (item: string, count: number) => `[${Array(count).fill(item).join(',')}]`;

describe('bounds of JSON', () => {
  it('allow 32 levels, of lists and objects', () => {
    const levels = (count: number) => `${'[{"a":'.repeat(count / 2)}0${'}]'.repeat(count / 2)}`;
    assert.equal(excessOf(levels(32)), undefined);
    assert.equal(excessOf(levels(34)), 'deep');
    assert.equal(excessOf(list('[]', 100)), undefined, 'levels that have ended do not count');
  });

  it('count items, members and what opens a list or an object', () => {
    assert.equal(excessOf(list('0', mostSigns)), undefined);
    assert.equal(excessOf(list('0', mostSigns + 1)), 'many');
    assert.equal(excessOf(list('{}', mostSigns / 2)), undefined);
    assert.equal(excessOf(list('{}', mostSigns / 2 + 1)), 'many');
    assert.equal(excessOf(list('{"a":0}', mostSigns / 3 + 1)), 'many');
  });

  it('take no sign of a text for one, wherever a chunk ends', () => {
    const signs = '[{,:'.repeat(mostSigns);
    const text = JSON.stringify({ a: `${signs}"\\`, b: signs, c: '\\"' });
    for (const size of [1, 2, 3, 1000, text.length]) assert.equal(excessOf(text, size), undefined, `chunks of ${size}`);
    assert.equal(excessOf(`[${text},${list('0', mostSigns)}]`, 1000), 'many');
  });
});
