import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { numbersOf, seedOf } from '../../../../test/support/chance.ts';
import { startPostgres, type TestPostgres } from '../../../../test/support/postgres.ts';
import { timeOfId } from '../../../std/time-id.ts';
import { type EntryFilter, type EntryScope, type NewEntry, seesWhole } from '../entry.ts';
import { entryAt } from '../testing/entries.ts';
import { openPostgresStore } from './postgres-store.ts';
import { hourMs } from './rows.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { RequestStore } from './store.ts';

const noon = Date.UTC(2026, 10, 27, 12);
const folder = mkdtempSync(join(tmpdir(), 'twin-request-log-'));
let postgres: Promise<TestPostgres> | undefined;
after(async () => {
  await (await postgres)?.stop();
  rmSync(folder, { recursive: true });
});

let files = 0;
const kinds: Record<string, () => Promise<RequestStore>> = {
  SQLite: async () => openSqliteStore(join(folder, `${files++}.sqlite`), () => {}),
  PostgreSQL: async () => {
    postgres ??= startPostgres();
    return openPostgresStore(await (await postgres).createDatabase());
  },
};

const everybody: EntryScope = { userId: 'user-0', organizationId: 'organization-1', clientIds: [] };
const ids = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);

for (const [kind, open] of Object.entries(kinds)) {
  describe(`a store of requests on ${kind}`, () => {
    it('finds for generated filters and readers what looking at each entry finds', async () => {
      const store = await open();
      const random = numbersOf(seedOf('filters of requests'));
      const oneOf = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
      const name = (what: string, most: number) => `${what}-${Math.floor(random() * most)}`;
      const some = <T>(chance: number, value: () => T): T | undefined => (random() < chance ? value() : undefined);
      const jobs = [randomUUID(), randomUUID()];
      const entries: NewEntry[] = [];
      for (let at = 0; at < 1500; at++) {
        const status = oneOf([200, 200, 201, 404, 422, 503, null]);
        entries.push(
          entryAt(noon - Math.floor(random() * 5 * hourMs), {
            userId: name('user', 6),
            userOrganization: some(0.8, () => name('organization', 3)) ?? null,
            clientId: name('app', 5),
            clientOrganization: some(0.8, () => name('organization', 3)) ?? null,
            operationId: some(0.9, () => name('operation', 4)) ?? null,
            api: name('api', 2),
            method: oneOf(['GET', 'POST']),
            path: `/Things/${name('a_b', 20)}`,
            status,
            code: status !== null && status >= 400 ? name('Code', 3) : null,
            twinId: some(0.7, () => name('twin', 5)) ?? null,
            correlationId: name('correlation', 300),
            durationMs: Math.floor(random() * 1000) / 10,
            jobs: random() < 0.1 ? [oneOf(jobs)] : [],
          }),
        );
      }
      for (let at = 0; at < entries.length; at += 200) await store.write(entries.slice(at, at + 200));
      const newestFirst = entries.toSorted((a, b) => (a.id < b.id ? 1 : -1));
      let found = 0;
      for (let round = 0; round < 150; round++) {
        const filter: EntryFilter = {
          from: some(0.3, () => noon - Math.floor(random() * 5 * hourMs)),
          to: some(0.3, () => noon - Math.floor(random() * 3 * hourMs)),
          operationId: some(0.3, () => [name('operation', 4), name('operation', 4)]),
          api: some(0.1, () => [name('api', 2)]),
          method: some(0.1, () => ['POST']),
          status: some(0.3, () => [oneOf(['4xx', '5xx', '200', 'none']), '201']),
          code: some(0.2, () => [name('Code', 3)]),
          clientId: some(0.2, () => [name('app', 5)]),
          userId: some(0.15, () => [name('user', 6), name('user', 6)]),
          twinId: some(0.15, () => [name('twin', 5)]),
          correlationId: some(0.1, () => [name('correlation', 300)]),
          requestId: some(0.05, () => [oneOf(entries).id, oneOf(entries).id]),
          path: some(0.15, () => oneOf(['A_B-1', 'axb', '%', 'things'])),
          minMs: some(0.2, () => random() * 100),
          jobId: some(0.1, () => [oneOf(jobs)]),
        };
        const scope: EntryScope = {
          userId: name('user', 6),
          organizationId: some(0.5, () => name('organization', 3)) ?? null,
          clientIds: random() < 0.5 ? [name('app', 5), name('app', 5)] : [],
        };
        const expected = newestFirst.filter((entry) => isSeen(entry, filter, scope));
        const limit = 1 + Math.floor(random() * 60);
        const page = await store.list({ filter, scope }, limit);
        assert.deepEqual(ids(page), ids(expected.slice(0, limit)), JSON.stringify({ filter, scope }));
        const last = page.at(-1);
        if (last) {
          const next = await store.list({ filter, scope, before: last.id }, limit);
          assert.deepEqual(ids(next), ids(expected.slice(limit, 2 * limit)));
        }
        const groups = await store.groups({ filter, scope });
        assert.equal(
          groups.reduce((sum, { count }) => sum + count, 0),
          expected.length,
        );
        assert.equal((await store.durations({ filter, scope }, 10_000)).length, expected.length);
        const arrivals = await store.arrivals({ filter, scope, after: 700, upTo: 1300 }, 10_000);
        const arrived = entries.slice(700, 1300).filter((entry) => isSeen(entry, filter, scope));
        assert.deepEqual(ids(arrivals), ids(arrived));
        found += expected.length;
      }
      assert.ok(found > 1000, `${found} found`);
      assert.equal(await store.lastSequence(), 1500);
      await store.close();
    });

    it('gives back every member as it was written, bodies apart', async () => {
      const store = await open();
      const body = { json: { a: ['ä\u0000'] }, text: null, bytes: 3, truncated: false };
      const entry = entryAt(noon, { jobs: [randomUUID()], bodies: { request: body, response: null }, sampled: 3 });
      await store.write([entry]);
      const [read] = await store.list({ filter: {}, scope: everybody }, 10);
      const { bodies, keyDigest, facts, ...columns } = entry;
      assert.deepEqual(read, { ...columns, ...facts, sequence: 1, retryOf: null, bodies: true });
      const kept = await store.bodiesOf(entry.id);
      assert.equal(kept?.response, null);
      assert.deepEqual(kept?.request?.bytes, 3);
      assert.equal(await store.oldest(), noon);
      await store.forgetBodies('app-1');
      assert.equal(await store.bodiesOf(entry.id), undefined);
      assert.deepEqual(
        [(await store.list({ filter: {}, scope: everybody }, 1))[0]?.bodies, keyDigest, bodies?.response],
        [false, null, null],
      );
      await store.close();
    });

    it('names the first entry with a key, also of another batch and hour, for a day', async () => {
      const store = await open();
      const first = entryAt(noon - 23 * hourMs, { keyDigest: 'k' });
      await store.write([first]);
      await store.write([entryAt(noon - hourMs, { keyDigest: 'k' }), entryAt(noon, { keyDigest: 'k' })]);
      await store.write([entryAt(noon + 30 * hourMs, { keyDigest: 'k' }), entryAt(noon, { keyDigest: 'other' })]);
      const entries = await store.list({ filter: {}, scope: everybody }, 10);
      assert.deepEqual(
        entries
          .map(({ id, retryOf }) => [(timeOfId(id) - noon) / hourMs, retryOf === first.id ? 'first' : retryOf])
          .sort(),
        [
          [-1, 'first'],
          [-23, null],
          [0, 'first'],
          [0, null],
          [30, null],
        ].sort(),
      );
      await store.close();
    });

    it('drops hours that are over whole, and the oldest where all take too much', async () => {
      const store = await open();
      const hours = [0, 1, 2, 3, 4].map((at) => noon - at * hourMs);
      const message = 'x'.repeat(900);
      for (const hour of hours) {
        const many = Array.from({ length: 300 }, (_, at) => {
          const entry = entryAt(hour + at);
          return { ...entry, facts: { ...entry.facts, message: message + at } };
        });
        await store.write(many);
      }
      const left = async () => [
        ...new Set(
          (await store.list({ filter: {}, scope: everybody }, 5000)).map(({ id }) => Math.floor(timeOfId(id) / hourMs)),
        ),
      ];
      assert.equal((await left()).length, 5);
      await store.tidy(noon - 3.5 * hourMs, Number.MAX_SAFE_INTEGER, noon);
      assert.equal((await left()).length, 5, 'the hour in which the time falls stays');
      await store.tidy(noon - 2.5 * hourMs, Number.MAX_SAFE_INTEGER, noon);
      assert.deepEqual(
        await left(),
        [0, 1, 2, 3].map((at) => noon / hourMs - at),
      );
      await store.tidy(noon - 50 * hourMs, 1_600_000, noon);
      const after = await left();
      assert.ok(after.length >= 1 && after.length < 4, `${after.length} hours`);
      assert.equal(after[0], noon / hourMs, 'the hour that runs stays');
      await store.close();
    });

    it('is written by several at once, each entry with a place of its own', async () => {
      if (kind === 'SQLite') {
        const file = join(folder, 'shared.sqlite');
        const stores = [openSqliteStore(file, () => {}), openSqliteStore(file, () => {})];
        await writtenByAll(stores);
      } else {
        postgres ??= startPostgres();
        const url = await (await postgres).createDatabase();
        await writtenByAll([openPostgresStore(url), openPostgresStore(url)]);
      }
    });
  });
}

async function writtenByAll(stores: readonly RequestStore[]): Promise<void> {
  const writing = stores.flatMap((store) =>
    Array.from({ length: 10 }, () => store.write(Array.from({ length: 20 }, (_, at) => entryAt(noon + at)))),
  );
  await Promise.all(writing);
  for (const store of stores) {
    const all = await store.arrivals({ filter: {}, scope: everybody, after: 0 }, 1000);
    assert.deepEqual(
      all.map(({ sequence }) => sequence),
      Array.from({ length: 400 }, (_, at) => at + 1),
    );
    await store.close();
  }
}

describe('a damaged file of requests', () => {
  it('is put aside at the start, and a new one begun', async () => {
    const file = join(folder, 'damaged.sqlite');
    const store = openSqliteStore(file, () => {});
    await store.write(Array.from({ length: 500 }, () => entryAt(noon)));
    await store.close();
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(statSync(file).size, 7), 0, statSync(file).size, 0);
    closeSync(handle);
    const told: string[] = [];
    const again = openSqliteStore(file, (aside) => told.push(aside));
    assert.deepEqual(told, [`${file}.damaged`]);
    assert.ok(existsSync(`${file}.damaged`));
    await again.write([entryAt(noon)]);
    assert.equal((await again.list({ filter: {}, scope: everybody }, 10)).length, 1);
    await again.close();
  });
});

/** What the filter and the reader's rights say, in the words of the specification. */
function isSeen(entry: NewEntry, filter: EntryFilter, scope: EntryScope): boolean {
  const whole = seesWhole(scope, entry);
  const manages =
    scope.clientIds.includes(entry.clientId) ||
    (scope.organizationId !== null && entry.clientOrganization === scope.organizationId);
  const asksHidden = [filter.userId, filter.twinId, filter.path, filter.jobId].some((one) => one !== undefined);
  if (!whole && (!manages || asksHidden)) return false;
  const among = (values: readonly string[] | undefined, value: string | null) =>
    values === undefined || (value !== null && values.includes(value));
  const time = timeOfId(entry.id);
  return (
    (filter.from === undefined || time >= filter.from) &&
    (filter.to === undefined || time < filter.to) &&
    among(filter.operationId, entry.operationId) &&
    among(filter.api, entry.api) &&
    among(filter.method, entry.method) &&
    (filter.status === undefined || filter.status.some((one) => hasStatus(entry.status, one))) &&
    among(filter.code, entry.code) &&
    among(filter.clientId, entry.clientId) &&
    among(filter.userId, entry.userId) &&
    among(filter.twinId, entry.twinId) &&
    among(filter.correlationId, entry.correlationId) &&
    among(filter.requestId, entry.id) &&
    (filter.path === undefined || entry.path.toLowerCase().includes(filter.path.toLowerCase())) &&
    (filter.minMs === undefined || entry.durationMs >= filter.minMs) &&
    (filter.jobId === undefined || entry.jobs.some((job) => filter.jobId?.includes(job)))
  );
}

const hasStatus = (status: number | null, asked: string): boolean =>
  status === null ? asked === 'none' : asked === String(status) || asked === `${String(status)[0]}xx`;
