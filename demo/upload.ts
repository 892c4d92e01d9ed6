import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { progressBar, type Steps } from './steps.ts';

const blockSize = 4 * 2 ** 20;
const atOnce = 4;

/** Uploads a file in blocks, several at a time, then commits their list. Answers size and SHA-256 of what was sent. */
export async function uploadInBlocks(
  steps: Steps,
  uploadUrl: string,
  path: string,
): Promise<{ readonly size: number; readonly sha256: string }> {
  const { size } = await stat(path);
  const file = await open(path);
  const show = progressBar(size);
  const hash = createHash('sha256');
  const ids: string[] = [];
  const running = new Set<Promise<void>>();
  let sent = 0;
  try {
    for (let from = 0; from < size || ids.length === 0; from += blockSize) {
      const block = Buffer.alloc(Math.min(blockSize, size - from));
      await file.read(block, 0, block.length, from);
      hash.update(block);
      const id = Buffer.from(String(ids.length).padStart(8, '0')).toString('base64');
      ids.push(id);
      const one = putBlock(steps, `${uploadUrl}&comp=block&blockid=${encodeURIComponent(id)}`, block).then(() => {
        sent += block.length;
        show(sent);
        running.delete(one);
      });
      running.add(one);
      if (running.size >= atOnce) await Promise.race(running);
    }
    await Promise.all(running);
  } finally {
    await file.close();
  }
  const list = `<?xml version="1.0" encoding="utf-8"?><BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join('')}</BlockList>`;
  const committed = await steps.request('PUT', `${uploadUrl}&comp=blocklist`, { body: list });
  if (committed.status !== 201) throw new Error(`The blocks were not committed: ${await committed.text()}`);
  return { size, sha256: hash.digest('hex') };
}

async function putBlock(steps: Steps, url: string, block: Buffer<ArrayBuffer>): Promise<void> {
  const response = await steps.request('PUT', url, { body: block, quiet: true });
  if (response.status !== 201) throw new Error(`A block was refused: ${await response.text()}`);
}
