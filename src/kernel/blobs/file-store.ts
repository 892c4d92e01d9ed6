import { type Dirent, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { writeSomething } from '../../std/disk.ts';
import { codeOf, messageOf } from '../../std/errors.ts';
import { freeBuffer } from '../../std/free-buffer.ts';
import { asUnavailable, ContentLost, Unavailable } from '../../std/unavailable.ts';
import { type Meter, meter } from './meter.ts';
import { shareOf, streaming } from './share.ts';
import type { BlobStore, StoredObject } from './store.ts';

const earlySyncBytes = 16 * 2 ** 20;

/**
 * Objects as files below a folder, 256 folders by the first two characters of the key. A file appears under its name
 * after its bytes are on the disk, so a killed server leaves no half one: temporary file, fsync, rename, fsync of the
 * folder.
 */
export async function openFileStore(root: string): Promise<BlobStore> {
  const unfinished = join(root, 'unfinished');
  const folderOf = (key: string) => join(root, key.slice(0, 2));
  const pathOf = (key: string) => join(folderOf(key), key);
  await mkdir(unfinished, { recursive: true });

  return {
    async put(key, source, options = {}) {
      const temporary = join(unfinished, key);
      const counter = meter(options);
      try {
        await writeFile(temporary, source, counter);
        await moveDurably(temporary, folderOf(key), pathOf(key), root);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {}); // the first error is the one to tell; the rest is swept later
        throw error === source.errored ? error : storeError(error);
      }
      return counter.read();
    },
    async get(key, range) {
      const file = await open(pathOf(key)).catch(async (error) => {
        const lost = error.code === 'ENOENT' && existsSync(unfinished); // else the whole folder is away
        throw lost ? new ContentLost(`Object ${key} is missing.`) : storeError(error);
      });
      if (range && (await file.stat()).size <= range.end) {
        await file.close();
        throw new ContentLost(`Object ${key} is shorter than it was.`);
      }
      const done = streaming();
      return file.createReadStream({ highWaterMark: shareOf(), ...range }).once('close', done);
    },
    async remove(keys) {
      for (const key of keys) {
        await unlink(pathOf(key)).catch((error) => {
          if (error.code !== 'ENOENT') throw storeError(error);
        });
      }
    },
    async *list() {
      for (const folder of await entries(root)) {
        if (folder.name.length === 2) yield* filesIn(join(root, folder.name));
      }
    },
    async discardUnfinished(before) {
      for await (const { key, modified } of filesIn(unfinished)) {
        if (modified < before) await rm(join(unfinished, key), { force: true });
      }
    },
    async ping() {
      await writeSomething(unfinished).catch((error) => {
        throw storeError(error);
      });
    },
    close() {},
  };
}

/** Writes in large batches while the next one arrives, and ends with an fsync. */
async function writeFile(path: string, source: Readable, counter: Meter): Promise<void> {
  const file = await open(path, 'wx');
  const done = streaming();
  try {
    let written: Promise<unknown> = Promise.resolve();
    let batch: Buffer[] = [];
    let bytes = 0;
    const sync = earlySync(file);
    const write = async (buffers: Buffer[], size: number) => {
      await writeAll(file, buffers);
      sync.wrote(size);
      if (source instanceof IncomingMessage) buffers.forEach(freeBuffer);
    };
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      counter.take(chunk);
      batch.push(chunk);
      bytes += chunk.length;
      if (bytes < shareOf()) continue;
      await written;
      written = write(batch, bytes);
      written.catch(() => {}); // told by the next await
      batch = [];
      bytes = 0;
    }
    await written;
    await write(batch, bytes);
    await sync.ended();
    await file.datasync();
  } finally {
    done();
    await file.close();
  }
}

/**
 * Sends what was written to the disk while more arrives, so that little is left for the last fsync. A disk tells of a
 * lost write once only, so an error here must be heard at the end.
 */
function earlySync(file: FileHandle) {
  let unsynced = 0;
  let running: Promise<void> | undefined;
  return {
    wrote(size: number): void {
      unsynced += size;
      if (unsynced < earlySyncBytes || running) return;
      unsynced = 0;
      running = file.datasync().then(() => {
        running = undefined;
      });
      running.catch(() => {}); // told by `ended`
    },
    ended: async () => running,
  };
}

async function writeAll(file: FileHandle, batch: Buffer[]): Promise<void> {
  let left = batch;
  while (left.length > 0) {
    let { bytesWritten } = await file.writev(left);
    const rest: Buffer[] = [];
    for (const buffer of left) {
      if (bytesWritten < buffer.length) rest.push(buffer.subarray(bytesWritten));
      bytesWritten = Math.max(0, bytesWritten - buffer.length);
    }
    left = rest;
  }
}

async function moveDurably(from: string, folder: string, to: string, root: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true });
    await syncFolder(root);
    await rename(from, to);
  }
  await syncFolder(folder);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function entries(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

async function* filesIn(folder: string): AsyncGenerator<StoredObject> {
  for (const entry of await entries(folder)) {
    const found = await stat(join(folder, entry.name)).catch(() => undefined);
    if (found?.isFile()) yield { key: entry.name, modified: found.mtimeMs };
  }
}

/** A folder that is not there any more was on a disk that is not there any more. */
function storeError(error: unknown): unknown {
  const code = codeOf(error);
  const away = code === 'ENOENT' || code === 'EACCES' || code === 'EPERM';
  return away ? new Unavailable('file store', messageOf(error), { cause: error }) : asUnavailable('file store', error);
}
