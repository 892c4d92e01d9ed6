import { compare, perSecond, startServer } from './load.ts';
import { rootFolder, runPlatform } from './platform.ts';
import { atLeast, type Result, rate } from './results.ts';

/** Durable writes of many clients at once: they share transactions, the yardstick syncs each. */
export async function benchFolders(): Promise<Result[]> {
  const platform = await runPlatform();
  try {
    const folder = await rootFolder(platform);

    const yardstick = await startServer('bench/yardsticks/folder-fsync.ts', { TMPDIR: platform.dataDir });
    const headers = { Authorization: `Bearer ${platform.token}` }; // the same request for both
    const load = { connections: 64, seconds: 3, making: true, headers };
    const ours = () => perSecond({ ...load, url: `${folder}/folders` });
    const theirs = () => perSecond({ ...load, url: yardstick.facts.url ?? '' });
    await ours(); // both warm up
    await theirs();
    const both = await compare(5, ours, theirs);
    await yardstick.stop();
    return [
      {
        name: 'durable POST of a folder, 64 connections',
        subject: rate(both.subject),
        yardstick: `one fsync a request ${rate(both.yardstick)}`,
        value: both.ratio,
        unit: '',
        ...atLeast(both.ratio, 3),
      },
    ];
  } finally {
    await platform.stop();
  }
}
