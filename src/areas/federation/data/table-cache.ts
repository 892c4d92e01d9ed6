import { mkdirSync } from 'node:fs';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { copyBlob } from '../../../kernel/blobs/local.ts';
import type { Blobs } from '../../../kernel/blobs/port.ts';
import { newId } from '../../../std/ids.ts';

const mostBytes = 4 * 2 ** 30;
/** What was used so lately may be about to be opened. */
const restMs = 10 * 60_000;

/** Table files on this machine: SQLite reads files, not blobs. Those used longest ago make way. */
export function tableCache(folder: string, blobs: Blobs): (blobId: string) => Promise<string> {
  const coming = new Map<string, Promise<string>>();

  async function fetch(blobId: string): Promise<string> {
    const path = join(folder, `${blobId}.sqlite`);
    const now = new Date();
    if (
      await utimes(path, now, now).then(
        () => true,
        () => false,
      )
    )
      return path;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const part = join(folder, `${newId()}.part`);
    try {
      await copyBlob(blobs, blobId, part);
      await rename(part, path);
    } finally {
      await rm(part, { force: true });
    }
    await makeRoom(folder, now.getTime());
    return path;
  }

  return (blobId) => {
    const found = coming.get(blobId) ?? fetch(blobId).finally(() => coming.delete(blobId));
    coming.set(blobId, found);
    return found;
  };
}

async function makeRoom(folder: string, now: number): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => undefined);
      return { path, size: facts?.size ?? 0, used: facts?.mtimeMs ?? now };
    }),
  );
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size, used } of files.sort((a, b) => a.used - b.used)) {
    if (total <= mostBytes || now - used < restMs) return;
    await rm(path, { force: true });
    total -= size;
  }
}
