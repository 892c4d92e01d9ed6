import type { FilesCall, Transfers } from '../files/call.ts';
import { eachFile } from '../files/each-file.ts';
import { tellFailure } from '../files/rows.ts';
import type { Report, Sign } from './report.ts';

export interface Doing {
  readonly asked: FilesCall;
  readonly transfers: Transfers;
  readonly report: Report;
}

/** Each file by what it does to it; one that changes meanwhile once more at the end. Answers how many failed. */
export const transferAll = <T extends { readonly path: string }>(
  { asked, transfers, report }: Doing,
  files: readonly T[],
  work: (file: T) => Promise<Sign | undefined>,
): Promise<number> =>
  eachFile<T, () => Promise<void>>(files, {
    async work(file) {
      const sign = await work(file);
      return async () => (sign === undefined ? report.same() : report.line(sign, file.path));
    },
    failure: transfers.failure,
    failed: async (file, failure) => () => tellFailure(asked.io, asked.general, file.path, failure),
    emit: async (tell) => tell?.(),
  });
