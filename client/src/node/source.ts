import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** A file as it was when its transfer began. */
export interface Source {
  /** Absolute. */
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970, whole. */
  readonly modified: number;
}

/** The file has changed while it was read. */
export class SourceChanged extends Error {
  constructor(path: string) {
    super(`${path} has changed while it was read.`);
    this.name = 'SourceChanged';
  }
}

export async function sourceAt(path: string): Promise<Source> {
  const { size, mtimeMs } = await stat(path);
  return { path, size, modified: Math.floor(mtimeMs) };
}

export async function requireUnchanged({ path, size, modified }: Source): Promise<void> {
  const now = await sourceAt(path).catch(() => undefined);
  if (now?.size !== size || now.modified !== modified) throw new SourceChanged(path);
}

/** The SHA-256 of a file, in hexadecimal digits. */
export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20, ...(signal ? { signal } : {}) }))
    hash.update(chunk);
  return hash.digest('hex');
}
