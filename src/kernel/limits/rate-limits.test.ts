import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eachDatabase } from '../../../test/support/databases.ts';
import { startPlatform } from '../../../test/support/platform.ts';
import { openRateLimiter, rateLimitMigrations } from './rate-limits.ts';

const limits = { Community: { perMinute: 3, perHour: 5 }, Standard: { perMinute: 100, perHour: 0 } };
const start = 1_700_000_000_000;

eachDatabase('rate limits', (open) => {
  it('count fixed minute and hour windows from the first request, per application', async () => {
    const db = await open();
    const limiter = openRateLimiter(db, limits);
    const take = (seconds: number, client = 'a') => limiter.take(client, 'Community', start + seconds * 1000);
    assert.deepEqual([take(0), take(1), take(2)], [undefined, undefined, undefined]);
    assert.equal(take(10), 50, 'the rest of the minute');
    assert.equal(take(10, 'b'), undefined, 'another application');
    assert.equal(take(60), undefined, 'the next minute');
    assert.equal(take(61), 3600 - 61, 'the hour counts refused ones too');
  });

  it('are shared between processes within one sharing', async () => {
    const db = await open();
    await db.migrate(rateLimitMigrations);
    const [one, two] = [openRateLimiter(db, limits), openRateLimiter(db, limits)];
    for (let i = 0; i < 3; i++) one.take('a', 'Community', start);
    assert.equal(two.take('a', 'Community', start + 1), undefined);
    await one.share(start + 2);
    await two.share(start + 2);
    assert.equal(two.take('a', 'Community', start + 3), 60);
  });

  it('can be off, as a whole or by window', async () => {
    const db = await open();
    const off = openRateLimiter(db, 'off');
    const free = openRateLimiter(db, { Standard: { perMinute: 0, perHour: 0 } });
    for (let i = 0; i < 200; i++) {
      assert.equal(off.take('a', 'Community', start), undefined);
      assert.equal(free.take('a', 'Standard', start), undefined);
    }
  });
});

describe('rate limits over HTTP', () => {
  it('answer 429 with the documented headers, also for refused credentials', async () => {
    const p = await startPlatform({ environment: { RATE_LIMITS: '{"Standard":{"perMinute":2}}' } });
    try {
      const person = await p.person();
      for (let i = 0; i < 2; i++) assert.equal((await p.call(person, 'GET /users/me')).status, 200);
      const answer = await p.call(person, 'GET /users/me');
      assert.equal(answer.status, 429);
      assert.equal(answer.body.error.code, 'RateLimitExceeded');
      assert.match(answer.headers.get('Retry-After') ?? '', /^[1-9]\d*$/);
      assert.equal(answer.headers.get('TwinPlatform-RateLimited-Tier'), 'Standard');
      assert.equal(answer.headers.get('TwinPlatform-RateLimited-API'), 'users');
      assert.equal(answer.headers.get('TwinPlatform-RateLimited-Operation'), 'users.getMe');
      assert.equal(answer.headers.get('TwinPlatform-RateLimited-Application'), person.clientId);
      const statuses = new Set<number>();
      for (let i = 0; i < 125; i++) statuses.add((await p.call(undefined, 'GET /twins/')).status);
      assert.deepEqual([...statuses], [401, 429]);
    } finally {
      await p.stop();
    }
  });
});
