import { randomUUID } from 'node:crypto';
import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file for one part at a time. */
export interface Spool {
  write(bytes: Uint8Array, at: number): Promise<void>;
  /** The first bytes. */
  read(length: number): Readable;
  /** Another part may have it. */
  free(): void;
}

export interface Spools {
  /** One that is free, or a new one. */
  take(): Promise<Spool>;
  close(): Promise<void>;
}

/** Files without names: however the process ends, nothing of them is left. */
export function spoolsIn(folder: string): Spools {
  const all: { close(): Promise<void> }[] = [];
  const free: Spool[] = [];
  return {
    async take() {
      const known = free.pop();
      if (known) return known;
      await mkdir(folder, { recursive: true });
      const path = join(folder, randomUUID());
      const file = await open(path, 'wx+', 0o600);
      await unlink(path);
      all.push(file);
      const spool: Spool = {
        async write(bytes, at) {
          for (let done = 0; done < bytes.length; ) {
            done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
          }
        },
        read: (length) => file.createReadStream({ start: 0, end: length - 1, autoClose: false }),
        free: () => void free.push(spool),
      };
      return spool;
    },
    async close() {
      for (const file of all) await file.close();
    },
  };
}
