import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPlaceholder, textOf } from './value-text.ts';

describe('a value of a file', () => {
  it('is read as people write it', () => {
    const texts = [null, true, 0.1 + 0.2, 'Concrete', [1, 2.5], { lower: 1, upper: 2 }].map((value) => textOf(value));
    assert.deepEqual(texts, ['', 'Yes', '0.3', 'Concrete', '1, 2.5', 'lower: 1; upper: 2']);
  });

  it('has its unit, in lists, bounds and members, too', () => {
    assert.equal(textOf(2.42, 'm'), '2.42 m');
    assert.equal(textOf(30, '°'), '30°');
    assert.equal(textOf([1, 2], 'mm'), '1, 2 mm');
    assert.equal(textOf('Oak', 'mm'), 'Oak');
    assert.equal(textOf({ value: 20, unit: 'MILLIMETRE' }, 'mm'), '20 mm');
    assert.equal(textOf({ value: 20, unit: 'MILLIMETRE' }), '20 MILLIMETRE');
    assert.equal(textOf({ value: 2400, unit: 'MASSDENSITYUNIT' }), '2400');
    assert.equal(textOf({ lower: 1, upper: 2, unit: 'METRE' }, 'm'), 'lower: 1 m; upper: 2 m');
    assert.equal(textOf({ lower: 1, upper: 2 }, 'm'), 'lower: 1 m; upper: 2 m');
    assert.equal(textOf({ Width: 3, Name: 'a' }, { Width: 'mm' }), 'Width: 3 mm; Name: a');
  });

  it('is a placeholder where it says nothing', () => {
    for (const text of ['', ' ', 'BarCode', '<By Category>']) assert.ok(isPlaceholder('BarCode', text), text);
    for (const text of ['0', 'No', 'Rebar Cover 1 <0.025>', 'Barcode 7'])
      assert.ok(!isPlaceholder('BarCode', text), text);
  });
});
