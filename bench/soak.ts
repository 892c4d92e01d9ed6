import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { runPlatform } from './platform.ts';
import { atMost, median, type Result } from './results.ts';
import { everything } from './soak-load.ts';

const minutes = Number(process.env.SOAK_MINUTES ?? 60);
const clients = 12;
const samples = 24;

/** What the program holds, in bytes. */
interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}

/**
 * Everything that clients do, for an hour (SOAK_MINUTES): memory must stay where it is. The first quarter fills caches
 * and is not judged; what is judged is what is resident, and what lives after a collection.
 */
export async function benchSoak(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-soak-'));
  const report = join(folder, 'memory.json');
  const platform = await runPlatform(
    {
      BENCH_MEMORY: report,
      NODE_OPTIONS: `--import=${pathToFileURL(resolve('bench/memory-report.ts'))}`,
    },
    { core: 'any' },
  );
  const load = await everything(platform, clients);
  const seen: { readonly resident: number; readonly alive: number }[] = [];
  try {
    for (let n = 1; n <= samples; n++) {
      await sleep((minutes * 60_000) / samples);
      const { before, after } = await memoryOf(platform.pid, report);
      seen.push({ resident: before.rss / 2 ** 20, alive: (after.heapUsed + after.external) / 2 ** 20 });
      const { resident, alive } = seen.at(-1) ?? { resident: 0, alive: 0 };
      const minute = ((minutes * n) / samples).toFixed(1);
      console.error(
        `  ${minute} min: ${resident.toFixed(0)} MB resident, ${alive.toFixed(1)} MB alive, ${load.made()} requests`,
      );
    }
  } finally {
    await load.stop();
    await platform.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const quarter = (nth: number, what: 'resident' | 'alive') =>
    median(seen.slice((nth * samples) / 4, ((nth + 1) * samples) / 4).map((one) => one[what]));
  return (['resident', 'alive'] as const).map((what) => ({
    name: `memory ${what === 'resident' ? 'resident' : 'alive after a collection'}, soak of ${minutes} minutes`,
    subject: `last quarter ${quarter(3, what).toFixed(0)} MB, ${load.made().toLocaleString('en')} requests`,
    yardstick: `second quarter ${quarter(1, what).toFixed(0)} MB`,
    value: quarter(3, what) / quarter(1, what),
    unit: '',
    ...atMost(quarter(3, what) / quarter(1, what), 1.1),
  }));
}

async function memoryOf(pid: number, report: string): Promise<{ before: Memory; after: Memory }> {
  rmSync(report, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(report)) await sleep(50);
  return JSON.parse(readFileSync(report, 'utf8'));
}
