import type { Engines, EngineTable, ParamsOf, ResultOf } from '../../engines/engines.ts';
import type { Ports } from '../ports/ports.ts';
import { JobFailure, type RunningJob } from './job.ts';

type Run = <N extends keyof Engines & string>(
  engine: N,
  params: ParamsOf<Engines & EngineTable, N>,
) => Promise<ResultOf<Engines & EngineTable, N>>;

/** What an engine needs of a job, where a request waits for it instead: `mostMs` at the longest, and until the signal. */
export const aside = (
  mostMs: number,
  until?: AbortSignal,
): Pick<RunningJob<unknown>, 'signal' | 'progress' | 'log'> => ({
  signal: AbortSignal.any([AbortSignal.timeout(mostMs), ...(until ? [until] : [])]),
  progress() {},
  log() {},
});

/**
 * The work of an engine that a request waits for, which no job shows; `mostMs` bounds it. A fault of the input is a
 * sentence. Throws the reason of `until` when that ends it.
 */
export async function workOf<R>(
  { engines }: Pick<Ports, 'engines'>,
  mostMs: number,
  work: (run: Run) => Promise<R>,
  until?: AbortSignal,
): Promise<{ readonly result: R } | { readonly failure: string }> {
  const request = aside(mostMs, until);
  try {
    return { result: await work((engine, params) => engines.run(request, engine, params)) };
  } catch (error) {
    until?.throwIfAborted();
    if (error instanceof JobFailure) return { failure: error.message };
    if (request.signal.aborted) return { failure: `The work took longer than ${mostMs / 1000} s.` };
    throw error;
  }
}
