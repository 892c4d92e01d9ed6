import { SourceChanged } from '../../../client/src/node.ts';
import { Failure } from '../failure.ts';
import { inOrder } from './in-order.ts';
import { endsAll } from './rows.ts';

export interface FileWork<T, R> {
  work(file: T): Promise<R>;
  /** What an error is to the person. */
  failure(error: unknown): unknown;
  /** What becomes of a file that failed alone. */
  failed(file: T, failure: Failure): Promise<R>;
  /** Told in the order of the files; undefined: it has its turn later. */
  emit(result: R | undefined): Promise<void>;
}

/**
 * Works at files, several at a time. One that changes while it is read has its turn once more at the end. One that fails alone does not
 * end the others; answers how many have failed.
 */
export async function eachFile<T, R>(files: readonly T[], each: FileWork<T, R>): Promise<number> {
  const again: T[] = [];
  let [failed, isLast] = [0, false];
  const work = async (file: T): Promise<R | undefined> => {
    try {
      return await each.work(file);
    } catch (error) {
      if (error instanceof SourceChanged && !isLast) {
        again.push(file);
        return undefined;
      }
      const failure = each.failure(error);
      if (!(failure instanceof Failure) || endsAll(failure)) throw failure;
      failed++;
      return each.failed(file, failure);
    }
  };
  await inOrder(files, work, each.emit);
  isLast = true;
  await inOrder(again, work, each.emit);
  return failed;
}
