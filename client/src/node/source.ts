import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';

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
  await hashFile(path, hash, signal);
  return hash.digest('hex');
}

const pieceBytes = 2 ** 20;

/** Puts the bytes of a file into a digest, or its first ones; with the memory of one piece. */
export async function hashFile(
  path: string,
  hash: { update(bytes: Uint8Array): unknown },
  signal?: AbortSignal,
  end = Number.POSITIVE_INFINITY,
): Promise<void> {
  const file = await open(path);
  try {
    const piece = new Uint8Array(pieceBytes);
    for (let at = 0; at < end; ) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(piece, 0, Math.min(pieceBytes, end - at), at);
      if (bytesRead === 0) return;
      hash.update(piece.subarray(0, bytesRead));
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}
