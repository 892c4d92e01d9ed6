import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, perSecond, startServer } from './load.ts';
import { runPlatform } from './platform.ts';
import { atLeast, type Result, rate } from './results.ts';
import { exportedSample, sample } from './sample.ts';

const load = { connections: 32, seconds: 3 };

/** Files of an export by their signed link, against a bare server of the same files. */
export async function benchTiles(): Promise<Result[]> {
  if (!existsSync(sample)) {
    console.error(`  left out: ${sample} is not there.`);
    return [];
  }
  const platform = await runPlatform({ MESH_EXPORTS: '3DTiles' });
  const folder = join(platform.dataDir, 'plain');
  mkdirSync(folder);
  const plain = await startServer('bench/yardsticks/static-files.ts', { BENCH_FOLDER: folder });
  try {
    const { link } = await exportedSample(platform);
    const results: Result[] = [];
    for (const name of ['tiles/r.glb', 'tileset.json']) {
      const address = link.replace('?', `/${name}?`);
      const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
      const file = name.replace('/', '-');
      writeFileSync(join(folder, file), bytes);
      const both = await compare(
        3,
        () => perSecond({ ...load, url: address }),
        () => perSecond({ ...load, url: `${plain.facts.url}/${file}` }),
      );
      results.push({
        name: `GET of ${name} (${Math.round(bytes.length / 1000)} kB) of an export`,
        subject: rate(both.subject),
        yardstick: `bare static server ${rate(both.yardstick)}`,
        value: both.ratio,
        unit: '',
        ...atLeast(both.ratio, 0.5),
      });
    }
    return results;
  } finally {
    await plain.stop();
    await platform.stop();
  }
}
