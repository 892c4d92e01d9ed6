import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pointsIn } from './point-count.ts';

const textOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

function las(minor: number, old: number, count: bigint): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(375));
  view.setUint32(0, 0x4c415346);
  view.setUint8(25, minor);
  view.setUint32(107, old, true);
  view.setBigUint64(247, count, true);
  return view.buffer;
}

it('the head of a cloud tells how many points it has', () => {
  assert.equal(pointsIn('a.las', las(2, 217_888, 99n)), 217_888);
  assert.equal(pointsIn('a.LAZ', las(4, 0, 5_000_000_000n)), 5_000_000_000);
  assert.equal(pointsIn('a.las', las(4, 7, 7n)), 7);
  assert.equal(pointsIn('a.ply', textOf('ply\nformat ascii 1.0\nelement vertex 12\nelement face 3\n')), 12);
  assert.equal(pointsIn('a.pcd', textOf('# .PCD\nWIDTH 4\nPOINTS 40\nDATA binary\n')), 40);
});

it('and what is no such head tells nothing', () => {
  assert.equal(pointsIn('a.las', textOf('x'.repeat(300))), null);
  assert.equal(pointsIn('a.las', new ArrayBuffer(10)), null);
  assert.equal(pointsIn('a.ply', textOf('ply\n')), null);
  assert.equal(pointsIn('a.xyz', textOf('1 2 3\n')), null);
});
