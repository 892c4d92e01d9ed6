import { bootPostgres } from '../test/support/postgres.ts';
import { compare, perSecond, startServer } from './load.ts';
import { newFolders } from './making.ts';
import { rootFolder, runPlatform } from './platform.ts';
import { atLeast, type Result, rate } from './results.ts';

const rounds = 5;
const seconds = 2;

/** What one process does on PostgreSQL, beside a bare handler on the same database; each on one core. */
export async function benchPostgres(): Promise<Result[]> {
  const postgres = await bootPostgres({ durable: true });
  const platform = await runPlatform({ DATABASE_URL: postgres.url });
  try {
    const headers = { Authorization: `Bearer ${platform.token}` };
    const folders = `${await rootFolder(platform)}/folders`;
    const ids: string[] = [];
    for (let i = 0; i < 120; i++) {
      const body = { class: 'Endeavor', subClass: 'Project', displayName: `Bridge ${i}`, number: `B-${i}` };
      const made = await platform.call('POST', '/twins/', body);
      ids.push((made.body as { twin: { id: string } }).twin.id);
    }
    const bare = await startServer('bench/yardsticks/postgres.ts', {
      BENCH_DATABASE: postgres.url,
      BENCH_ID: ids[0] ?? '',
    });
    const asked = { headers, connections: 32, seconds };
    const made = { headers, connections: 64, seconds, making: newFolders };
    const pairs = [
      {
        name: 'GET one twin on PostgreSQL',
        yardstick: 'bare handler, one prepared select',
        ours: () => perSecond({ ...asked, url: `${platform.baseUrl}/twins/${ids[0]}` }),
        theirs: () => perSecond({ ...asked, url: `${bare.facts.url}one` }),
      },
      {
        name: 'GET /twins on PostgreSQL, page of 100',
        yardstick: 'bare handler, same rows',
        ours: () => perSecond({ ...asked, url: `${platform.baseUrl}/twins/?$top=100` }),
        theirs: () => perSecond({ ...asked, url: `${bare.facts.url}page` }),
      },
      {
        name: 'durable POST of a folder on PostgreSQL, 64 connections',
        yardstick: 'bare transaction, one select and one insert',
        ours: () => perSecond({ ...made, url: folders }),
        theirs: () => perSecond({ ...made, url: bare.facts.url ?? '' }),
      },
    ];
    const results: Result[] = [];
    for (const { name, yardstick, ours, theirs } of pairs) {
      for (const warmUp of [ours, theirs]) await warmUp();
      const seen = await compare(rounds, ours, theirs);
      const facts = { subject: rate(seen.subject), yardstick: `${yardstick} ${rate(seen.yardstick)}`, unit: '' };
      results.push({ name, value: seen.ratio, ...facts, ...atLeast(seen.ratio, 0.5) });
    }
    await bare.stop();
    return results;
  } finally {
    await platform.stop();
    await postgres.stop();
  }
}
