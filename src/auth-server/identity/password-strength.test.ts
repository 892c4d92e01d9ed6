import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { weaknessOf } from './password-strength.ts';

const ada = ['ada.lovelace@example.com', 'Ada', 'Lovelace', 'Bridges Ltd'];

describe('a password', () => {
  it('that is common is refused, and what to do is said', async () => {
    for (const password of ['password1234', 'iloveyou1234', 'P@ssw0rd1234', 'administrator', 'letmeinletmein']) {
      const fault = (await weaknessOf(password, ada)) ?? '';
      assert.match(fault, /tried first|pattern/, password);
      assert.match(fault, /Please choose another one/);
    }
  });

  it('of repeated characters or a running pattern is refused', async () => {
    for (const password of [
      'aaaaaaaaaaaa',
      'abcabcabcabc',
      'abcdefghijkl',
      '123456789012',
      'qwertyuiop123',
      'zzzzzzzzzzzzzzzz1',
    ]) {
      assert.ok(await weaknessOf(password, ada), password);
    }
  });

  it('made of the own e-mail, name, organization or the name of the platform is refused', async () => {
    for (const password of [
      'ada.lovelace@example.com',
      'ADA.Lovelace@Example.com1!',
      'LovelaceLovelace',
      'Ada Lovelace 1815',
      'Bridges Ltd 2026',
      'twinplatform2026',
      'Twin-Platform-Ada',
    ]) {
      assert.match((await weaknessOf(password, ada)) ?? '', /your email address, your name/, password);
    }
  });

  it('of several words, or at random, is taken, in any language', async () => {
    for (const password of [
      'correct horse battery',
      'another good password',
      'x7Kq9mWp2rTv',
      'fjord kaffe sykkel',
      'ξύλο θάλασσα φεγγάρι',
      '橋梁点検作業記録写真帳面',
      'my bridge crosses the Lovelace canal',
    ]) {
      assert.equal(await weaknessOf(password, ada), undefined, password);
    }
  });

  it('of 256 characters is judged soon', async () => {
    await weaknessOf('warm', []);
    for (const password of ['4@8({[</369&#!1/|0$5+7%2'.repeat(10), 'ab1'.repeat(85), 'password'.repeat(32)]) {
      const started = performance.now();
      await weaknessOf(password, ada);
      assert.ok(performance.now() - started < 20_000, password.slice(0, 12)); // hours where it is a power
    }
  });

  it('list is not loaded before a password is chosen', () => {
    const script = `
      import { registerHooks } from 'node:module';
      const seen = [];
      registerHooks({ resolve: (name, context, next) => { seen.push(name); return next(name, context); } });
      await import('./src/auth-server/auth-server.ts');
      console.log(seen.filter((name) => name.includes('zxcvbn')).length, seen.length > 10);`;
    const told = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    assert.equal(told.trim(), '0 true');
  });
});
