import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

const probe = Buffer.alloc(4096);

/** Writes and removes a small file: rejects when the disk is full, away, or not ours to write. */
export async function writeSomething(folder: string): Promise<void> {
  const path = join(folder, `probe-${process.pid}`);
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.write(probe);
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
