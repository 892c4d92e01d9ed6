import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Program } from '../crash/program.ts';
import { type Installation, openInstallation } from '../support/installation.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type DeadEnd, openProxy } from '../support/proxy.ts';
import { startS3, type TestS3 } from '../support/s3.ts';
import { assertServerBusy } from './unavailable.ts';

/** Larger than what is remembered of stored content. */
const content = randomBytes(2 * 2 ** 20);
const atOnce = 12;

describe('an object store that is slow or errs', () => {
  let s3: TestS3;
  let postgres: TestPostgres;
  let proxy: DeadEnd;
  let installation: Installation;
  let program: Program;
  let twin: string;
  let link: string;
  before(async () => {
    [s3, postgres] = await Promise.all([startS3(), startPostgres()]);
    const url = new URL(await s3.createBucket());
    proxy = await openProxy(Number(new URL(url.searchParams.get('endpoint') ?? '').port));
    url.searchParams.set('endpoint', `http://127.0.0.1:${proxy.port}`);
    installation = await openInstallation({
      BLOB_URL: url.href,
      DATABASE_URL: await postgres.createDatabase(),
      DATABASE_POOL: '2', // one connection that waited for the store would be felt by everybody
    });
    program = installation.start();
    await program.ready();
    await installation.signIn();
    twin = await installation.twin();
    link = await installation.link(`/storage/files/${await installation.file(twin, 'a.bin', content)}/download`);
  });
  after(async () => {
    await installation.remove();
    await proxy.close();
    await Promise.all([s3.stop(), postgres.stop()]);
  });

  const newUpload = async (name: string): Promise<string> => {
    const root = (await installation.call('GET', `/storage/?twinId=${twin}`)).body._links.folder.href;
    return (await installation.call('POST', `${root}/files`, { displayName: name })).body._links.uploadUrl.href;
  };
  const put = (address: string, signal?: AbortSignal) =>
    fetch(address, {
      method: 'PUT',
      body: content,
      headers: { 'x-ms-blob-type': 'BlockBlob' },
      ...(signal ? { signal } : {}),
    });
  const othersGoOn = async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        installation.call('GET', `/twins/${twin}`),
        installation.call('PATCH', `/twins/${twin}`, { displayName: `Bridge ${round}` }),
        installation.call('GET', `/storage/?twinId=${twin}`),
      ]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      );
    }
    assert.equal((await fetch(`${installation.baseUrl}/health/live`)).status, 200);
  };

  it('keeps only those waiting who want something of it, as long as it does not answer', async () => {
    const uploads = await Promise.all(Array.from({ length: atOnce }, (_, at) => newUpload(`slow ${at}`)));
    proxy.freeze();
    const given = new AbortController();
    let answered = 0;
    const waiting = [
      ...uploads.map((address) => put(address, given.signal)),
      ...uploads.map(() => fetch(link, { signal: given.signal })),
    ].map((request) =>
      request.then(
        () => answered++,
        () => {},
      ),
    );
    await othersGoOn();
    assert.equal(answered, 0, 'they were waiting meanwhile');
    given.abort();
    await Promise.all(waiting);
    proxy.thaw();
    await program.ready();
    assert.equal((await put(uploads[0] ?? '')).status, 201, 'a sender may try again');
    assert.equal((await fetch(link)).status, 200);
  });

  it('has its errors told to those alone, as something that passes', async () => {
    const address = await newUpload('failing');
    s3.fail(true);
    await assertServerBusy(await put(address));
    await assertServerBusy(await fetch(link));
    await othersGoOn();
    s3.fail(false);
    assert.equal((await put(address)).status, 201);
    const got = Buffer.from(await (await fetch(link)).arrayBuffer());
    assert.ok(got.equals(content));
    assert.equal((await program.end('SIGTERM')).code, 0, program.output());
    assert.doesNotMatch(program.output(), /uncaught|unhandled/i);
  });
});
