import { randomBytes } from 'node:crypto';
import { bootPostgres } from '../test/support/postgres.ts';
import { compare, hasWrk, type Load, latenciesUnder, perSecond } from './load.ts';
import { newFolders } from './making.ts';
import { type RunningPlatform, rootFolder, runPlatform } from './platform.ts';
import { atLeast, atMost, median, type Result, rate } from './results.ts';

const rounds = 3;
const seconds = 3;
const places = 64;

/** Two processes on one PostgreSQL against one, and what writers do to those who read. */
export async function benchPostgresMany(): Promise<Result[]> {
  const postgres = await bootPostgres({ durable: true });
  const shared = { DATABASE_URL: postgres.url, SECRETS_KEY: randomBytes(32).toString('base64') };
  const run = (PROCESSES: string) => runPlatform({ ...shared, PROCESSES }, { core: 'any' });
  const one = await run('1');
  const { writing, page, twin } = await loadsOf(one);
  const two = await run('2');
  try {
    const at = (platform: RunningPlatform, { url, ...load }: Load): Load => ({
      ...load,
      url: url.replace(one.baseUrl, platform.baseUrl),
      headers: { Authorization: `Bearer ${platform.token}` },
    });
    const results: Result[] = [];
    for (const [name, load] of [
      ['pages of 100 twins on PostgreSQL, two processes', page],
      ['durable POST of folders in 64 twins on PostgreSQL, two processes', writing],
    ] as const) {
      for (const platform of [one, two]) await perSecond(at(platform, load));
      const seen = await compare(
        rounds,
        () => perSecond(at(two, load)),
        () => perSecond(at(one, load)),
      );
      const facts = { subject: rate(seen.subject), yardstick: `one process ${rate(seen.yardstick)}`, unit: '' };
      results.push({ name, value: seen.ratio, ...facts, ...atLeast(seen.ratio, 1.5) });
    }
    if (hasWrk) results.push(await waits(twin, writing));
    return results;
  } finally {
    await Promise.all([one.stop(), two.stop()]);
    await postgres.stop();
  }
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
