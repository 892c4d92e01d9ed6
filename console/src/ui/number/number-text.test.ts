import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasDecimalComma, type NumberRules, numberText, readNumber } from './number-text.ts';

const german = (text: string, rules?: NumberRules) => readNumber(text, hasDecimalComma('de-DE'), rules);
const english = (text: string, rules?: NumberRules) => readNumber(text, hasDecimalComma('en-GB'), rules);

const meant: readonly (readonly [text: string, value: number | ''])[] = [
  ['1.5', 1.5],
  ['0.25', 0.25],
  ['1,5', 1.5],
  ['1.234,5', 1234.5],
  ['1,234.5', 1234.5],
  ['-12.25', -12.25],
  ['−12,25', -12.25],
  ['1e3', 1000],
  ['1,5e-3', 0.0015],
  ['100.05', 100.05],
  ['1.234', 1.234],
  ['0,125', 0.125],
  ['1.234.567', 1_234_567],
  ['1,234,567.25', 1_234_567.25],
  ['5 400 000,5', 5_400_000.5],
  ["5'400'000.5", 5_400_000.5],
  ['.5', 0.5],
  ['5.', 5],
  ['+7', 7],
  ['  ', ''],
  ['', ''],
];

describe('the reader of typed numbers', () => {
  it('reads decimals, thousands, signs and powers as English and German people write them', () => {
    for (const [text, value] of meant) {
      assert.deepEqual(german(text), { value }, `German: ${text}`);
      assert.deepEqual(english(text), { value }, `English: ${text}`);
    }
  });

  it('asks what a comma before three digits means, unless the language says it', () => {
    assert.deepEqual(german('1,234'), { value: 1.234 });
    assert.deepEqual(english('1,234'), { fault: 'Write 1234 or 1.234: the comma can mean either.' });
  });

  it('refuses what is no number and takes no part of it', () => {
    for (const text of ['-', 'abc', '1.5m', '1-5', '1.2.3', '12,34,5', '1,2.3,4', '1e', ',', '1e999', '0x10', 'NaN']) {
      assert.ok('fault' in german(text), text);
      assert.ok('fault' in english(text), text);
    }
  });

  it('names the bound that a number breaks, and never moves it to the bound', () => {
    assert.deepEqual(english('150', { min: 0, max: 100 }), { fault: 'Write a number from 0 to 100.' });
    assert.deepEqual(english('-1', { min: 0 }), { fault: 'Write a number of at least 0.' });
    assert.deepEqual(english('7', { max: 5 }), { fault: 'Write a number of at most 5.' });
    assert.deepEqual(english('1.5', { whole: true }), { fault: 'Write a whole number.' });
    assert.deepEqual(english('1e2', { whole: true }), { value: 100 });
    assert.deepEqual(english('1.239', { maxDecimals: 2 }), { fault: 'Write at most 2 decimals.' });
    assert.deepEqual(english('1.2300', { maxDecimals: 2 }), { value: 1.23 });
  });

  it('takes the unit of the field behind the number', () => {
    assert.deepEqual(english('12.5 mm', { unit: 'mm' }), { value: 12.5 });
    assert.deepEqual(german('95 %', { unit: '%' }), { value: 95 });
    assert.ok('fault' in english('12.5 km', { unit: 'mm' }));
  });

  it('reads back what a field shows', () => {
    for (const value of [0, -0.25, 1e21, 1e-7, 123456.789]) {
      assert.deepEqual(german(numberText(value)), { value });
      assert.deepEqual(english(numberText(value)), { value });
    }
    assert.deepEqual([numberText(1 / 3, 4), numberText(''), numberText('1,')], ['0.3333', '', '1,']);
  });
});
