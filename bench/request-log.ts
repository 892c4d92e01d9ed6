import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntryFilter } from '../src/kernel/request-log/entry.ts';
import { openPostgresStore } from '../src/kernel/request-log/store/postgres-store.ts';
import { hourMs } from '../src/kernel/request-log/store/rows.ts';
import { openSqliteStore } from '../src/kernel/request-log/store/sqlite-store.ts';
import type { RequestStore } from '../src/kernel/request-log/store/store.ts';
import { entryAt } from '../src/kernel/request-log/testing/entries.ts';
import { bootPostgres } from '../test/support/postgres.ts';
import { compare, perSecond } from './load.ts';
import { type RunningPlatform, runPlatform } from './platform.ts';
import { atLeast, atMost, type Result, rate } from './results.ts';

const rounds = 15;
const seconds = 1; // short and many: the speed of a shared machine changes within seconds
const connections = 32;

/** What reads lose by the log of requests, and the first page of filters over many entries, on both databases. */
export async function benchRequestLog(entries: number): Promise<Result[]> {
  const [here, there] = [await bootPostgres({ durable: true }), await bootPostgres({ durable: true })];
  try {
    return [
      ...(await costOn('SQLite', {}, {})),
      ...(await costOn('PostgreSQL', { DATABASE_URL: here.url }, { DATABASE_URL: there.url })),
      ...(await pagesOn('SQLite', entries, (folder) => openSqliteStore(join(folder, 'requests.sqlite'), () => {}))),
      ...(await pagesOn('PostgreSQL', entries, () => openPostgresStore(here.url))),
    ];
  } finally {
    await Promise.all([here.stop(), there.stop()]);
  }
}

/** The same server with and without the log, on one core, in turns: by requests a second, and by its own time for each. */
async function costOn(name: string, on: Record<string, string>, off: Record<string, string>): Promise<Result[]> {
  const servers = [await runPlatform(on), await runPlatform({ ...off, REQUEST_LOG_HOURS: '0' })] as const;
  try {
    const [logged, plain] = [await readsOf(servers[0]), await readsOf(servers[1])];
    for (const reads of [logged, plain]) for (let i = 0; i < 3; i++) await reads.run();
    logged.forget();
    plain.forget();
    const before = servers.map((one) => one.resident());
    const { subject, yardstick, ratio } = await compare(rounds, logged.run, plain.run);
    const after = servers.map((one) => one.resident());
    const more = (after[0] ?? 0) - (after[1] ?? 0);
    const cost = plain.timeOfOne() / logged.timeOfOne();
    return [
      {
        name: `GET one twin on ${name}, requests logged`,
        subject: rate(subject),
        yardstick: `not logged ${rate(yardstick)}`,
        value: ratio,
        unit: '',
        ...atLeast(ratio, 0.97),
      },
      {
        name: `the same, by processor time of the server for each`,
        subject: `${logged.timeOfOne().toFixed(1)} µs`,
        yardstick: `not logged ${plain.timeOfOne().toFixed(1)} µs`,
        value: cost,
        unit: '',
        ...atLeast(cost, 0.97),
      },
      {
        name: `the same, memory under load`,
        subject: `${before[0]?.toFixed(0)} to ${after[0]?.toFixed(0)} MB`,
        yardstick: `not logged ${before[1]?.toFixed(0)} to ${after[1]?.toFixed(0)} MB`,
        value: more,
        unit: ' MB',
        ...atMost(more, 30),
      },
    ];
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function readsOf(platform: RunningPlatform) {
  const body = { class: 'Endeavor', subClass: 'Project', displayName: 'Bridge', number: 'B-1' };
  const made = await platform.call('POST', '/twins/', body);
  const url = `${platform.baseUrl}/twins/${(made.body as { twin: { id: string } }).twin.id}`;
  const headers = { Authorization: `Bearer ${platform.token}` };
  let [requests, microseconds] = [0, 0];
  return {
    async run(): Promise<number> {
      const before = processorTime(platform.pid);
      const found = await perSecond({ url, headers, connections, seconds });
      microseconds += processorTime(platform.pid) - before;
      requests += found * seconds;
      return found;
    },
    timeOfOne: () => microseconds / requests,
    forget() {
      requests = 0;
      microseconds = 0;
    },
  };
}

/** Microseconds that a process has had of processors, as Linux counts them: in hundredths of a second. */
function processorTime(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

const filters: Readonly<Record<string, EntryFilter>> = {
  'nothing but the reader': {},
  'a code that is rare': { code: ['Rare'] },
  'an operation': { operationId: ['operation-7'] },
  'a twin': { twinId: ['twin-77'] },
  'a user': { userId: ['user-77'] },
  'an application and a code': { clientId: ['app-3'], code: ['Code-1'] },
  'a correlation id': { correlationId: ['correlation-4711'] },
  'what is not there': { code: ['Nothing'] },
};

/** The slowest of a few first pages of each filter, for an administrator of one of two organizations, over 72 hours. */
async function pagesOn(name: string, entries: number, open: (folder: string) => RequestStore): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-bench-'));
  const store = open(folder);
  try {
    await fill(store, entries);
    const scope = { userId: 'user-1', organizationId: 'organization-1', clientIds: [] };
    let [slowest, which] = [0, ''];
    for (const [what, filter] of Object.entries(filters)) {
      const times: number[] = [];
      for (let i = 0; i < 4; i++) {
        const began = performance.now();
        await store.list({ filter, scope }, 51);
        times.push(performance.now() - began);
      }
      const ms = Math.min(...times.slice(1));
      if (ms > slowest) [slowest, which] = [ms, what];
    }
    const facts = { subject: which, yardstick: `the slowest of ${Object.keys(filters).length} filters`, unit: ' ms' };
    const title = `first page of ${entries.toLocaleString('en')} logged requests on ${name}`;
    return [{ name: title, ...facts, value: slowest, ...atMost(slowest, 200) }];
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

async function fill(store: RequestStore, entries: number): Promise<void> {
  const hours = 72;
  const now = Date.now();
  for (let at = 0; at < entries; at += 1000) {
    const batch = Array.from({ length: Math.min(1000, entries - at) }, (_, more) => {
      const number = at + more;
      const isRefused = number % 20 === 0;
      const code = number % 50_000 === 0 ? 'Rare' : `Code-${number % 7}`;
      const organization = `organization-${(number % 3) + 1}`;
      return entryAt(now - hours * hourMs + Math.floor((number / entries) * hours * hourMs), {
        userId: `user-${number % 200}`,
        userOrganization: organization,
        clientId: `app-${number % 12}`,
        clientOrganization: organization,
        operationId: `operation-${number % 150}`,
        twinId: `twin-${number % 1000}`,
        correlationId: `correlation-${number}`,
        ...(isRefused ? { status: 404, code } : {}),
      });
    });
    await store.write(batch);
  }
}
