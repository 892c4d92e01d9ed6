import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { freePort } from '../../../test/support/free-port.ts';
import { type Platform, startPlatform } from '../../../test/support/platform.ts';
import { bytesOf, clientOf, MiB, noWait, place, sha256 } from '../../testing/files.ts';
import { type Front, startFront } from '../../testing/front.ts';
import { Away, DigestDiffers, downloadFile, Refused, SourceChanged, UploadRunning, uploadFile } from '../node.ts';
import { claimRecord } from './records.ts';
import { sourceAt } from './source.ts';

describe('a transfer that is disturbed', () => {
  let front: Front;
  let platform: Platform & { stop(): Promise<void> };
  const started = (async () => {
    const port = await freePort();
    platform = await startPlatform({ environment: { BASE_URL: `http://localhost:${port}` } });
    front = await startFront(port, () => platform.address);
    const ada = await platform.person();
    return { ada, twinId: (await platform.twin(ada)).id, client: clientOf(front.url, ada) };
  })();
  after(async () => {
    await started;
    await front.stop();
    await platform.stop();
  });
  const calm = () => {
    front.onAnswer = () => undefined;
    front.instead = () => false;
    front.cutAfter = () => undefined;
  };
  const isBlock = ({ method, url, status }: Front['passed'][number]) =>
    method === 'PUT' && url.searchParams.get('comp') === 'block' && status === 201;

  it('by kill -9, again and again, sends no acknowledged block twice', async (t) => {
    const { ada, twinId } = await started;
    t.after(calm);
    const { write, records } = place(t);
    const blocks = 17;
    const bytes = bytesOf('killed', blocks * 4 * MiB - 7);
    const path = write('killed.bin', bytes);
    const program = join(import.meta.dirname, '../../testing/send.ts');
    const idOf = ({ url }: Front['passed'][number]) => url.searchParams.get('blockid');
    const run = async (killAt: number | undefined) => {
      const from = front.passed.length;
      const acknowledged = new Set(front.passed.slice(before).filter(isBlock).map(idOf));
      const child = spawn(process.execPath, [program, front.url, ada.token, twinId, path, records], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let count = 0;
      front.onAnswer = (one) => {
        if (isBlock(one) && ++count === killAt) child.kill('SIGKILL');
      };
      const [out] = await Promise.all([text(child.stdout), new Promise((resolve) => child.once('exit', resolve))]);
      const sent = front.passed.slice(from).filter(isBlock).map(idOf);
      const twice = sent.filter((id) => acknowledged.has(id));
      assert.deepEqual(twice, []);
      return out;
    };
    const before = front.passed.length;
    for (const killAt of [2, 3, 1]) assert.equal(await run(killAt), '');
    const [record = '', ...more] = readdirSync(records).filter((name) => name.endsWith('.json'));
    assert.deepEqual([more.length, statSync(join(records, record)).mode & 0o777], [0, 0o600]);
    const done = JSON.parse(await run(undefined));
    assert.deepEqual([done.state, done.sha256, done.resumed], ['uploaded', sha256(bytes), true]);
    const sent = front.passed.slice(before).filter(isBlock).map(idOf);
    assert.equal(new Set(sent).size, blocks);
    assert.ok(sent.length <= blocks + 3 * 3, `${sent.length}`); // those under way at each kill
    assert.deepEqual(readdirSync(records), []);
  });

  it('between the list of blocks and its end goes on without any block', async (t) => {
    const { twinId, client } = await started;
    t.after(calm);
    const { write, records } = place(t);
    for (const [name, size] of [
      ['listed.bin', 9 * MiB],
      ['small.bin', 5],
    ] as const) {
      const path = write(name, bytesOf(name, size));
      front.instead = (request, response) => {
        const isEnd = request.url?.endsWith('/complete') ?? false;
        if (isEnd)
          response
            .writeHead(409, { 'Content-Type': 'application/json' })
            .end('{"error":{"code":"FileLocked","message":"Locked."}}');
        return isEnd;
      };
      await assert.rejects(uploadFile(client, { twinId, path, records }), Refused);
      calm();
      const up = await uploadFile(client, { twinId, path, records });
      assert.deepEqual([up.state, up.sent, up.resumed], ['uploaded', 0, true]);
    }
  });

  it('whose address has expired or whose file has changed begins anew, and says so', async (t) => {
    const { twinId, client } = await started;
    t.after(calm);
    const { write, records } = place(t);
    const path = write('expired.bin', bytesOf('expired', 9 * MiB));
    const stop = new AbortController();
    front.onAnswer = (one) => isBlock(one) && stop.abort();
    await assert.rejects(uploadFile(client, { twinId, path, records, signal: stop.signal }), { name: 'AbortError' });
    calm();
    const [record = ''] = readdirSync(records);
    const left = JSON.parse(readFileSync(join(records, record), 'utf8'));
    writeFileSync(
      join(records, record),
      JSON.stringify({ ...left, uploadUrl: left.uploadUrl.replace(/sig=.{5}/, 'sig=AAAAA') }),
    );
    const said: string[] = [];
    const up = await uploadFile(client, { twinId, path, records, onNotice: (one) => void said.push(one) });
    assert.deepEqual([up.resumed, up.sent], [false, 9 * MiB]);
    assert.match(said.join(), /has expired\. It begins anew\.$/);
  });

  it('by a server that is away waits, and goes on', async (t) => {
    const { twinId, client } = await started;
    t.after(calm);
    const { write, records } = place(t);
    const path = write('away.bin', bytesOf('away', 9 * MiB));
    const seen = new Map<string, number>();
    front.instead = (request, response) => {
      const key = `${request.method} ${request.url}`;
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      if (request.method === 'GET' || count > 2 || !/comp=block|complete/.test(key)) return false;
      if (count === 1) request.socket.destroy();
      else response.writeHead(503).end();
      return true;
    };
    const up = await uploadFile(client, { twinId, path, records, sleep: noWait });
    assert.equal(up.sent, 9 * MiB);
    front.instead = (request) => {
      const isStore = request.url?.startsWith('/blobs/') ?? false;
      if (isStore) request.socket.destroy();
      return isStore;
    };
    const waits: number[] = [];
    const sleep = async (ms: number) => void waits.push(ms);
    const other = write('away2.bin', 'x');
    await assert.rejects(uploadFile(client, { twinId, path: other, records, sleep, patienceMs: 9000 }), Away);
    assert.equal(
      waits.reduce((sum, one) => sum + one, 0),
      9000,
    );
  });

  it('by damage on its way is sent again, and by damage at the server refused', async (t) => {
    const { twinId, client } = await started;
    t.after(calm);
    const { folder, write, records } = place(t);
    const path = write('damaged.bin', bytesOf('damaged', 5 * MiB));
    let damaged = 0;
    const damaging = async (address: string, init: RequestInit): Promise<Response> => {
      const isFirst = init.body instanceof ReadableStream && ++damaged === 1;
      return fetch(address, isFirst ? { ...init, body: new Uint8Array(3) } : init);
    };
    const up = await uploadFile(client, { twinId, path, records, sleep: noWait, fetch: damaging });
    const lying = async (address: string, init: RequestInit): Promise<Response> => {
      const answer = await fetch(address, init);
      if (init.method !== 'HEAD') return answer;
      const headers = new Headers(answer.headers);
      headers.set('ETag', `"${'0'.repeat(64)}"`);
      return new Response(null, { headers });
    };
    const copy = join(folder, 'copy');
    await assert.rejects(downloadFile(client, { fileId: up.file.id, path: copy, fetch: lying }), DigestDiffers);
    assert.deepEqual([existsSync(copy), existsSync(`${copy}.part`)], [false, false]);
  });

  it('down goes on behind what has come, unless the content has changed', async (t) => {
    const { twinId, client } = await started;
    t.after(calm);
    const { folder, write, records } = place(t);
    const bytes = bytesOf('down', 3 * MiB);
    const { file } = await uploadFile(client, { twinId, path: write('down.bin', bytes), records });
    const path = join(folder, 'copy');
    const interrupt = async () => {
      const stop = new AbortController();
      const onProgress = (done: number) => done > MiB && stop.abort();
      const options = {
        fileId: file.id,
        path,
        signal: stop.signal,
        onProgress: (done: number) => void onProgress(done),
      };
      await assert.rejects(downloadFile(client, options), { name: 'AbortError' });
      return statSync(`${path}.part`).size;
    };
    const kept = await interrupt();
    assert.ok(kept > MiB && kept < bytes.length);
    const from = front.passed.length;
    const down = await downloadFile(client, { fileId: file.id, path });
    assert.deepEqual([down.resumed, down.received], [true, bytes.length - kept]);
    const [asked] = front.passed
      .slice(from)
      .filter(({ method, url }) => method === 'GET' && url.pathname.startsWith('/blobs/'));
    assert.deepEqual(
      [asked?.headers.range, asked?.headers['if-range'], asked?.status],
      [`bytes=${kept}-`, `"${sha256(bytes)}"`, 206],
    );
    assert.ok(readFileSync(path).equals(bytes));
    rmSync(path);
    await interrupt();
    const changed = bytesOf('changed', 3 * MiB);
    await uploadFile(client, { twinId, path: write('down.bin', changed), records });
    const fresh = await downloadFile(client, { fileId: file.id, path });
    assert.deepEqual([fresh.resumed, fresh.received], [false, changed.length]);
    assert.ok(readFileSync(path).equals(changed));
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('.part')),
      [],
    );
  });

  it('down by broken connections goes on by itself', async (t) => {
    const { twinId, client } = await started;
    t.after(calm);
    const { folder, write, records } = place(t);
    const bytes = bytesOf('cut', 3 * MiB);
    const { file } = await uploadFile(client, { twinId, path: write('cut.bin', bytes), records });
    let cuts = 0;
    front.cutAfter = ({ method, url = '' }) =>
      method === 'GET' && url.startsWith('/blobs/') && ++cuts <= 3 ? 300_000 : undefined;
    const path = join(folder, 'copy');
    const down = await downloadFile(client, { fileId: file.id, path, sleep: noWait });
    assert.deepEqual([down.received, cuts], [bytes.length, 4]);
    assert.ok(readFileSync(path).equals(bytes));
  });

  it('by another one of the same file is refused, unless that has ended', async (t) => {
    const { twinId, client } = await started;
    const { write, records } = place(t);
    const path = write('twice.bin', 'twice');
    const { file } = await uploadFile(client, { twinId, path, records });
    writeFileSync(path, 'thrice');
    const target = `${front.url}/storage/folders/${file.parentFolderId}/twice.bin`;
    const claim = claimRecord(records, await sourceAt(path), target, 0);
    await assert.rejects(uploadFile(client, { twinId, path, records }), (error) => {
      assert.ok(error instanceof UploadRunning);
      return error.message === `Another upload of this file is running (process ${process.pid}).`;
    });
    const [lock = ''] = readdirSync(records);
    writeFileSync(join(records, lock), JSON.stringify({ process: process.pid, started: '0' }));
    assert.equal((await uploadFile(client, { twinId, path, records })).state, 'updated');
    claim.letGo();
  });

  it('by a change of the file is not completed', async (t) => {
    const { twinId, client } = await started;
    t.after(calm);
    const { write, records } = place(t);
    const path = write('moving.bin', bytesOf('moving', 9 * MiB));
    front.onAnswer = (one) => isBlock(one) && utimesSync(path, 1, 1);
    await assert.rejects(uploadFile(client, { twinId, path, records }), SourceChanged);
    calm();
    const answer = await client.storage.GET('/storage/', { params: { query: { twinId } } });
    assert.ok(answer.data?.items.every(({ displayName }) => displayName !== 'moving.bin'));
  });
});
