import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type Environment, type Program, startProgram } from './program.ts';

const organization = '2f1a3b7c-0000-4000-8000-000000000001';
const clientSecret = 'folder-secret-0123456789';
const service = { clientId: 'service-folder', clientSecret, type: 'Service', displayName: 'Folder', organization };
const setup = {
  organizations: [{ id: organization, name: 'Bridges Ltd' }],
  applications: [{ ...service, roles: ['account_administrator'] }],
};

/** Every path below a folder, itself included, that others than its owner may use. */
const openToOthers = (folder: string): string[] =>
  ['.', ...(readdirSync(folder, { recursive: true }) as string[])].filter(
    (path) => (statSync(join(folder, path)).mode & 0o077) !== 0,
  );

describe('the data folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'twin-folder-'));
  const started: Program[] = [];
  let servers: TestPostgres | undefined;
  const start = (env: Environment): Program => {
    const program = startProgram(env);
    started.push(program);
    return program;
  };
  const environment = async (name: string): Promise<Environment> => {
    const setupFile = join(folder, 'setup.json');
    writeFileSync(setupFile, JSON.stringify(setup));
    const port = String(await freePort());
    const data = join(folder, name);
    return { PORT: port, BASE_URL: `http://localhost:${port}`, DATA_DIR: data, SETUP_FILE: setupFile };
  };
  after(async () => {
    for (const program of started) await program.end('SIGKILL');
    await servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A file with content, so that there is something of everything in the folder. */
  async function fill({ BASE_URL: base = '' }: Environment): Promise<void> {
    const form = { grant_type: 'client_credentials', client_id: service.clientId, client_secret: clientSecret };
    const token = await fetch(`${base}/auth/connect/token`, { method: 'POST', body: new URLSearchParams(form) });
    const { access_token } = (await token.json()) as { access_token: string };
    const call = async (method: string, url: string, body?: object) => {
      const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' };
      const answer = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      assert.ok(answer.ok, `${method} ${url} ${answer.status}`);
      // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
      return (await answer.json()) as any;
    };
    const twin = { class: 'Endeavor', subClass: 'Project', displayName: 'Bridge' };
    const { id } = (await call('POST', `${base}/twins/`, twin)).twin;
    const root = (await call('GET', `${base}/storage/?twinId=${id}`))._links.folder.href;
    const { _links } = await call('POST', `${root}/files`, { displayName: 'a.bin' });
    const headers = { 'x-ms-blob-type': 'BlockBlob' };
    assert.equal((await fetch(_links.uploadUrl.href, { method: 'PUT', body: 'content', headers })).status, 201);
    await call('POST', _links.completeUrl.href);
  }

  it('and everything in it, while the program runs and in a backup, is readable by its owner only', async () => {
    const env = await environment('open');
    const data = env.DATA_DIR ?? '';
    mkdirSync(join(data, 'mails'), { recursive: true });
    writeFileSync(join(data, 'mails', 'old.eml'), 'with a link');
    const before = process.umask(0o022);
    for (const path of [data, join(data, 'mails')]) chmodSync(path, 0o755);
    const program = start(env);
    process.umask(before);
    await program.ready();
    await fill(env);
    const names = readdirSync(data);
    for (const name of ['platform.sqlite', 'platform.sqlite-wal', 'platform.sqlite-shm', 'secrets.key', 'blobs']) {
      assert.ok(names.includes(name), `${name} is there`);
    }
    assert.deepEqual(
      openToOthers(data),
      ['mails/old.eml'],
      'what was there lies in folders that nobody else may enter',
    );
    const backup = join(folder, 'backup');
    assert.equal((await startProgram(env, 'scripts/backup.ts', [backup]).ended()).code, 0);
    assert.deepEqual(openToOthers(backup), []);
    assert.deepEqual(await program.end('SIGTERM'), { code: 0, signal: null });
    assert.deepEqual(openToOthers(data), ['mails/old.eml']);
  });

  for (const dialect of ['SQLite', 'PostgreSQL']) {
    it(`on ${dialect}: a lost secrets.key is refused before anything is written, telling what is missing`, async () => {
      const env = { ...(await environment(dialect)) };
      if (dialect === 'PostgreSQL') {
        servers ??= await startPostgres();
        env.DATABASE_URL = await servers.createDatabase();
      }
      const first = start(env);
      await first.ready();
      assert.equal((await first.end('SIGTERM')).code, 0);
      const data = env.DATA_DIR ?? '';
      const [key, kept] = [join(data, 'secrets.key'), join(folder, `${dialect}.key`)];
      const refused = async (change: Environment, message: RegExp) => {
        const before = snapshot(data);
        const program = start({ ...env, ...change });
        assert.equal((await program.ended()).code, 2, program.output());
        assert.match(program.output(), message);
        assert.doesNotMatch(program.output(), / {4}at /, 'no stack');
        assert.deepEqual(snapshot(data), before, 'nothing was written');
      };
      renameSync(key, kept);
      await refused({}, /secrets\.key is missing: the key with which this database was written\. Put it back/);
      const other = Buffer.alloc(32, 7).toString('base64');
      await refused({ SECRETS_KEY: other }, /The key in SECRETS_KEY is not the one with which this database was/);
      const given = start({ ...env, SECRETS_KEY: readFileSync(kept, 'utf8').trim() });
      await given.ready();
      assert.equal((await given.end('SIGTERM')).code, 0);
      renameSync(kept, key);
      const again = start(env);
      await again.ready();
      assert.equal((await again.end('SIGTERM')).code, 0);
    });
  }
});

/** Names and contents at the top of a folder. */
const snapshot = (folder: string): [string, string][] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(folder, entry.name)).toString('base64')]);
