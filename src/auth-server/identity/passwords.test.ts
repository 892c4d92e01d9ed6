import assert from 'node:assert/strict';
import { it } from 'node:test';
import { watchDerivations } from '../testing/derivations.ts';
import { hashPassword, passwordMatches, TooBusy } from './passwords.ts';

it('matches only the right password, whatever its Unicode composition', async () => {
  const stored = await hashPassword('Schl\u00fcssel-12345');
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.equal(await passwordMatches('Schl\u00fcssel-12345', stored), true);
  assert.equal(await passwordMatches('Schlu\u0308ssel-12345', stored), true);
  assert.equal(await passwordMatches('schl\u00fcssel-12345', stored), false);
  assert.equal(await passwordMatches('', stored), false);
});

it('never matches without a stored hash, after the same work', async (t) => {
  const stored = await hashPassword('a long password');
  const derivations = watchDerivations(t);
  assert.equal(await passwordMatches('another password', stored), false);
  const known = derivations.take();
  assert.equal(known.length, 1);
  assert.equal(await passwordMatches('another password', null), false);
  assert.deepEqual(derivations.take(), known);
  assert.equal(await passwordMatches('x', '$2b$10$other'), false);
});

it('refuses work rather than fall over a flood of it', async () => {
  const flood = await Promise.allSettled(
    Array.from({ length: 210 }, () => passwordMatches('x', '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$YWFhYWFhYWE')),
  );
  const refused = flood.filter((one) => one.status === 'rejected');
  assert.ok(refused.length > 0 && refused.length < 15, `${refused.length}`);
  assert.ok(refused.every((one) => one.reason instanceof TooBusy));
  assert.equal(await passwordMatches('x', null), false, 'and goes on');
});
