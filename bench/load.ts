import { type ChildProcess, execFile, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { median } from './results.ts';

/** Requests to make again and again, and how. */
export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A number that no other request has is put behind the address. */
  readonly varied?: boolean;
  /** Each request is a POST of this JSON, a number that no other request has in the place of `%d`. */
  readonly making?: string;
  /** In place of the path of the address: one of these at each request. */
  readonly paths?: readonly string[];
}

const has = (command: string): boolean => spawnSync('which', [command]).status === 0;
const pinned = has('taskset');
export const hasWrk = has('wrk');

/** The command line that runs node on one core of its own, where the system lets us choose. */
export const onCore = (core: number, command: readonly string[]): string[] =>
  pinned ? ['taskset', '-c', String(core), ...command] : [...command];

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts a command that does not outlive this process. */
export function spawnHere([command = '', ...rest]: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, rest, options);
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Requests a second that a server answered with 2xx; throws when any was answered otherwise. */
export async function perSecond(load: Load): Promise<number> {
  return hasWrk ? withWrk(load) : withAutocannon(load);
}

async function withWrk(load: Load): Promise<number> {
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(await toldByWrk(load))?.[1]);
  if (!(rate > 0)) throw new Error(`${load.url} answered nothing.`);
  return rate;
}

/** What wrk prints. This process goes on meanwhile: servers that it started stop when nobody reads what they log. */
async function toldByWrk(load: Load): Promise<string> {
  const { command, env } = wrkOf(load);
  const [program = '', ...rest] = command;
  const { stdout } = await promisify(execFile)(program, rest, { env });
  if (/Non-2xx/.test(stdout)) throw new Error(`${load.url} was refused:\n${stdout}`);
  return stdout;
}

interface WrkRun {
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

function wrkOf({ url, connections, seconds, headers = {}, varied, making, paths = [] }: Load): WrkRun {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const command = onCore(1, [
    'wrk',
    '--latency',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    ...given,
    ...(varied ? ['-s', 'bench/varied.lua'] : []),
    ...(making ? ['-s', 'bench/making.lua'] : []),
    url,
  ]);
  return { command, env: { ...process.env, BENCH_PATHS: paths.join(' '), BENCH_BODY: making } };
}

/** Milliseconds in which half and 99 of a hundred requests were answered, while another load runs; needs wrk. */
export async function latenciesUnder(load: Load, other: Load): Promise<{ median: number; p99: number }> {
  const beside = wrkOf(other);
  const background = spawnHere(beside.command, { env: beside.env, stdio: 'ignore' });
  const ended = new Promise((resolve) => background.once('exit', resolve));
  const out = await toldByWrk(load);
  await ended;
  return { median: millisecondsAt('50', out), p99: millisecondsAt('99', out) };
}

function millisecondsAt(percent: string, out: string): number {
  const [, value, unit = ''] = new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s)`, 'm').exec(out) ?? [];
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN);
}

async function withAutocannon({ url, connections, seconds, headers = {}, making, varied }: Load): Promise<number> {
  let count = Date.now() * 1000;
  const { pathname, search } = new URL(url);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { ...headers, ...(making ? { 'content-type': 'application/json' } : {}) },
    ...(making ? { method: 'POST', body: making.replace('%d', '[<id>]'), idReplacement: true } : {}),
    ...(varied
      ? {
          setupClient: (client) =>
            client.setRequests([
              { setupRequest: (request) => ({ ...request, path: `${pathname}${search}${++count}` }) },
            ]),
        }
      : {}),
  });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} requests were refused.`);
  return result['2xx'] / result.duration;
}

export interface Server {
  /** The first line it printed, as JSON. */
  readonly facts: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts a TypeScript file as a server of its own on core 0; it prints one line of JSON when it is ready. */
export function startServer(file: string, env: Readonly<Record<string, string>> = {}, core = 0): Promise<Server> {
  const child = spawnHere(onCore(core, [process.execPath, file]), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      const before = text;
      text = before.includes('\n') ? before : before + chunk.toString();
      if (before.includes('\n') || !text.includes('\n')) return;
      resolve({
        facts: JSON.parse(text.split('\n')[0] ?? '{}'),
        stop: () =>
          new Promise((done) => {
            child.once('exit', () => done());
            child.kill('SIGTERM');
          }),
      });
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with code ${code}.`)));
  });
}

/** Measures two things in turns, so that a noisy machine disturbs both alike; answers the median ratio. */
export async function compare(
  rounds: number,
  subject: () => Promise<number>,
  yardstick: () => Promise<number>,
): Promise<{ readonly subject: number; readonly yardstick: number; readonly ratio: number }> {
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round++) pairs.push([await subject(), await yardstick()]);
  return {
    subject: median(pairs.map(([a]) => a)),
    yardstick: median(pairs.map(([, b]) => b)),
    ratio: median(pairs.map(([a, b]) => a / b)),
  };
}
