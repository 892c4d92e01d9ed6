import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eachDatabase } from '../../../test/support/databases.ts';
import { startPlatform } from '../../../test/support/platform.ts';
import { tables } from '../db/query.ts';
import { openRateLimiter, rateLimitMigrations } from './rate-limits.ts';

const limits = { Community: { perMinute: 3, perHour: 5 }, Standard: { perMinute: 100, perHour: 0 } };
const start = 1_700_000_000_000;
const caller = (clientId = 'a', userId = 'ada', tier: 'Community' | 'Standard' = 'Community') => ({
  clientId,
  userId,
  tier,
});

eachDatabase('rate limits', (open) => {
  it('count fixed minute and hour windows from the first request, per application and user', async () => {
    const db = await open();
    const limiter = openRateLimiter(db, limits);
    const take = (seconds: number, client = 'a', user = 'ada') =>
      limiter.take(caller(client, user), start + seconds * 1000);
    assert.deepEqual([take(0), take(1), take(2)], [undefined, undefined, undefined]);
    assert.equal(take(10), 50, 'the rest of the minute');
    assert.equal(take(10, 'b'), undefined, 'another application');
    assert.equal(take(10, 'a', 'bo'), undefined, 'another user of the same application');
    assert.equal(take(60), undefined, 'the next minute');
    assert.equal(take(61), 3600 - 61, 'the hour counts refused ones too');
  });

  it('are shared between processes within one sharing', async () => {
    const db = await open();
    await db.migrate(rateLimitMigrations);
    const [one, two] = [openRateLimiter(db, limits), openRateLimiter(db, limits)];
    for (let i = 0; i < 3; i++) one.take(caller(), start);
    assert.equal(two.take(caller(), start + 1), undefined);
    assert.equal(two.take(caller('a', 'bo'), start + 1), undefined);
    await one.share(start + 2);
    await two.share(start + 2);
    assert.equal(two.take(caller(), start + 3), 60);
    assert.equal(two.take(caller('a', 'bo'), start + 3), undefined, 'each user has an own count there, too');
  });

  it('are forgotten in the database when their window is over', async (t) => {
    const db = await open();
    await db.migrate(rateLimitMigrations);
    t.mock.timers.enable({ apis: ['Date'], now: start });
    const limiter = openRateLimiter(db, limits);
    limiter.take(caller(), start);
    await limiter.share(start);
    const stored = () => db.all(tables<{ rate_windows: object }>().selectFrom('rate_windows').selectAll());
    const signal = new AbortController().signal;
    await limiter.maintenance.run(signal);
    assert.equal((await stored()).length, 2, 'a minute and an hour');
    t.mock.timers.setTime(start + 60_000);
    await limiter.maintenance.run(signal);
    assert.equal((await stored()).length, 1);
    t.mock.timers.setTime(start + 3_600_000);
    await limiter.maintenance.run(signal);
    assert.equal((await stored()).length, 0);
  });

  it('make room for new windows without forgetting who is over the limit just now', async () => {
    const limiter = openRateLimiter(await open(), limits);
    for (let i = 0; i < 15_000; i++) limiter.take(caller('a', `old ${i}`), start);
    for (let i = 0; i < 3; i++) limiter.take(caller(), start + 3_600_000);
    for (let i = 0; i < 6000; i++) limiter.take(caller('a', `new ${i}`), start + 3_600_001);
    assert.equal(limiter.take(caller(), start + 3_600_002), 60);
  });

  it('can be off, as a whole or by window', async () => {
    const db = await open();
    const off = openRateLimiter(db, 'off');
    const free = openRateLimiter(db, { Standard: { perMinute: 0, perHour: 0 } });
    for (let i = 0; i < 200; i++) {
      assert.equal(off.take(caller(), start), undefined);
      assert.equal(free.take(caller('a', 'ada', 'Standard'), start), undefined);
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
      const other = await p.person();
      assert.equal(other.clientId, person.clientId);
      assert.equal((await p.call(other, 'GET /users/me')).status, 200, 'one user does not empty the limit of others');
      const statuses = new Set<number>();
      for (let i = 0; i < 125; i++) statuses.add((await p.call(undefined, 'GET /twins/')).status);
      assert.deepEqual([...statuses], [401, 429]);
    } finally {
      await p.stop();
    }
  });
});
