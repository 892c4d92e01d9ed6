import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { servedApis } from '../src/start/served-apis.ts';
import { foreignTable, largestTable } from '../test/support/foreign-names.ts';
import { compare, type Load, perSecond } from './load.ts';
import { newFolders } from './making.ts';
import { type RunningPlatform, rootFolder, runPlatform, startPlatform } from './platform.ts';
import { atMost, type Result } from './results.ts';

const rounds = 7;
const starts = 5;
const connections = 32;
const most = 1.15;
const theirs = { Accept: 'application/vnd.acme.zwilling-platform.v1+json' };

/**
 * What a request in words of a table costs beside the same in neutral words, and that beside a server without a table: in
 * processor time of the server, in turns, since the differences are smaller than the noise of a machine that others use.
 */
export async function benchNames(): Promise<Result[]> {
  const file = await tableFile();
  const [named, plain] = [await runPlatform({ NAMES_FILE: file }), await runPlatform()];
  try {
    const [here, there] = [await loadsOf(named), await loadsOf(plain)];
    const results: Result[] = [];
    for (const [at, { name, ours, other }] of here.entries()) {
      const without = there[at]?.ours ?? ours;
      for (const load of [ours, other, without]) await perSecond({ ...load, seconds: 3 }); // until all of it is compiled
      const inNeutral = () => costOf(named, ours);
      const both = await compare(rounds, () => costOf(named, other), inNeutral);
      const beside = await compare(rounds, inNeutral, () => costOf(plain, without));
      results.push(
        row(`${name} in words of a table`, 'in neutral words', both, most),
        row(`${name} in neutral words, with a table`, 'without one', beside, 1.03),
      );
    }
    return [...results, await benchStartWithTable()];
  } finally {
    await Promise.all([named.stop(), plain.stop()]);
  }
}

type Compared = Awaited<ReturnType<typeof compare>>;

const microseconds = (seconds: number): string => `${Math.round(seconds * 1e6)} µs`;

const row = (name: string, beside: string, { subject, yardstick, ratio }: Compared, bound: number): Result => ({
  name,
  subject: microseconds(subject),
  yardstick: `${beside} ${microseconds(yardstick)}`,
  value: ratio,
  unit: ' ×',
  ...atMost(ratio, bound),
});

/** Processor time of the server for one request, in seconds. */
async function costOf({ pid }: RunningPlatform, load: Load): Promise<number> {
  const before = processorSeconds(pid);
  const answered = (await perSecond(load)) * load.seconds;
  return (processorSeconds(pid) - before) / answered;
}

const ticksPerSecond = 100;

function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

interface Pair {
  readonly name: string;
  readonly ours: Load;
  readonly other: Load;
}

async function loadsOf(platform: RunningPlatform): Promise<readonly Pair[]> {
  const { baseUrl, token } = platform;
  const body = { class: 'Endeavor', subClass: 'Project' };
  let id = '';
  for (let n = 0; n < 120; n++) {
    const made = await platform.call('POST', '/twins/', { ...body, displayName: `Bridge ${n}`, number: `B-${n}` });
    id = (made.body as { readonly twin: { readonly id: string } }).twin.id;
  }
  const headers = { Authorization: `Bearer ${token}` };
  const load = (url: string, more: Partial<Load> = {}): Load => ({ url, headers, connections, seconds: 1, ...more });
  const full = { headers: { ...headers, Prefer: 'return=representation' } };
  const folders = `${await rootFolder(platform)}/folders`;
  const inTheirs = { headers: { ...headers, ...theirs } };
  return [
    { name: 'GET one twin', ours: load(`${baseUrl}/twins/${id}`), other: load(`${baseUrl}/zwillings/${id}`) },
    {
      name: 'GET a page of 100 whole twins',
      ours: load(`${baseUrl}/twins/?$top=100`, full),
      other: load(`${baseUrl}/zwillings/?$top=100`, full),
    },
    {
      name: 'POST of a folder',
      ours: load(folders, { making: newFolders }),
      other: load(folders, { making: newFolders, ...inTheirs }),
    },
  ];
}

async function tableFile(tableOf = foreignTable): Promise<string> {
  const table = tableOf((await servedApis()).filter(({ at }) => at !== 'auth'));
  const file = join(tmpdir(), `names-${process.pid}-${tableOf.name}.json`);
  writeFileSync(file, JSON.stringify(table, undefined, 1));
  return file;
}

async function benchStartWithTable(): Promise<Result> {
  const file = await tableFile(largestTable);
  const cost = async (environment: Readonly<Record<string, string>>) => {
    const platform = await startPlatform(environment);
    const seconds = processorSeconds(platform.pid);
    await platform.stop();
    return seconds;
  };
  const { subject, yardstick } = await compare(
    starts,
    () => cost({ NAMES_FILE: file }),
    () => cost({}),
  );
  const more = subject - yardstick;
  return {
    name: 'processor time of a start with a table of 2,000 names',
    subject: `${Math.round(subject * 1000)} ms`,
    yardstick: `without one ${Math.round(yardstick * 1000)} ms`,
    value: more,
    unit: ' s more',
    ...atMost(more, 0.2),
  };
}
