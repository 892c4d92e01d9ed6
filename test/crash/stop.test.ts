import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { childrenOf } from '../support/processes.ts';
import { type Environment, type Program, startProgram } from './program.ts';

const organization = '2f1a3b7c-0000-4000-8000-000000000001';
const form = 'grant_type=client_credentials&client_id=service-stop&client_secret=stop-secret-0123456789';
const setup = {
  organizations: [{ id: organization, name: 'Bridges Ltd' }],
  applications: [
    {
      clientId: 'service-stop',
      clientSecret: 'stop-secret-0123456789',
      type: 'Service',
      displayName: 'Stop',
      organization,
      roles: ['account_administrator'],
    },
  ],
};

describe('the program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'twin-stop-'));
  let env: Environment = {};
  before(async () => {
    writeFileSync(join(folder, 'setup.json'), JSON.stringify(setup));
    env = { PORT: String(await freePort()), DATA_DIR: join(folder, 'data'), SETUP_FILE: join(folder, 'setup.json') };
  });
  const started: Program[] = [];
  const start = (change: Environment = {}): Program => {
    const program = startProgram({ ...env, ...change });
    started.push(program);
    return program;
  };
  after(async () => {
    for (const program of started) await program.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const url = (path: string) => `http://localhost:${env.PORT}${path}`;

  it('finishes a running request at Ctrl-C, exits with 0, and finds everything again', async () => {
    const first = start();
    await first.ready();
    assert.equal(statSync(join(folder, 'data')).mode & 0o777, 0o700, 'the data folder is for its owner alone');
    const got = await slowly(url('/auth/connect/token'), form).finish();
    const headers = {
      Authorization: `Bearer ${JSON.parse(got.body).access_token}`,
      'Content-Type': 'application/json',
    };
    const twin = JSON.stringify({ class: 'Endeavor', subClass: 'Project', displayName: 'Bridge' });
    const made = await fetch(url('/twins/'), { method: 'POST', headers, body: twin });
    assert.equal(made.status, 201);
    const { id } = ((await made.json()) as { twin: { id: string } }).twin;

    const slow = slowly(url('/auth/connect/token'), form);
    await slow.begun;
    const ended = first.end('SIGINT');
    await eventually(() => assert.rejects(statusOf(url('/health/live')), 'no new connections'));
    const { status, body } = await slow.finish();
    assert.equal(status, 200, body);
    assert.deepEqual(await ended, { code: 0, signal: null }, first.output());

    const second = start();
    await second.ready();
    assert.equal((await fetch(url(`/twins/${id}`), { headers })).status, 200, 'the twin is there, the token valid');
    assert.deepEqual(await second.end('SIGTERM'), { code: 0, signal: null });
  });

  it('serves with several processes, replaces one that dies, and ends cleanly', async () => {
    const program = start({ PROCESSES: '2' });
    await eventually(async () => assert.match(program.output(), /is ready/)); // all of them, not only the first
    const workers = childrenOf(program.pid);
    assert.equal(workers.length, 2);
    process.kill(workers[0] ?? 0, 'SIGKILL');
    // until the program knows, it may hand connections to the dead one
    await eventually(async () => assert.match(program.output(), /a worker process died/));
    for (let time = 0; time < 20; time++) assert.equal(await statusOf(url('/health/ready')), 200);
    await eventually(async () => assert.equal(childrenOf(program.pid).length, 2, program.output()));
    assert.ok(!childrenOf(program.pid).includes(workers[0] ?? 0));
    assert.deepEqual(await program.end('SIGINT'), { code: 0, signal: null }, program.output());
    assert.match(program.output(), /a worker process died/);
    assert.match(program.output(), /Processes {2}2/);
  });

  const refused = async (change: Environment, ...messages: RegExp[]) => {
    const program = start(change);
    assert.equal((await program.ended()).code, 2, program.output());
    for (const message of messages) assert.match(program.output(), message);
    assert.doesNotMatch(program.output(), / {4}at /, 'no stack');
  };

  it('names everything that is wrong with the configuration, and exits with 2', () =>
    refused(
      { PORT: 'http', BASE_URL: 'https://twins.example.com/platform', DATABASE_URL: 'mysql://localhost/x' },
      /The configuration is wrong:/,
      /PORT: must be a whole number from 0 to 65535, but is 'http'/,
      /BASE_URL: must be scheme, host and port without a path/,
      /DATABASE_URL: must be an address that begins with postgres:\/\//,
    ));

  it('names the line of what is wrong in the set-up file, and exits with 2', () => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, 'organizations:\n  - id: 1\n    name: Bridges Ltd\n');
    return refused({ SETUP_FILE: file }, /wrong\.yaml:2: organizations\[0\]\.id/);
  });

  it('says that its port is taken, and exits with 2', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    await refused({ PORT: port }, new RegExp(`Port ${port} is already in use\\..*PORT`));
    other.close();
  });
});

/** A request whose body comes in two halves. */
function slowly(url: string, body: string) {
  const half = Math.floor(body.length / 2);
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': body.length,
    Expect: '100-continue',
  };
  const sending = request(url, { method: 'POST', headers });
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sending.on('error', reject).on('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
    });
  });
  const begun = once(sending, 'continue');
  sending.write(body.slice(0, half));
  return {
    /** The server is at it. */
    begun,
    finish() {
      sending.end(body.slice(half));
      return answer;
    },
  };
}

/** Of a request on a connection of its own. */
const statusOf = (url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const get = request(url, { agent: false, timeout: 5000 }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    get.on('error', reject).on('timeout', () => get.destroy(new Error('No answer.')));
    get.end();
  });
