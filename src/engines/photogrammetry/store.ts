import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes a file so that it is there as a whole or not at all. */
export function writeWhole(path: string, bytes: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.part`, bytes);
  renameSync(`${path}.part`, path);
}

export const bytesOf = (values: Float32Array | Float64Array | Uint32Array | Int32Array | Uint16Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** The floats of a file; undefined when it is not there or holds another number of them. */
export function readFloats(path: string, count?: number): Float32Array | undefined {
  const bytes = readBytes(path);
  if (bytes === undefined || bytes.length % 4 !== 0) return undefined;
  const floats = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  return count === undefined || floats.length === count ? floats : undefined;
}

/** Bytes at the beginning of memory of their own, so that they can be taken for numbers of any size. */
export function readBytes(path: string): Uint8Array | undefined {
  if (!existsSync(path)) return undefined;
  return Uint8Array.from(readFileSync(path));
}

/** Artefacts of the steps in the folder of the work: each is made once for what it is made of. */
export interface Store {
  /** In a folder of the step, which is emptied when `from` is not what it was made of before. */
  folder(step: string, from: unknown): string;
  /** What `make` answered for the same `from` before, else now. It is JSON. */
  remembered<T>(name: string, from: unknown, make: () => Promise<T>): Promise<{ readonly value: T }>;
}

export function openStore(work: string): Store {
  return {
    folder(step, from) {
      const path = join(work, step);
      const mark = join(path, 'made-of.txt');
      const wanted = digestOf(from);
      if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
        rmSync(path, { recursive: true, force: true });
        writeWhole(mark, wanted);
      }
      return path;
    },
    async remembered<T>(name: string, from: unknown, make: () => Promise<T>) {
      const path = join(work, `${name}.json`);
      const key = digestOf(from);
      const kept = keptIn<T>(path);
      if (kept?.key === key) return { value: kept.value };
      const value = await make();
      writeWhole(path, JSON.stringify({ key, value } satisfies Kept<T>));
      return { value };
    },
  };
}

interface Kept<T> {
  readonly key: string;
  readonly value: T;
}

function keptIn<T>(path: string): Kept<T> | undefined {
  if (!existsSync(path)) return undefined;
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Raised when artefacts are written in another way: those of an earlier release are made anew then. */
const format = 2;

export const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([format, value]))
    .digest('hex');
