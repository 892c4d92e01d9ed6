import { compare, perSecond, startServer } from './load.ts';
import { benchMaking, newFolders } from './making.ts';
import { type RunningPlatform, rootFolder, runPlatform } from './platform.ts';
import { atLeast, type Result, rate } from './results.ts';

/** Durable writes of many clients at once: they share transactions, the yardsticks sync each. */
export async function benchFolders(): Promise<Result[]> {
  const ours = await runPlatform();
  try {
    const making = async (platform: RunningPlatform) => {
      const url = `${await rootFolder(platform)}/folders`;
      return { name: 'a folder', url, body: newFolders };
    };
    return [await benchMaking(ours, making, 3), await besideBare(ours, (await making(ours)).url)];
  } finally {
    await ours.stop();
  }
}

async function besideBare({ token, dataDir }: RunningPlatform, folders: string): Promise<Result> {
  const bare = await startServer('bench/yardsticks/folder-fsync.ts', { TMPDIR: dataDir });
  const makes = (url: string) => () =>
    perSecond({ url, connections: 64, seconds: 3, making: newFolders, headers: { Authorization: `Bearer ${token}` } });
  const [oursMakes, bareMakes] = [makes(folders), makes(bare.facts.url ?? '')]; // the same request
  try {
    for (const warm of [oursMakes, bareMakes]) await warm();
    const least = await compare(5, oursMakes, bareMakes);
    return {
      name: 'the same, beside a bare server',
      subject: rate(least.subject),
      yardstick: `node:http, four statements and one fsync a request ${rate(least.yardstick)}`,
      value: least.ratio,
      unit: '',
      ...atLeast(least.ratio, 1.5),
    };
  } finally {
    await bare.stop();
  }
}
