import { fail } from '../../../api/http/problem.ts';
import { unwatched } from '../../../api/request-work.ts';
import { EngineFailure } from '../../../engines/engine.ts';
import type { Engines, ParamsOf, ResultOf } from '../../../engines/engines.ts';
import type { Page, PageQuery, RowSource } from '../../../engines/tables/params.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import type { Asking, Federation } from '../deps.ts';
import { systemLate } from '../errors.ts';
import type { Refused } from './open-data.ts';

/** Longest that a question may take, in milliseconds. */
export const patienceMs = 60_000;
/** What work for a question may take. */
const questionBounds = { time: patienceMs, memory: 2 ** 30 };

/** A page that would be larger than its bounds. */
export class PageTooLarge extends Error {}

export const isPage = (value: Page | Refused): value is Page => 'rows' in value;

/** Work that a signal ends, and a time that nobody waits longer than. */
export async function bounded<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T | Refused> {
  const late = AbortSignal.timeout(patienceMs);
  try {
    return await work(AbortSignal.any([signal, late]));
  } catch (error) {
    if (late.aborted && !signal.aborted) return fail(systemLate);
    if (error instanceof JobFailure && error.code === 'EngineTimeLimit') return fail(systemLate);
    if (tooLarge(error)) throw new PageTooLarge(error.message);
    throw error;
  }
}

const tooLarge = (error: unknown): error is JobFailure | EngineFailure =>
  (error instanceof JobFailure || error instanceof EngineFailure) && error.code === 'PageTooLarge';

/** Has an engine answer questions: in a process of its own, so that none of them keeps this one from its other work. */
export const queryOf =
  (asking: Asking, of: Federation) =>
  async (sources: readonly RowSource[], query: PageQuery, output: string | null): Promise<Page | Refused> => {
    if (sources.length === 0) return { rows: 0, count: query.count ? 0 : null, last: null };
    if (output !== null) of.indexes.note(sources, query);
    return bounded(asking.signal, (signal) =>
      runQuery('queryTables', { sources, query, output }, { ...asking, signal }, of),
    );
  };

/** Runs an engine for a person, when it is their turn. */
export const runQuery = <N extends keyof Engines & string>(
  engine: N,
  params: ParamsOf<Engines, N>,
  { signal, userId }: Pick<Asking, 'signal' | 'userId'>,
  { ports, questions }: Federation,
): Promise<ResultOf<Engines, N>> =>
  questions([userId], signal, () => ports.engines.run(unwatched(signal), engine, params, questionBounds));
