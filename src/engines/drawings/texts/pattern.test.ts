import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linearPattern } from '../../../std/linear-pattern.ts';
import { demandPatterns } from './pattern.ts';
import { matcher } from './tags.ts';

describe('patterns of symbol sets', () => {
  it('are tested in linear time, however they repeat', () => {
    const text = `${'A'.repeat(20_000)}!`;
    for (const pattern of ['(A+)+', '(A|A)*B', '(A*)*B', '(.*)*=', '^(([A-Z])+.)+[A-Z]([a-z])+$']) {
      assert.equal(linearPattern(pattern, 'whole')?.test(text), false, pattern);
    }
    assert.equal(matcher([{ pattern: '(A+)+', classes: [] }])(text, 'Pump'), false);
  });

  it('mean what they mean to the browser', () => {
    const cases: readonly (readonly [string, string, boolean])[] = [
      ['^[A-Z]{1,4}-?\\d{2,5}[A-Z]?$', 'PV-101A', true],
      ['[A-Z]+|\\d+', 'A1', false],
      ['\\p{Lu}\\p{Ll}+', 'Ätna', true],
      ['\\u{41}\\x42\\/', 'AB/', true],
      ['(?<unit>\\d+)-[^\\]\\s]+', '12-a', true],
      ['.', '😀', true],
    ];
    for (const [pattern, text, fits] of cases) {
      assert.equal(new RegExp(`^(?:${pattern})$`, 'u').test(text), fits, `${pattern} of the browser`);
      assert.equal(linearPattern(pattern, 'whole')?.test(text), fits, pattern);
    }
    assert.equal(linearPattern('\\d+"-', 'part')?.test('6"-PW'), true);
  });

  it('are none where they cannot be tested so, or are wrong', () => {
    assert.throws(() => demandPatterns({ tags: [], linePattern: '(?=A)' }), /cannot be used: \(\?=A\)/);
    for (const pattern of ['(?=A)A', '(?<=A)B', '(A)\\1', 'A{1,2000}', '(', '[', '\\-']) {
      assert.equal(linearPattern(pattern, 'whole'), undefined, pattern);
    }
  });
});
