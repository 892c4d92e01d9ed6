import { compare, startServer } from './load.ts';
import { rootFolder, runPlatform } from './platform.ts';
import { atLeast, atMost, type Result } from './results.ts';
import { uploadInBlocks } from './storage.ts';
import { get } from './transfer.ts';

const gibibyte = 2 ** 30;
const rounds = 2;
const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
const mib = (perSecond: number) => `${Math.round(perSecond / 2 ** 20)} MiB/s`;

/** A large file through the platform into the S3 server of the tests and back, beside the SDK alone. */
export async function benchS3(): Promise<Result[]> {
  const store = await startServer('bench/yardsticks/s3-server.ts', credentials, 1);
  const bucket = store.facts.url ?? '';
  const platform = await runPlatform({ BLOB_URL: bucket, ...credentials });
  const bare = await startServer('bench/yardsticks/s3-sdk.ts', { BENCH_BUCKET: bucket, ...credentials });
  const bareRate = async (method: string) => {
    const started = performance.now();
    await (await fetch(`${bare.facts.url}?size=${gibibyte}`, { method })).text();
    return (gibibyte * 1000) / (performance.now() - started);
  };
  try {
    const folder = await rootFolder(platform);
    let address = '';
    let count = 0;
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, platform.resident());
    }, 500);
    const up = await compare(
      rounds,
      async () => {
        const [url, took] = await uploadInBlocks(platform, folder, gibibyte, `large ${++count}`);
        address = url;
        return gibibyte / took;
      },
      () => bareRate('PUT'),
    );
    const down = await compare(
      rounds,
      async () => gibibyte / (await get(address, gibibyte)),
      () => bareRate('GET'),
    );
    clearInterval(watch);
    const result = (name: string, { subject, yardstick, ratio }: typeof up): Result => ({
      name,
      subject: mib(subject),
      yardstick: `the SDK alone ${mib(yardstick)}`,
      value: ratio,
      unit: '',
      ...atLeast(ratio, 0.7),
    });
    return [
      result('upload of 1 GiB in blocks to S3', up),
      result('download of 1 GiB from S3', down),
      {
        name: 'peak memory of both',
        subject: `${Math.round(peak)} MB`,
        yardstick: 'a part of the file',
        value: peak,
        unit: ' MB',
        ...atMost(peak, 300),
      },
    ];
  } finally {
    await platform.stop();
    await Promise.all([bare.stop(), store.stop()]);
  }
}
