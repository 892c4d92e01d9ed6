import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { secretBox } from './secret-box.ts';

const key = randomBytes(32);

it('opens what the same key has sealed, differently each time', () => {
  const sealed = secretBox(key).seal('Zürich 🔑');
  assert.equal(secretBox(key).open(sealed), 'Zürich 🔑');
  assert.notEqual(secretBox(key).seal('Zürich 🔑'), sealed);
  assert.ok(!sealed.includes('Zürich'));
});

it('refuses what another key has sealed, and what was changed', () => {
  const sealed = secretBox(key).seal('text');
  assert.throws(() => secretBox(randomBytes(32)).open(sealed));
  const changed = Buffer.from(sealed, 'base64url');
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  assert.throws(() => secretBox(key).open(changed.toString('base64url')));
  assert.throws(() => secretBox(key).open(''));
});

it('signs the same text differently for each purpose and key', () => {
  const box = secretBox(key);
  assert.equal(box.sign('a', 'text'), secretBox(key).sign('a', 'text'));
  assert.notEqual(box.sign('a', 'text'), box.sign('b', 'text'));
  assert.notEqual(box.sign('a', 'text'), secretBox(randomBytes(32)).sign('a', 'text'));
});

it('wants a key of 32 bytes', () => {
  assert.throws(() => secretBox(randomBytes(31)), /32 bytes/);
});
