import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Environment, type Program, startProgram } from '../crash/program.ts';
import { freePort } from '../support/free-port.ts';

const organization = '2f1a3b7c-0000-4000-8000-000000000001';
const clientSecret = 'operator-secret-0123456789';
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

describe('scripts of operators', () => {
  const folder = mkdtempSync(join(tmpdir(), 'twin-scripts-'));
  const backup = join(folder, 'backup');
  const content = randomBytes(200_000);
  let env: Environment = {};
  let program: Program;
  let token = '';
  let twinId = '';
  let fileId = '';

  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(/^http/.test(path) ? path : env.BASE_URL + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  const script = async (name: string, ...args: string[]) => {
    const running = startProgram(env, `scripts/${name}.ts`, args);
    const { code } = await running.ended();
    return { code, output: running.output() };
  };
  const download = async () =>
    Buffer.from(
      await (
        await fetch(`${env.BASE_URL}/storage/files/${fileId}/download`, {
          headers: { Authorization: `Bearer ${token}` },
        })
      ).arrayBuffer(),
    );

  before(async () => {
    const port = String(await freePort());
    const setupFile = join(folder, 'setup.json');
    writeFileSync(setupFile, JSON.stringify(setup));
    const dataDir = join(folder, 'data');
    env = { PORT: port, BASE_URL: `http://localhost:${port}`, DATA_DIR: dataDir, SETUP_FILE: setupFile };
    program = startProgram(env);
    await program.ready();
    const form = { grant_type: 'client_credentials', client_id: 'service-operator', client_secret: clientSecret };
    const answer = await fetch(`${env.BASE_URL}/auth/connect/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    token = ((await answer.json()) as { access_token: string }).access_token;
    const twin = { class: 'Endeavor', subClass: 'Project', displayName: 'Bridge', number: 'B-1' };
    twinId = (await call('POST', '/twins/', twin)).body.twin.id;
    const root = (await call('GET', `/storage/?twinId=${twinId}`)).body._links.folder.href;
    const { _links } = (await call('POST', `${root}/files`, { displayName: 'a.bin' })).body;
    const headers = { 'x-ms-blob-type': 'BlockBlob' };
    await fetch(_links.uploadUrl.href, { method: 'PUT', body: content, headers });
    fileId = (await call('POST', _links.completeUrl.href)).body.file.id;
  });
  after(async () => {
    await program.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('restore-twin lists and brings back a deleted twin, seen by the running server at once', async () => {
    assert.equal((await script('restore-twin')).output, 'No twin is deleted.\n');
    assert.equal((await call('DELETE', `/twins/${twinId}`)).status, 204);
    assert.equal((await call('GET', `/twins/${twinId}`)).status, 404);
    assert.match((await script('restore-twin')).output, new RegExp(`^${twinId} {2}Project 'Bridge', deleted `));
    const other = (
      await call('POST', '/twins/', { class: 'Endeavor', subClass: 'Project', displayName: 'B', number: 'b-1' })
    ).body.twin.id;
    const refused = await script('restore-twin', twinId);
    assert.deepEqual([refused.code, refused.output.includes(`${other} has its number`)], [2, true]);
    assert.equal((await call('DELETE', `/twins/${other}`)).status, 204);
    const restored = await script('restore-twin', twinId);
    assert.deepEqual(restored, { code: 0, output: `The Project 'Bridge' (${twinId}) is back.\n` });
    assert.equal((await call('GET', `/twins/${twinId}`)).status, 200);
    assert.ok((await download()).equals(content), 'with its files');
    assert.equal((await script('restore-twin', twinId)).code, 2, 'it is not deleted any more');
  });

  it('backup copies a running server; the copy is a data folder, also after a second backup into it', async () => {
    const first = await script('backup', backup);
    assert.equal(first.code, 0, first.output);
    assert.match(first.output, /1 objects, 1 of them new/);
    const writing = Array.from({ length: 40 }, (_, at) =>
      call('POST', '/twins/', { class: 'Endeavor', subClass: 'Project', displayName: `Twin ${at}` }),
    );
    const second = await script('backup', backup);
    await Promise.all(writing);
    assert.equal(second.code, 0, second.output);
    assert.match(second.output, /1 objects, 0 of them new/);

    await call('DELETE', `/twins/${twinId}`);
    await program.end('SIGINT');
    env = { ...env, DATA_DIR: backup };
    program = startProgram(env);
    await program.ready();
    assert.equal((await call('GET', `/twins/${twinId}`)).status, 200, 'as it was; the old token and key are valid');
    assert.ok((await download()).equals(content));
  });

  it('backup tells what it needs', async () => {
    assert.equal((await script('backup')).code, 2);
    const running = startProgram({ ...env, DATABASE_URL: 'postgres://localhost/x' }, 'scripts/backup.ts', [backup]);
    assert.equal((await running.ended()).code, 2);
    assert.match(running.output(), /pg_dump/);
  });
});
