import { SourceChanged } from '../../../client/src/node.ts';
import { Failure } from '../failure.ts';
import type { FilesCall, Transfers } from '../files/call.ts';
import { inOrder } from '../files/in-order.ts';
import { endsAll, tellFailure } from '../files/rows.ts';
import type { Report, Sign } from './report.ts';

export interface Doing {
  readonly asked: FilesCall;
  readonly transfers: Transfers;
  readonly report: Report;
}

/** Each file by what it does to it; one that changes meanwhile once more at the end. Answers how many failed. */
export async function transferAll<T extends { readonly path: string }>(
  { asked, transfers, report }: Doing,
  files: readonly T[],
  work: (file: T) => Promise<Sign | undefined>,
): Promise<number> {
  const again: T[] = [];
  let [failed, isLast] = [0, false];
  const one = async (file: T): Promise<() => Promise<void>> => {
    try {
      const sign = await work(file);
      return async () => (sign === undefined ? report.same() : report.line(sign, file.path));
    } catch (error) {
      if (error instanceof SourceChanged && !isLast) {
        again.push(file);
        return async () => undefined;
      }
      const failure = transfers.failure(error);
      if (endsAll(failure) || !(failure instanceof Failure)) throw failure;
      failed++;
      return () => tellFailure(asked.io, asked.general, file.path, failure);
    }
  };
  const emit = (tell: () => Promise<void>) => tell();
  await inOrder(files, one, emit);
  isLast = true;
  await inOrder(again, one, emit);
  return failed;
}
