import type { FilesCall } from './call.ts';
import { eachFile } from './each-file.ts';
import { progressOf } from './progress.ts';
import { type FileRow, rowWriter, tellFailure } from './rows.ts';

export interface Files<T> {
  readonly files: readonly T[];
  /** As it is shown. */
  path(file: T): string;
  readonly counted: 'sent' | 'received';
  /** What becomes of one. */
  work(file: T, onProgress: (done: number) => void): Promise<Omit<FileRow, 'path' | 'size'>>;
  /** What an error is to the person. */
  failure(error: unknown): unknown;
}

/**
 * Transfers files, several at a time, and writes a line for each in their order. A file that changes while it is read is sent
 * once more at the end. One that fails alone does not end the others; answers how many have failed.
 */
export async function runFiles<T extends { readonly size: number }>(call: FilesCall, all: Files<T>): Promise<number> {
  const { io, general } = call;
  const writer = rowWriter(io, general);
  const total = all.files.reduce((sum, { size }) => sum + size, 0);
  const progress = progressOf(io, total);
  let written = 0;
  let failed: number;
  try {
    failed = await eachFile<T, FileRow>(all.files, {
      async work(one) {
        const path = all.path(one);
        const { state, id, ...others } = await all.work(one, progress.of(path));
        return { state, id, path, size: one.size, ...others };
      },
      failure: all.failure,
      async failed(one, failure) {
        if (all.files.length === 1) throw failure;
        const path = all.path(one);
        await progress.clear();
        await tellFailure(io, general, path, failure);
        const counted = { sha256: null, [all.counted]: 0, resumed: false };
        return { state: 'failed', id: null, path, size: one.size, ...counted, error: failure.message };
      },
      async emit(row) {
        await progress.clear();
        if (row === undefined) return;
        written++;
        await writer.items([row]);
      },
    });
  } catch (error) {
    await progress.clear();
    if (written > 0) await writer.end(); // what was done is told as a whole
    throw error;
  }
  await progress.clear();
  await writer.end();
  return failed;
}
