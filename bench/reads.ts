import { join } from 'node:path';
import { compare, type Load, perSecond, startServer } from './load.ts';
import { runPlatform } from './platform.ts';
import { atLeast, type Result, rate } from './results.ts';

const rounds = 9;
const seconds = 1; // short and many: the speed of a shared machine changes within seconds
const connections = 32;

/** Reading one twin and a page of 100, one process on one core. */
export async function benchReads(): Promise<Result[]> {
  const platform = await runPlatform();
  try {
    const ids = [];
    for (let i = 0; i < 120; i++) {
      const made = await platform.call('POST', '/twins/', {
        class: 'Endeavor',
        subClass: 'Project',
        displayName: `Bridge ${i}`,
        number: `B-${i}`,
      });
      ids.push((made.body as { twin: { id: string } }).twin.id);
    }
    const headers = { Authorization: `Bearer ${platform.token}` };
    const one: Load = { url: `${platform.baseUrl}/twins/${ids[0]}`, headers, connections, seconds };
    const page: Load = { url: `${platform.baseUrl}/twins/?$top=100`, headers, connections, seconds };
    const database = join(platform.dataDir, 'platform.sqlite');
    const hello = await startServer('bench/yardsticks/hello.ts');
    const rows = await startServer('bench/yardsticks/rows.ts', { BENCH_DATABASE: database });
    const bare = (url = ''): Promise<number> => perSecond({ url, headers, connections, seconds }); // the same request
    for (const load of [one, page]) await perSecond({ ...load, seconds: 3 }); // until all of it is compiled
    for (const { facts } of [hello, rows]) await bare(facts.url);
    const first = await compare(
      rounds,
      () => perSecond(one),
      () => bare(hello.facts.url),
    );
    const second = await compare(
      rounds,
      () => perSecond(page),
      () => bare(rows.facts.url),
    );
    await Promise.all([hello.stop(), rows.stop()]);
    return [
      {
        name: 'GET one twin (token and permission checked)',
        subject: rate(first.subject),
        yardstick: `bare node:http hello ${rate(first.yardstick)}`,
        value: first.ratio,
        unit: '',
        ...atLeast(first.ratio, 0.4),
      },
      {
        name: 'GET /twins, page of 100',
        subject: rate(second.subject),
        yardstick: `bare handler, same rows ${rate(second.yardstick)}`,
        value: second.ratio,
        unit: '',
        ...atLeast(second.ratio, 0.5),
      },
    ];
  } finally {
    await platform.stop();
  }
}
