import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Receiver, startReceiver } from '../../src/areas/webhooks/testing/receiver.ts';
import { authorize, newPkce, password, post } from '../support/auth-server.ts';
import { openBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { type Environment, type Program, startProgram } from './program.ts';

/** The connection broke before an answer came: what was asked may have happened or not. */
export class Broken extends Error {}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export interface User {
  readonly id: string;
  readonly email: string;
}

/** One installation: a data folder, a database, a port, people, and a subscriber to all its events. */
export interface World {
  readonly dataDir: string;
  readonly baseUrl: string;
  /** People of the organization, the writer not among them. */
  readonly users: readonly User[];
  readonly receiver: Receiver;
  start(): Program;
  /** Signs the writer in through the real forms; the token outlives the program. */
  signIn(): Promise<void>;
  /** A request of the writer. */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The same with bytes as its body, and headers that say what they are. */
  send(method: string, path: string, bytes: Buffer, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Follows the redirect of a download. */
  download(path: string): Promise<{ readonly status: number; readonly bytes: Buffer }>;
  close(): Promise<void>;
}

const organization = randomUUID();
const redirectUri = 'http://localhost/callback';
const writer = 'writer@example.com';

export async function openWorld(folder: string, more: Environment): Promise<World> {
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const dataDir = join(folder, 'data');
  const users = Array.from({ length: 8 }, (_, at) => ({ id: randomUUID(), email: `user${at}@example.com` }));
  mkdirSync(folder, { recursive: true });
  const setupFile = join(folder, 'setup.json');
  writeFileSync(setupFile, JSON.stringify(setupOf(users)));
  const receiver = await startReceiver();
  let token = '';
  const env = {
    PORT: String(port),
    BASE_URL: baseUrl,
    DATA_DIR: dataDir,
    SETUP_FILE: setupFile,
    RATE_LIMITS: 'off',
    WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    ...more,
  };
  return {
    dataDir,
    baseUrl,
    users,
    receiver,
    start: () => startProgram(env),
    async signIn() {
      token = await signIn(`${baseUrl}/auth`);
    },
    async call(method, path, body) {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const { status, bytes } = await load(/^http/.test(path) ? path : baseUrl + path, init);
      const text = bytes.toString();
      return { status, body: text.startsWith('{') ? JSON.parse(text) : text };
    },
    async send(method, path, bytes, more) {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream', ...more };
      const answer = await load(baseUrl + path, { method, headers, body: new Uint8Array(bytes) });
      const text = answer.bytes.toString();
      return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
    },
    async download(path) {
      const headers = { Authorization: `Bearer ${token}` };
      const redirect = await load(baseUrl + path, { method: 'GET', headers, redirect: 'manual' });
      return redirect.location === '' ? redirect : load(redirect.location, { method: 'GET' });
    },
    close: () => receiver.close(),
  };
}

interface Loaded {
  readonly status: number;
  readonly location: string;
  readonly bytes: Buffer;
}

/** One request with its whole answer. */
export async function load(url: string, init: RequestInit): Promise<Loaded> {
  try {
    const response = await fetch(url, init);
    const { status, headers } = response;
    return { status, location: headers.get('location') ?? '', bytes: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    throw new Broken(`${init.method} ${url}`, { cause: error });
  }
}

export async function expect(status: number, answer: Promise<Answer>): Promise<Answer['body']> {
  const got = await answer;
  if (got.status !== status) throw new Error(`${got.status} instead of ${status}: ${JSON.stringify(got.body)}`);
  return got.body;
}

export const nameOrStatus = ({ status, body }: Answer, member: string): string =>
  status === 200 ? String(body[member].displayName) : String(status);

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const setupOf = (users: readonly User[]) => ({
  organizations: [{ id: organization, name: 'Bridges Ltd' }],
  users: [
    {
      email: writer,
      password,
      givenName: 'Ada',
      surname: 'Larsen',
      organization,
      roles: ['account_administrator'],
    },
    ...users.map((user) => ({ ...user, givenName: 'Member', surname: 'Larsen', organization })),
  ],
  applications: [
    {
      clientId: 'native-crash',
      type: 'Native',
      displayName: 'Crash',
      organization,
      redirectUris: [redirectUri],
      trusted: true,
    },
  ],
});

async function signIn(authUrl: string): Promise<string> {
  const { verifier, challenge } = newPkce();
  const parameters = {
    response_type: 'code',
    client_id: 'native-crash',
    redirect_uri: redirectUri,
    scope: 'openid twin-platform',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  const redirect = await authorize(
    openBrowser(),
    `${authUrl}/connect/authorize?${new URLSearchParams(parameters)}`,
    writer,
  );
  const { body } = await post(`${authUrl}/connect/token`, {
    grant_type: 'authorization_code',
    code: redirect.searchParams.get('code') ?? '',
    client_id: 'native-crash',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  return body.access_token;
}
