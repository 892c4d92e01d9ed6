import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';
import { childrenOf } from '../test/support/processes.ts';
import { onCore, spawnHere } from './load.ts';

/** The real program in a process of its own. */
export interface StartedPlatform {
  readonly baseUrl: string;
  readonly dataDir: string;
  /** Milliseconds from the start of the process to the first 200. */
  readonly startedMs: number;
  readonly pid: number;
  /** The pids of it and of all that it has started. */
  tree(): readonly number[];
  /** MB of all its processes. */
  resident(): number;
  stop(): Promise<void>;
}

/** With an organization, its administrator and a service application. */
export interface RunningPlatform extends StartedPlatform {
  /** Of the service application, which administers the organization. */
  readonly token: string;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: never }>;
}

const organization = '2f1a3b7c-0000-4000-8000-000000000001';
const secret = 'bench-secret-0123456789';
export const basic = `Basic ${Buffer.from(`service-bench:${secret}`).toString('base64')}`;

/** Who can sign in with a browser. */
export const person = { email: 'ada@example.com', password: 'correct horse battery' };

const setup = {
  organizations: [{ id: organization, name: 'Bench' }],
  users: [{ ...person, givenName: 'Ada', surname: 'Larsen', organization, roles: ['account_administrator'] }],
  applications: [
    {
      clientId: 'service-bench',
      clientSecret: secret,
      type: 'Service',
      displayName: 'Bench',
      organization,
      roles: ['account_administrator'],
    },
  ],
};

interface Options {
  /** The only core it may use. */
  readonly core?: number | 'any';
  readonly dataDir?: string;
  readonly program?: string;
}

/** Starts it as it is without any settings, on an empty folder. */
export async function startPlatform(
  env: Readonly<Record<string, string>> = {},
  { core = 0, dataDir = mkdtempSync(join(tmpdir(), 'twin-bench-')), program = 'start.js' }: Options = {},
): Promise<StartedPlatform> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const node = [process.execPath, program];
  const child = spawnHere(core === 'any' ? node : onCore(core, node), {
    env: { ...process.env, PORT: String(port), BASE_URL: baseUrl, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', openSync('/dev/null', 'w'), 'inherit'],
  });
  const pid = child.pid ?? 0;
  await firstAnswer(`${baseUrl}/health/ready`);
  return {
    baseUrl,
    dataDir,
    startedMs: performance.now() - started,
    pid,
    tree: () => treeOf(pid),
    resident: () => residentOf(pid),
    async stop() {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts it set up, without rate limits. */
export async function runPlatform(
  env: Readonly<Record<string, string>> = {},
  { dataDir = mkdtempSync(join(tmpdir(), 'twin-bench-')), ...options }: Options = {},
): Promise<RunningPlatform> {
  const setupFile = join(dataDir, 'setup.json');
  writeFileSync(setupFile, JSON.stringify(setup));
  const platform = await startPlatform({ SETUP_FILE: setupFile, RATE_LIMITS: 'off', ...env }, { dataDir, ...options });
  const { baseUrl } = platform;
  const token = await tokenFrom(baseUrl);
  return {
    ...platform,
    token,
    async call(method, path, body) {
      const response = await fetch(/^http/.test(path) ? path : baseUrl + path, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: (text ? JSON.parse(text) : undefined) as never };
    },
  };
}

/** The address of the root folder of a new twin. */
export async function rootFolder(platform: RunningPlatform): Promise<string> {
  const made = await platform.call('POST', '/twins/', { class: 'Endeavor', subClass: 'Project', displayName: 'B' });
  const twinId = (made.body as { twin: { id: string } }).twin.id;
  const top = await platform.call('GET', `/storage/?twinId=${twinId}`);
  return (top.body as { _links: { folder: { href: string } } })._links.folder.href;
}

/** Where the content of a new file goes. */
export interface NewFile {
  readonly uploadUrl: string;
  readonly completeUrl: string;
}

/** A file without content. */
export async function newFile(platform: RunningPlatform, folder: string, displayName: string): Promise<NewFile> {
  const { body } = await platform.call('POST', `${folder}/files`, { displayName });
  const { uploadUrl, completeUrl } = (body as { _links: Record<keyof NewFile, { href: string }> })._links;
  return { uploadUrl: uploadUrl.href, completeUrl: completeUrl.href };
}

async function firstAnswer(url: string): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.status === 200) return;
    await sleep(5);
  }
  throw new Error(`${url} did not answer.`);
}

async function tokenFrom(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/auth/connect/token`, {
    method: 'POST',
    headers: { Authorization: basic, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)];

/** MB of a process and all that it has started. */
function residentOf(pid: number): number {
  const kilobytes = treeOf(pid).map((one) => Number(/VmRSS:\s+(\d+)/.exec(readStatus(one))?.[1] ?? 0));
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return ''; // it ended in between
  }
}
