import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCloud } from '../scripts/make-cloud.ts';
import type { ConversionParams } from '../src/engines/conversion/params.ts';
import { runEngine, secondsOf } from './engine-run.ts';
import { compare } from './load.ts';
import { atLeast, atMost, type Result } from './results.ts';

const points = Number(process.env.BENCH_CLOUD_POINTS ?? 10_000_000);
/** A cloud that memory does not hold by far. */
const manyPoints = 4 * points;
const rounds = 3;
const megabyte = 2 ** 20;
/** Megabytes that so many points may take: it grows with them by little, since they are on disk. */
const mostMemory = (count: number) => (count <= 10_000_000 ? 600 : 1500);

/** A cloud as its scanner gives it, turned into tiles; the same packed, beside the bare decoder; and one that memory does not hold. */
export async function benchClouds(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-clouds-'));
  const cloud = join(folder, 'cloud.las');
  try {
    makeCloud(cloud, points);
    const tiled = await benchLas(folder, cloud);
    const packed = await benchLaz(folder, cloud);
    rmSync(cloud);
    return [...tiled, ...(await benchMany(folder)), ...packed];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function benchLas(folder: string, path: string): Promise<Result[]> {
  const reading = await secondsOf('bench/yardsticks/read-file.ts', path);
  const tiles = await convert(folder, path, 'LAS', 'GLBC');
  const name = nameOf(points);
  const perSecond = points / tiles.seconds / 1e6;
  const size = Math.round(statSync(path).size / 1e6);
  const yardstick = `reading its ${size} MB: ${reading.toFixed(2)} s`;
  return [
    {
      name,
      subject: `${tiles.seconds.toFixed(1)} s`,
      yardstick,
      value: perSecond,
      unit: ' M points/s',
      ...atLeast(perSecond, 1.5),
    },
    memoryOf(tiles, points),
  ];
}

const nameOf = (count: number): string => `LAS of ${count / 1e6} M points: tiles`;

/** Of many points only the memory is bound; how long they take is printed. */
async function benchMany(folder: string): Promise<Result[]> {
  const path = join(folder, 'many.las');
  makeCloud(path, manyPoints);
  const tiles = await convert(folder, path, 'LAS', 'GLBC');
  rmSync(path);
  return [memoryOf(tiles, manyPoints)];
}

function memoryOf({ peak, seconds }: { peak: number; seconds: number }, count: number): Result {
  const most = peak / megabyte;
  return {
    name: `${nameOf(count)}: peak memory`,
    subject: `${Math.round(most)} MB in ${seconds.toFixed(0)} s, ${(count / seconds / 1e6).toFixed(2)} M points/s`,
    yardstick: 'the machine of a laptop',
    value: most,
    unit: ' MB',
    ...atMost(most, mostMemory(count)),
  };
}

async function benchLaz(folder: string, las: string): Promise<Result[]> {
  const writing = await convert(folder, las, 'LAS', 'LAZ');
  const laz = writing.files[0]?.path ?? '';
  const peaks: number[] = [];
  const ours = async () => {
    const { seconds, peak } = await convert(folder, laz, 'LAZ', 'GLBC');
    peaks.push(peak);
    return seconds;
  };
  const yard = () => secondsOf('bench/yardsticks/laz-decode.ts', laz);
  const { subject, yardstick, ratio } = await compare(rounds, ours, yard);
  const name = `LAZ of ${points / 1e6} M points`;
  const perSecond = points / writing.seconds / 1e6;
  const most = Math.round(Math.max(...peaks) / megabyte);
  return [
    {
      name: `${name}: tiles`,
      subject: `${subject.toFixed(1)} s, ${most} MB`,
      yardstick: `bare laz-perf, every point: ${yardstick.toFixed(1)} s`,
      value: ratio,
      unit: ' ×',
      ...atMost(ratio, 1.3),
    },
    {
      name: `${name}: written`,
      subject: `${writing.seconds.toFixed(1)} s with reading the LAS`,
      yardstick: 'half a million points a second',
      value: perSecond,
      unit: ' M points/s',
      ...atLeast(perSecond, 0.5),
    },
  ];
}

async function convert(folder: string, path: string, format: 'LAS' | 'LAZ', output: 'GLBC' | 'LAZ') {
  const target = mkdtempSync(join(folder, 'out-'));
  mkdirSync(target, { recursive: true });
  const inputs = [{ name: path.replace(/^.*\//, ''), path }];
  const options = { inputSRS: 'EPSG:25832' };
  const params: ConversionParams = { inputs, format, outputs: [output], name: 'bench', output: target, options };
  const { seconds, peak, result } = await runEngine('conversion', params);
  return { seconds, peak, files: result.outputs[0]?.files ?? [] };
}
