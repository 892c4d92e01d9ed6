import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { eventually } from '../support/eventually.ts';
import { type Installation, openInstallation } from '../support/installation.ts';
import { type DeadEnd, openProxy } from '../support/proxy.ts';
import { startS3, type TestS3 } from '../support/s3.ts';
import { assertServerBusy, assertUnavailable } from './unavailable.ts';

const content = randomBytes(100_000);
const newTwin = { class: 'Endeavor', subClass: 'Project', displayName: 'Another' };

const put = (address: string) =>
  fetch(address, { method: 'PUT', body: content, headers: { 'x-ms-blob-type': 'BlockBlob' } });

describe('a full disk', () => {
  const disk = mkdtempSync(join(tmpdir(), 'twin-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', disk]).status === 0;
  const skip = mounted ? false : 'no small disk can be mounted here: it needs root';
  const filler = join(disk, 'filler');
  let installation: Installation;
  before(async () => {
    if (mounted) installation = await openInstallation({ DATA_DIR: join(disk, 'data') });
  });
  after(async () => {
    await installation?.remove();
    if (mounted) spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  it('is answered with 503 and Retry-After by APIs, pages and links, while reads go on; then all goes on by itself', {
    skip,
  }, async () => {
    const { baseUrl, call } = installation;
    const program = installation.start();
    await program.ready();
    await installation.signIn();
    const twin = await installation.twin();
    const file = await installation.file(twin, 'a.bin', content);
    const root = (await call('GET', `/storage/?twinId=${twin}`)).body._links.folder.href;
    const { uploadUrl } = (await call('POST', `${root}/files`, { displayName: 'b.bin' })).body._links;
    const page = await fetch(`${baseUrl}/auth/account/register`);
    assert.ok(page.status < 500);

    fill(filler);
    await eventually(async () => assertUnavailable(await call('POST', '/twins/', newTwin)));
    await assertServerBusy(await put(uploadUrl.href));
    assert.equal((await call('GET', `/twins/${twin}`)).status, 200, 'reads go on');
    const got = await call('GET', `/storage/files/${file}/download`);
    assert.deepEqual([got.status, got.body.length > 0], [200, true], 'downloads go on');
    const health = await fetch(`${baseUrl}/health/ready`);
    assert.deepEqual(await health.json(), { status: 'unavailable', unavailable: ['files', 'disk'] });
    for (const path of ['/auth/connect/authorize?client_id=x', '/auth/account', '/console', '/reference']) {
      const answer = await fetch(baseUrl + path, { redirect: 'manual' });
      assert.notEqual(answer.status, 500, path);
      assert.doesNotMatch(await answer.text(), / {4}at /, 'no stack');
    }
    for (let n = 0; n < 20; n++) assertUnavailable(await call('PATCH', `/twins/${twin}`, { displayName: `B${n}` }));

    rmSync(filler);
    await program.ready();
    assert.equal((await call('POST', '/twins/', newTwin)).status, 201);
    assert.equal((await put(uploadUrl.href)).status, 201);
    assert.equal((await call('GET', `/twins/${twin}`)).body.twin.displayName, 'Bridge', 'nothing was half done');
    assert.equal((await program.end('SIGTERM')).code, 0, program.output());
    assert.doesNotMatch(program.output(), /uncaught|unhandled/i);
  });

  it('keeps a start waiting with one sentence, until there is room', { skip }, async () => {
    const folder = join(disk, 'second');
    mkdirSync(folder);
    fill(filler);
    const program = installation.start({ DATA_DIR: join(folder, 'data') });
    await eventually(async () => assert.match(program.output(), /The start waits for it\./));
    rmSync(filler);
    await program.ready();
    assert.doesNotMatch(program.output(), / {4}at /, 'no stack');
    assert.equal((await program.end('SIGTERM')).code, 0);
  });
});

/** Writes until nothing more fits. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = 1 << 20; size >= 1; size >>= 1) {
      const bytes = Buffer.alloc(size);
      try {
        for (;;) if (writeSync(file, bytes) < size) break;
      } catch {
        // smaller pieces may still fit
      }
    }
  } finally {
    closeSync(file);
  }
}

describe('an object store that is away', () => {
  let s3: TestS3;
  let proxy: DeadEnd;
  let installation: Installation;
  before(async () => {
    s3 = await startS3();
    const url = new URL(await s3.createBucket());
    proxy = await openProxy(Number(new URL(url.searchParams.get('endpoint') ?? '').port));
    url.searchParams.set('endpoint', `http://127.0.0.1:${proxy.port}`);
    installation = await openInstallation({ BLOB_URL: url.href });
  });
  after(async () => {
    await installation.remove();
    await proxy.close();
    await s3.stop();
  });

  it('is answered with 503 by links and APIs that need it, while everything else goes on', async () => {
    const { baseUrl, call } = installation;
    const program = installation.start();
    await program.ready();
    await installation.signIn();
    const twin = await installation.twin();
    const file = await installation.file(twin, 'a.bin', content);
    const root = (await call('GET', `/storage/?twinId=${twin}`)).body._links.folder.href;
    const { uploadUrl } = (await call('POST', `${root}/files`, { displayName: 'b.bin' })).body._links;
    const link = await installation.link(`/storage/files/${file}/download`);
    const image = async () => {
      const body = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
      return installation.upload(`/twins/${twin}/image`, 'image/png', body);
    };
    assert.ok((await image()).status < 300);

    proxy.refuse();
    await assertServerBusy(await put(uploadUrl.href));
    await assertServerBusy(await fetch(link));
    assertUnavailable(await image());
    assert.equal((await call('GET', `/twins/${twin}/image`)).status, 200, 'its links need no store');
    assert.equal((await call('POST', '/twins/', newTwin)).status, 201);
    const health = await fetch(`${baseUrl}/health/ready`);
    assert.deepEqual(await health.json(), { status: 'unavailable', unavailable: ['files'] });

    proxy.thaw();
    await program.ready();
    assert.equal((await put(uploadUrl.href)).status, 201);
    assert.equal((await fetch(link)).status, 200);
    assert.equal((await program.end('SIGTERM')).code, 0, program.output());
  });
});
