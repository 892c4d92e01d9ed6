import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { put } from '../../../test/support/blob-endpoint.ts';
import { chanceOf, seedOf, sized } from '../../../test/support/chance.ts';

const program = fileURLToPath(new URL('../../../test/support/blob-process.ts', import.meta.url));
const rounds = sized(3, 5);
const senders = 4;

interface Started {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly uploads: readonly { readonly id: string; readonly url: string }[];
}

async function start(folder: string, uploads: number): Promise<Started> {
  const child = spawn(process.execPath, [program, folder, '', String(uploads)], { stdio: ['pipe', 'pipe', 'inherit'] });
  assert.ok(child.stdout);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, ...JSON.parse(line) };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('a blob server that is killed', () => {
  it('loses no acknowledged block and shows no half content, again and again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'twin-blobs-'));
    for (let round = 0; round < rounds; round++) {
      const first = await start(folder, 1);
      const path = new URL(first.uploads[0]?.url ?? '');
      const acknowledged = new Map<string, Buffer>();
      const send = async (sender: number) => {
        const { whole } = chanceOf(seedOf(`blobs that are killed, round ${round}, sender ${sender}`));
        for (let index = 0; ; index++) {
          const id = Buffer.from(`${sender}-${String(index).padStart(5, '0')}`).toString('base64');
          const bytes = randomBytes(whole(1, 200_000));
          const answer = await put(`${path}&comp=block&blockid=${encodeURIComponent(id)}`, bytes, {});
          assert.equal(answer.status, 201);
          acknowledged.set(id, bytes);
        }
      };
      const sending = Promise.allSettled(Array.from({ length: senders }, (_, sender) => send(sender)));
      while (acknowledged.size === 0) await sleep(5); // a busy machine may be slow
      await sleep(chanceOf(seedOf(`blobs that are killed, round ${round}`)).between(0, 300));
      await kill(first.child);
      await sending;

      const second = await start(folder, 0);
      const url = second.baseUrl + path.pathname + path.search;
      const blocks = await (await fetch(`${url}&comp=blocklist&blocklisttype=uncommitted`)).text();
      for (const [id, bytes] of acknowledged) {
        assert.ok(blocks.includes(`<Name>${id}</Name><Size>${bytes.length}</Size>`), `${id} is there`);
      }
      const ids = [...acknowledged.keys()].sort();
      const list = `<BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join('')}</BlockList>`;
      const committed = await put(`${url}&comp=blocklist`, list, {});
      assert.equal(committed.status, 201);
      const expected = Buffer.concat(ids.map((id) => acknowledged.get(id) ?? Buffer.alloc(0)));
      assert.equal(committed.headers.get('etag'), `"${createHash('sha256').update(expected).digest('hex')}"`);
      assert.ok(expected.equals(Buffer.from(await (await fetch(url)).arrayBuffer())));
      assert.ok(acknowledged.size > 0);
      await kill(second.child);
    }
    rmSync(folder, { recursive: true });
  });
});
