import { compare, perSecond, startServer } from './load.ts';
import { newFile, type RunningPlatform, rootFolder, runPlatform } from './platform.ts';
import { atLeast, type Result, rate } from './results.ts';
import { get, put } from './transfer.ts';

const gibibyte = 2 ** 30;
const blockSize = 64 * 2 ** 20;
const mib = (perSecond: number) => `${Math.round(perSecond / 2 ** 20)} MiB/s`;

/** The way of large and small files in and out. */
export async function benchStorage(): Promise<Result[]> {
  const platform = await runPlatform();
  try {
    const folder = await rootFolder(platform);
    return [...(await transfers(platform, folder)), await smallFile(platform, folder)];
  } finally {
    await platform.stop();
  }
}

/** Answers where it is downloaded, and the seconds that it took. */
export async function uploadInBlocks(
  platform: RunningPlatform,
  folder: string,
  size: number,
  name: string,
): Promise<[string, number]> {
  const { uploadUrl, completeUrl } = await newFile(platform, folder, name);
  const started = performance.now();
  const ids: string[] = [];
  for (let from = 0; from < size; from += blockSize) {
    const id = Buffer.from(String(ids.length).padStart(6, '0')).toString('base64');
    ids.push(id);
    await put(`${uploadUrl}&comp=block&blockid=${encodeURIComponent(id)}`, Math.min(blockSize, size - from));
  }
  const list = `<BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join('')}</BlockList>`;
  await fetch(`${uploadUrl}&comp=blocklist`, { method: 'PUT', body: list });
  await platform.call('POST', completeUrl);
  const seconds = (performance.now() - started) / 1000;
  const download = await fetch(completeUrl.replace(/complete$/, 'download'), {
    redirect: 'manual',
    headers: { Authorization: `Bearer ${platform.token}` },
  });
  return [download.headers.get('location') ?? '', seconds];
}

async function transfers(platform: RunningPlatform, folder: string): Promise<Result[]> {
  const plain = await startServer('bench/yardsticks/pipe.ts', { BENCH_FOLDER: platform.dataDir });
  const plainUrl = plain.facts.url ?? '';
  let address = '';
  let count = 0;
  const up = await compare(
    3,
    async () => {
      const [url, seconds] = await uploadInBlocks(platform, folder, gibibyte, `large ${++count}`);
      address = url;
      return gibibyte / seconds;
    },
    async () => gibibyte / (await put(plainUrl, gibibyte)),
  );
  const synced = await compare(
    3,
    async () => gibibyte / (await uploadInBlocks(platform, folder, gibibyte, `large ${++count}`))[1],
    async () => gibibyte / (await put(`${plainUrl}?sync`, gibibyte)),
  );
  const down = await compare(
    7,
    async () => gibibyte / (await get(address, gibibyte)),
    async () => gibibyte / (await get(plainUrl, gibibyte)),
  );
  await plain.stop();
  return [
    {
      name: 'upload of 1 GiB in blocks, durable and hashed',
      subject: mib(up.subject),
      yardstick: `node:http piping to a file ${mib(up.yardstick)}`,
      value: up.ratio,
      unit: '',
      ...atLeast(up.ratio, 0.8),
    },
    {
      name: 'the same, beside one that waits for the disk',
      subject: mib(synced.subject),
      yardstick: `node:http piping to a file, then fsync ${mib(synced.yardstick)}`,
      value: synced.ratio,
      unit: '',
      ...atLeast(synced.ratio, 0.8),
    },
    {
      name: 'download of 1 GiB',
      subject: mib(down.subject),
      yardstick: `createReadStream ${mib(down.yardstick)}`,
      value: down.ratio,
      unit: '',
      ...atLeast(down.ratio, 0.9),
    },
  ];
}

async function smallFile(platform: RunningPlatform, folder: string): Promise<Result> {
  const plain = await startServer('bench/yardsticks/pipe.ts', { BENCH_FOLDER: platform.dataDir });
  const url = plain.facts.url ?? '';
  const [address] = await uploadInBlocks(platform, folder, 4096, 'small');
  await put(url, 4096);
  const load = { connections: 32, seconds: 2 };
  const both = await compare(
    3,
    () => perSecond({ ...load, url: address }),
    () => perSecond({ ...load, url }),
  );
  await plain.stop();
  return {
    name: 'GET of a 4 KiB file by its signed address',
    subject: rate(both.subject),
    yardstick: `createReadStream ${rate(both.yardstick)}`,
    value: both.ratio,
    unit: '',
    ...atLeast(both.ratio, 0.5),
  };
}
