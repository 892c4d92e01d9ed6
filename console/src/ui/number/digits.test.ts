import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digitsOf } from './digits.ts';

describe('the digits of a figure', () => {
  it('are those of a single where it was written by one', () => {
    assert.equal(digitsOf(Math.fround(0.3)), '0.3');
    assert.equal(digitsOf(0.30000001192), '0.3');
    assert.equal(digitsOf(2.87999999523), '2.88');
    assert.equal(digitsOf(Math.fround(123.456)), '123.456');
  });

  it('are no noise of a double', () => {
    assert.equal(digitsOf(0.1 + 0.2), '0.3');
    assert.equal(digitsOf(2.8956000000000075), '2.8956');
    assert.equal(digitsOf(1_234_567.25), '1234567.25');
  });

  it('are no more than the unit bears, and enough to tell small figures', () => {
    assert.equal(digitsOf(12.345678912, 'm'), '12.3457');
    assert.equal(digitsOf(1204.56789, 'mm'), '1204.6');
    assert.equal(digitsOf(7.123456789, 'm²'), '7.123');
    assert.equal(digitsOf(0.000123456, 'm³'), '0.0001235');
    assert.equal(digitsOf(0.5, 'mm²'), '0.5');
    assert.equal(digitsOf(250, 'm'), '250');
  });
});
