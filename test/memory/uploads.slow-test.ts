import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, describe, it } from 'node:test';
import type { Environment } from '../crash/program.ts';
import { openWorld, type World } from '../crash/world.ts';
import { startS3 } from '../support/s3.ts';

const uploads = 20;
const mebibyte = 2 ** 20;
/** Each upload; memory does not depend on it, so that the suite need not write 20 GiB. */
const size = Number(process.env.UPLOAD_MIB ?? 64) * mebibyte;
const blockSize = 64 * mebibyte;
/** Above the idle server, in MiB. */
const bound = 150;
const skip = existsSync('/proc/self/clear_refs') ? false : 'The highest use of memory is only known on Linux.';

describe(`${uploads} uploads at once of ${size / mebibyte} MiB each`, { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'twin-memory-'));
  const s3 = startS3();
  after(async () => {
    await (await s3).stop();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const [words, known, store] of [
    ['to files', true, async () => ({})],
    ['of unknown length to files', false, async () => ({})],
    ['to S3', true, async () => ({ BLOB_URL: await (await s3).createBucket() })],
    ['of unknown length to S3', false, async () => ({ BLOB_URL: await (await s3).createBucket() })],
  ] as const satisfies readonly (readonly [string, boolean, () => Promise<Environment>])[]) {
    it(`${words} stay within ${bound} MiB above the idle server`, async (test) => {
      const world = await openWorld(join(folder, randomUUID()), await store());
      const program = world.start();
      await program.ready();
      await world.signIn();
      const links = await Promise.all(Array.from({ length: uploads }, (_, at) => begin(world, `file ${at}`)));
      const idle = resident(program.pid, 'VmRSS');
      writeFileSync(`/proc/${program.pid}/clear_refs`, '5'); // forgets the highest use so far
      const etags = await Promise.all(links.map(({ url }) => upload(url, known)));
      const used = resident(program.pid, 'VmHWM') - idle;
      test.diagnostic(`${Math.round(used)} MiB above ${Math.round(idle)} MiB`);
      assert.ok(used <= bound, `${used} MiB above the idle server`);
      assert.deepEqual([...new Set(etags)], [`"${expectedHash()}"`]);
      await program.end('SIGTERM');
      await world.close();
      rmSync(world.dataDir, { recursive: true });
    });
  }
});

async function begin(world: World, displayName: string): Promise<{ url: string }> {
  const made = await world.call('POST', '/twins/', { class: 'Endeavor', subClass: 'Project', displayName });
  const top = await world.call('GET', `/storage/?twinId=${made.body.twin.id}`);
  const file = await world.call('POST', `${top.body._links.folder.href}/files`, { displayName });
  return { url: file.body._links.uploadUrl.href };
}

/** Uploads in blocks, as clients do; answers the ETag of the whole content. */
async function upload(url: string, known: boolean): Promise<string> {
  const ids: string[] = [];
  for (let from = 0; from < size; from += blockSize) {
    const id = Buffer.from(String(ids.length).padStart(6, '0')).toString('base64');
    ids.push(id);
    await put(`${url}&comp=block&blockid=${encodeURIComponent(id)}`, Math.min(blockSize, size - from), known);
  }
  const list = `<BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join('')}</BlockList>`;
  const committed = await fetch(`${url}&comp=blocklist`, { method: 'PUT', body: list });
  assert.equal(committed.status, 201);
  return committed.headers.get('etag') ?? '';
}

const chunk = Buffer.alloc(mebibyte, 7);

async function put(url: string, bytes: number, known: boolean): Promise<void> {
  const out = request(url, { method: 'PUT', headers: known ? { 'Content-Length': bytes } : {} });
  const answered = new Promise<void>((resolve, reject) => {
    out.once('error', reject);
    out.once('response', (response) => {
      response.resume();
      if (response.statusCode === 201) response.once('end', resolve);
      else reject(new Error(`${url} answered ${response.statusCode}.`));
    });
  });
  await pipeline(Readable.from(Array.from({ length: bytes / chunk.length }, () => chunk)), out);
  await answered;
}

function expectedHash(): string {
  const hash = createHash('sha256');
  for (let from = 0; from < size; from += chunk.length) hash.update(chunk);
  return hash.digest('hex');
}

/** A figure of the kernel about a process, in MiB. */
function resident(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`${figure}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
