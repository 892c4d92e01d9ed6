import { SourceChanged } from '../../../client/src/node.ts';
import { Failure } from '../failure.ts';
import type { FilesCall } from './call.ts';
import { inOrder } from './in-order.ts';
import { progressOf } from './progress.ts';
import { endsAll, type FileRow, rowWriter, tellFailure } from './rows.ts';

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
  const again: T[] = [];
  let [failed, written, isLast] = [0, 0, false];
  const work = async (one: T): Promise<FileRow | undefined> => {
    const { size } = one;
    const path = all.path(one);
    const counted = { sha256: null, [all.counted]: 0, resumed: false };
    try {
      const { state, id, ...others } = await all.work(one, progress.of(path));
      return { state, id, path, size, ...others };
    } catch (error) {
      if (error instanceof SourceChanged && !isLast) {
        again.push(one);
        return undefined;
      }
      const failure = all.failure(error);
      if (endsAll(failure) || all.files.length === 1 || !(failure instanceof Failure)) throw failure;
      failed++;
      await progress.clear();
      await tellFailure(io, general, path, failure);
      return { state: 'failed', id: null, path, size, ...counted, error: failure.message };
    }
  };
  const emit = async (row: FileRow | undefined): Promise<void> => {
    await progress.clear();
    if (row === undefined) return;
    written++;
    await writer.items([row]);
  };
  try {
    await inOrder(all.files, work, emit);
    isLast = true;
    await inOrder(again, work, emit);
  } catch (error) {
    await progress.clear();
    if (written > 0) await writer.end(); // what was done is told as a whole
    throw error;
  }
  await progress.clear();
  await writer.end();
  return failed;
}
