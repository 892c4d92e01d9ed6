import assert from 'node:assert/strict';
import { it } from 'node:test';
import { placeOf } from './network.ts';

it('an address counts with its /24, an IPv6 one as its /64 with its /48', () => {
  assert.deepEqual(placeOf('203.0.113.7'), { address: '203.0.113.7', network: '203.0.113/24' });
  assert.deepEqual(placeOf('::ffff:203.0.113.7'), placeOf('203.0.113.7'), 'the same written as IPv6');
  assert.deepEqual(placeOf('2001:db8:1:2::1'), placeOf('2001:db8:1:2:ffff::9'), 'one machine has a whole /64');
  assert.notEqual(placeOf('2001:db8:1:2::1').address, placeOf('2001:db8:1:3::1').address);
  assert.equal(placeOf('2001:db8:1:2::1').network, placeOf('2001:db8:1:3::1').network);
  assert.notEqual(placeOf('2001:db8:1::1').network, placeOf('2001:db8:2::1').network);
  assert.deepEqual(placeOf('fe80::1%eth0'), placeOf('fe80::2%eth1'));
  assert.deepEqual(placeOf('unknown'), { address: 'unknown', network: 'unknown' });
});
