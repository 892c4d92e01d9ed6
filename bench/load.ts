import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
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
  /** Each request makes something: a POST of a `displayName` that no other request has. */
  readonly making?: boolean;
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

function withWrk({ url, connections, seconds, headers = {}, varied, making }: Load): number {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const [command = '', ...rest] = onCore(1, [
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    ...given,
    ...(varied ? ['-s', 'bench/varied.lua'] : []),
    ...(making ? ['-s', 'bench/making.lua'] : []),
    url,
  ]);
  const out = execFileSync(command, rest, { encoding: 'utf8' });
  if (/Non-2xx/.test(out)) throw new Error(`${url} was refused:\n${out}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1]);
}

async function withAutocannon({ url, connections, seconds, headers = {}, making, varied }: Load): Promise<number> {
  let count = Date.now() * 1000;
  const { pathname, search } = new URL(url);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { ...headers, ...(making ? { 'content-type': 'application/json' } : {}) },
    ...(making ? { method: 'POST', body: '{"displayName":"folder [<id>]"}', idReplacement: true } : {}),
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
  /** Resident memory in MB. */
  resident(): number;
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
        resident: () =>
          Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024,
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
