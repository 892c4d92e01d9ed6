import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enlargeIfc } from '../scripts/enlarge-ifc.ts';
import type { Engines, ResultOf } from '../src/engines/engines.ts';
import { type Run, runEngine, secondsOf } from './engine-run.ts';
import { atMost, type Result } from './results.ts';

const sample = '../shared/data/ifc/duplex.ifc';
const secondSample = '../shared/data/ifc/duplex-v2.ifc';
const turns = 2;
const times = 42;
const megabyte = 2 ** 20;

/** A public building, 42 times over: what an import, its export and a comparison with the next version cost. */
export async function benchEngines(): Promise<Result[]> {
  const missing = [sample, secondSample].find((path) => !existsSync(path));
  if (missing !== undefined) {
    console.error(`  left out: ${missing} is not there.`);
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'bench-engines-'));
  try {
    const input = join(folder, 'large.ifc');
    await enlargeIfc(sample, input, times);
    const imports = await measure(input, folder);
    return [...imports.results, ...(await compare(input, imports.imported, folder))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(input: string, folder: string) {
  const bare: number[] = [];
  const imports: Run<ResultOf<Engines, 'ifc'>>[] = [];
  for (let turn = 0; turn < turns; turn++) {
    bare.push(await secondsOf('bench/yardsticks/web-ifc.ts', input));
    imports.push(await runEngine('ifc', { input, output: folder }));
  }
  const [yardstick, ours] = [Math.min(...bare), quickest(imports)];
  const { snapshot, geometry } = ours.result;
  const tiles = await runEngine('tiles', { geometry, snapshot, output: folder, types: ['3DTiles', 'CESIUM', 'MODEL'] });
  const size = statSync(input).size / 1e6;
  const both = ours.seconds + tiles.seconds;
  const peak = Math.max(tiles.peak, ...imports.map((one) => one.peak)) / megabyte;
  const name = `IFC of ${Math.round(size)} MB`;
  const results: Result[] = [
    {
      name: `${name}: import`,
      subject: `${ours.seconds.toFixed(1)} s, ${ours.result.elementCount.toLocaleString('en')} elements`,
      yardstick: `bare web-ifc, all lines and meshes: ${yardstick.toFixed(1)} s`,
      value: ours.seconds / yardstick,
      unit: ' ×',
      ...atMost(ours.seconds / yardstick, 1.5),
    },
    {
      name: `${name}: import and three tilesets`,
      subject: `${both.toFixed(1)} s, ${(size / both).toFixed(1)} MB/s, ${tiles.result.tileCount} tiles`,
      yardstick: `the same: ${yardstick.toFixed(1)} s`,
      value: both / yardstick,
      unit: ' ×',
      ...atMost(both / yardstick, 2),
    },
    {
      name: `${name}: peak memory of both`,
      subject: `import ${Math.round(ours.peak / megabyte)} MB, tiles ${Math.round(tiles.peak / megabyte)} MB`,
      yardstick: 'the machine of a laptop',
      value: peak,
      unit: ' MB',
      ...atMost(peak, 1024),
    },
  ];
  return { results, imported: ours.result };
}

/** The comparison of two versions that are imported already, beside hashing all lines of both files. */
async function compare(input: string, first: ResultOf<Engines, 'ifc'>, folder: string): Promise<Result[]> {
  const [second, output] = [join(folder, 'second.ifc'), join(folder, 'second')];
  mkdirSync(output);
  await enlargeIfc(secondSample, second, times);
  const { result } = await runEngine('ifc', { input: second, output, knownIds: first.newIds });
  const params = { before: first.snapshot, after: result.snapshot, output };
  const hashes: number[] = [];
  const comparisons: Run<ResultOf<Engines, 'compare'>>[] = [];
  for (let turn = 0; turn < turns; turn++) {
    hashes.push(await secondsOf('bench/yardsticks/hash-lines.ts', input, second));
    comparisons.push(await runEngine('compare', params));
  }
  const ours = quickest(comparisons);
  const peak = Math.max(...comparisons.map((one) => one.peak)) / megabyte;
  const { added, deleted, modified } = ours.result;
  const name = `IFC of ${Math.round(statSync(second).size / 1e6)} MB`;
  return [
    {
      name: `${name}: comparison of two versions`,
      subject: `${added} new, ${deleted} gone, ${modified} changed`,
      yardstick: `all lines of both hashed: ${Math.min(...hashes).toFixed(1)} s`,
      value: ours.seconds,
      unit: ' s',
      ...atMost(ours.seconds, 15),
    },
    {
      name: `${name}: peak memory of the comparison`,
      subject: `${Math.round(peak)} MB`,
      yardstick: 'the machine of a laptop',
      value: peak,
      unit: ' MB',
      ...atMost(peak, 1024),
    },
  ];
}

const quickest = <R>(runs: readonly Run<R>[]): Run<R> => runs.reduce((a, b) => (a.seconds <= b.seconds ? a : b));
