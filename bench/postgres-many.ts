import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { bootPostgres } from '../test/support/postgres.ts';
import { compare, hasWrk, type Load, latenciesUnder, perSecond } from './load.ts';
import { newFolders } from './making.ts';
import { type RunningPlatform, rootFolder, runPlatform } from './platform.ts';
import { limitCores } from './quota.ts';
import { atLeast, atMost, median, type Result, rate } from './results.ts';

const rounds = 5;
const seconds = 3;
const places = 64;
/** Of a core, for each process, so that the database and the load have more than they need. */
const share = availableParallelism() / 5;

/** Two processes on one PostgreSQL against one, and what writers do to those who read. */
export async function benchPostgresMany(): Promise<Result[]> {
  const postgres = await bootPostgres({ durable: true });
  const shared = { DATABASE_URL: postgres.url, SECRETS_KEY: randomBytes(32).toString('base64') };
  const run = (PROCESSES: string) => runPlatform({ ...shared, PROCESSES }, { core: 'any' });
  const one = await run('1');
  const { writing, page, twin } = await loadsOf(one);
  const two = await run('2');
  const loads = [
    ['pages of 100 twins on PostgreSQL', page],
    ['durable POST of folders in 64 twins on PostgreSQL', writing],
  ] as const;
  try {
    const results: Result[] = [];
    for (const [name, load] of loads) results.push(await scaled(name, load, one, two));
    const limits = [limitCores(one.tree(), share), limitCores(two.tree(), 2 * share)];
    if (limits.every((limit) => limit !== undefined)) {
      for (const [name, load] of loads) {
        const result = await scaled(`${name}, ${share} of a core for each process`, load, one, two);
        results.push({ ...result, ...atLeast(result.value, 1.5) });
      }
    }
    for (const limit of limits) limit?.end();
    if (hasWrk) results.push(await waits(twin, writing));
    return results;
  } finally {
    await Promise.all([one.stop(), two.stop()]);
    await postgres.stop();
  }
}

/**
 * What two processes do beside one. On few cores the database and the load have what the second one would need, so this says little
 * there unless each is held to its share.
 */
async function scaled(name: string, load: Load, one: RunningPlatform, two: RunningPlatform): Promise<Result> {
  const at = (platform: RunningPlatform): Load => ({
    ...load,
    url: load.url.replace(one.baseUrl, platform.baseUrl),
    headers: { Authorization: `Bearer ${platform.token}` },
  });
  for (const platform of [one, two]) await perSecond(at(platform));
  const seen = await compare(
    rounds,
    () => perSecond(at(two)),
    () => perSecond(at(one)),
  );
  return {
    name: `${name}: two processes`,
    subject: rate(seen.subject),
    yardstick: `one process ${rate(seen.yardstick)}`,
    value: seen.ratio,
    unit: '',
    bound: 'none set',
    holds: true,
  };
}

/** How much longer the slowest reads take than usual ones while others write. */
async function waits(reading: Load, writing: Load): Promise<Result> {
  const seen = [];
  for (let round = 0; round < rounds; round++) {
    seen.push(await latenciesUnder(reading, { ...writing, seconds: seconds + 1 }));
  }
  const times = median(seen.map(({ p99, median: usual }) => p99 / usual));
  const shown = (value: number) => `${value.toFixed(1)} ms`;
  return {
    name: 'GET one twin under 64 writers on PostgreSQL: the 99th percentile',
    subject: shown(median(seen.map(({ p99 }) => p99))),
    yardstick: `the median ${shown(median(seen.map(({ median: usual }) => usual)))}`,
    value: times,
    unit: ' ×',
    ...atMost(times, 10),
  };
}

async function loadsOf(platform: RunningPlatform) {
  const headers = { Authorization: `Bearer ${platform.token}` };
  const paths: string[] = [];
  for (let made = 0; made < places; made++) paths.push(new URL(`${await rootFolder(platform)}/folders`).pathname);
  const { body } = await platform.call('GET', '/twins/?$top=1');
  const [first] = (body as { twins: { id: string }[] }).twins;
  const load = { headers, seconds };
  const writing: Load = { ...load, url: platform.baseUrl, connections: 64, making: newFolders, paths };
  const page: Load = { ...load, url: `${platform.baseUrl}/twins/?$top=100`, connections: 32 };
  const twin: Load = { ...load, url: `${platform.baseUrl}/twins/${first?.id}`, connections: 32 };
  return { writing, page, twin };
}
