import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, type Program, startProgram } from '../crash/program.ts';
import { freePort } from './free-port.ts';

const organization = '2f1a3b7c-0000-4000-8000-000000000001';
export const clientSecret = 'operator-secret-0123456789';
const setup = {
  organizations: [{ id: organization, name: 'Bridges Ltd' }],
  applications: [
    {
      clientId: 'service-operator',
      clientSecret,
      type: 'Service',
      displayName: 'Operator',
      organization,
      roles: ['account_administrator'],
    },
  ],
};

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** The real program on a data folder of its own, and an application that administers it. */
export interface Installation {
  readonly folder: string;
  readonly baseUrl: string;
  readonly env: Environment;
  start(change?: Environment): Program;
  /** Gets a token, which outlives the program. */
  signIn(): Promise<void>;
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** A PUT of bytes. */
  upload(path: string, type: string, body: Uint8Array<ArrayBuffer>): Promise<Reply>;
  /** Where a GET redirects to. */
  link(path: string): Promise<string>;
  /** A twin made by the application; its id. */
  twin(displayName?: string): Promise<string>;
  /** A file of these bytes in the root folder of a twin; its id. */
  file(twinId: string, displayName: string, content: Uint8Array<ArrayBuffer>): Promise<string>;
  /** Ends everything that was started, and removes the folder. */
  remove(): Promise<void>;
}

/** `program`: another one than that of these sources. */
export async function openInstallation(more: Environment = {}, program?: string): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-installation-'));
  const port = String(await freePort());
  const baseUrl = `http://localhost:${port}`;
  const setupFile = join(folder, 'setup.json');
  writeFileSync(setupFile, JSON.stringify(setup));
  const env = {
    PORT: port,
    BASE_URL: baseUrl,
    DATA_DIR: join(folder, 'data'),
    SETUP_FILE: setupFile,
    RATE_LIMITS: 'off',
    ...more,
  };
  const started: Program[] = [];
  let token = '';
  const send = (method: string, path: string, { headers, ...init }: RequestInit, type = 'application/json') =>
    fetch(/^http/.test(path) ? path : baseUrl + path, {
      ...init,
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': type, ...Object.fromEntries(new Headers(headers)) },
    });
  const call: Installation['call'] = async (method, path, body, headers = {}) =>
    replyOf(await send(method, path, { headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }));
  return {
    folder,
    baseUrl,
    env,
    call,
    upload: async (path, type, body) => replyOf(await send('PUT', path, { body }, type)),
    link: async (path) => (await send('GET', path, { redirect: 'manual' })).headers.get('location') ?? '',
    start(change = {}) {
      const running = startProgram({ ...env, ...change }, program);
      started.push(running);
      return running;
    },
    async signIn() {
      const form = { grant_type: 'client_credentials', client_id: 'service-operator', client_secret: clientSecret };
      const body = new URLSearchParams(form);
      const answer = await fetch(`${baseUrl}/auth/connect/token`, { method: 'POST', body });
      assert.equal(answer.status, 200);
      token = ((await answer.json()) as { access_token: string }).access_token;
    },
    async twin(displayName = 'Bridge') {
      const made = await call('POST', '/twins/', { class: 'Endeavor', subClass: 'Project', displayName });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return made.body.twin.id;
    },
    async file(twinId, displayName, content) {
      const root = (await call('GET', `/storage/?twinId=${twinId}`)).body._links.folder.href;
      const { _links } = (await call('POST', `${root}/files`, { displayName })).body;
      const headers = { 'x-ms-blob-type': 'BlockBlob' };
      const sent = await fetch(_links.uploadUrl.href, { method: 'PUT', body: content, headers });
      assert.equal(sent.status, 201);
      return (await call('POST', _links.completeUrl.href)).body.file.id;
    },
    async remove() {
      for (const program of started) await program.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, body: text.startsWith('{') ? JSON.parse(text) : text };
}
