import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { xmlBeyondBounds } from './xml-bounds.ts';

const nested = (levels: number): string => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`;
const attributes = (count: number): string => Array.from({ length: count }, (_, n) => ` a${n}="1"`).join('');

describe('bounds of XML', () => {
  it('refuse elements that lie too deep, and too many attributes of one', () => {
    assert.match(xmlBeyondBounds(nested(100_000)) ?? '', /deeper than 200/);
    assert.match(xmlBeyondBounds(`<a${attributes(100_000)}/>`) ?? '', /1000 attributes/);
    assert.match(xmlBeyondBounds(`<a${' b'.repeat(100_000)}/>`) ?? '', /1000 attributes/);
  });

  it('let pass what only looks so, and what is broken', () => {
    for (const text of [
      nested(200),
      `<a${attributes(1000)}/>`,
      '<a/>'.repeat(1000),
      `<a b="${'<'.repeat(1000)}${'='.repeat(2000)}"/>`,
      `<!--${'<a>'.repeat(1000)}--><![CDATA[${'<a>'.repeat(1000)}]]><?x ${'<a>'.repeat(1000)}?><a/>`,
      '<a',
      '<a b="',
      '<!--',
      '',
    ]) {
      assert.equal(xmlBeyondBounds(text), undefined, text.slice(0, 40));
    }
  });
});
