import { compare, perSecond, startServer } from './load.ts';
import { type RunningPlatform, rootFolder, runPlatform } from './platform.ts';
import { atLeast, type Result, rate } from './results.ts';

const load = { connections: 64, seconds: 3, making: true };

/** Durable writes of many clients at once: they share transactions, the yardsticks sync each. */
export async function benchFolders(): Promise<Result[]> {
  const [ours, each] = [
    await clientOf(await runPlatform()),
    await clientOf(await runPlatform({}, { program: 'bench/yardsticks/one-write-each.ts' })),
  ];
  const bare = await startServer('bench/yardsticks/folder-fsync.ts', { TMPDIR: ours.platform.dataDir });
  const bareMakes = () => perSecond({ ...load, url: bare.facts.url ?? '', headers: ours.headers }); // the same request
  try {
    for (const makes of [ours.makes, each.makes, bareMakes]) await makes(); // all warm up
    const same = await compare(5, ours.makes, each.makes);
    const least = await compare(5, ours.makes, bareMakes);
    return [
      {
        name: 'durable POST of a folder, 64 connections',
        subject: rate(same.subject),
        yardstick: `the same with one fsync a request ${rate(same.yardstick)}`,
        value: same.ratio,
        unit: '',
        ...atLeast(same.ratio, 3),
      },
      {
        name: 'the same, beside a bare server',
        subject: rate(least.subject),
        yardstick: `node:http, four statements and one fsync a request ${rate(least.yardstick)}`,
        value: least.ratio,
        unit: '',
        ...atLeast(least.ratio, 1.5),
      },
    ];
  } finally {
    await bare.stop();
    await ours.platform.stop();
    await each.platform.stop();
  }
}

async function clientOf(platform: RunningPlatform) {
  const url = `${await rootFolder(platform)}/folders`;
  const headers = { Authorization: `Bearer ${platform.token}` };
  return { platform, headers, makes: () => perSecond({ ...load, url, headers }) };
}
