import assert from 'node:assert/strict';
import { it } from 'node:test';
import { meterOf } from './meter.ts';

it('says nothing before there is something to say', () => {
  const meter = meterOf();
  assert.equal(meter.speed(0), 0);
  meter.note(0, 0);
  assert.equal(meter.speed(100), 0);
});

it('follows the last seconds, not the whole', () => {
  const meter = meterOf();
  for (let second = 0; second <= 20; second++) meter.note(second * 100, second * 1000);
  assert.equal(meter.speed(20_000), 100);
  for (let second = 21; second <= 40; second++) meter.note(2000 + (second - 20) * 10, second * 1000);
  assert.equal(meter.speed(40_000), 10);
});

it('falls when nothing comes any more', () => {
  const meter = meterOf();
  meter.note(0, 0);
  meter.note(1000, 1000);
  assert.equal(meter.speed(1000), 1000);
  assert.equal(meter.speed(2000), 500);
  assert.equal(meter.speed(60_000), 0);
});

it('begins anew when what was under way is given up', () => {
  const meter = meterOf();
  meter.note(5000, 0);
  meter.note(1000, 1000);
  meter.note(2000, 2000);
  assert.equal(meter.speed(2000), 1000);
});
