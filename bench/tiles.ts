import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compare, perSecond, startServer } from './load.ts';
import { type RunningPlatform, rootFolder, runPlatform } from './platform.ts';
import { atLeast, type Result, rate } from './results.ts';

const sample = '../shared/data/ifc/duplex.ifc';
const load = { connections: 32, seconds: 3 };

interface Links {
  readonly _links: { readonly uploadUrl: { href: string }; readonly completeUrl: { href: string } };
}
interface Exports {
  readonly exports: readonly {
    readonly status: string;
    readonly _links?: { readonly mesh: { readonly href: string } };
  }[];
}

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
    const link = await exported(platform);
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

/** The link to the tileset that a new model is exported to. */
async function exported(platform: RunningPlatform): Promise<string> {
  const folder = await rootFolder(platform);
  const made = (await platform.call('POST', `${folder}/files`, { displayName: 'duplex.ifc' })).body as Links;
  const headers = { 'x-ms-blob-type': 'BlockBlob' };
  await fetch(made._links.uploadUrl.href, { method: 'PUT', headers, body: readFileSync(sample) });
  await platform.call('POST', made._links.completeUrl.href);
  const twins = (await platform.call('GET', '/twins')).body as { twins: { id: string }[] };
  for (;;) {
    await sleep(200);
    for (const { id } of twins.twins) {
      const { models } = (await platform.call('GET', `/models?twinId=${id}`)).body as { models: { id: string }[] };
      const href = models[0] && (await linkOf(platform, models[0].id));
      if (href) return href;
    }
  }
}

async function linkOf({ baseUrl, token }: RunningPlatform, modelId: string): Promise<string | undefined> {
  const headers = { Authorization: `Bearer ${token}`, Prefer: 'return=representation' };
  const answer = await fetch(`${baseUrl}/mesh-export/?modelId=${modelId}`, { headers });
  return ((await answer.json()) as Exports).exports[0]?._links?.mesh.href;
}
