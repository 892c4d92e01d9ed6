import type { Engines, EngineTable, ParamsOf, ResultOf } from '../engines/engines.ts';
import type { EngineBounds } from '../kernel/jobs/engine-process.ts';
import { JobFailure, type RunningJob } from '../kernel/jobs/job.ts';
import type { Ports } from './ports/ports.ts';

type Run = <N extends keyof Engines & string>(
  engine: N,
  params: ParamsOf<Engines & EngineTable, N>,
  bounds?: EngineBounds,
) => Promise<ResultOf<Engines & EngineTable, N>>;

/** What an engine needs of a job, where there is none: nobody follows its work. */
export const unwatched = (signal: AbortSignal): Pick<RunningJob<unknown>, 'signal' | 'progress' | 'log'> => ({
  signal,
  progress() {},
  log() {},
});

/** For whom a request has an engine work. */
export interface RequestWork {
  /** Who shares the few places with others: a person, or what is worked on where nobody asks. */
  readonly who: string;
  /** Longest that the request waits, in milliseconds, its turn included. */
  readonly mostMs: number;
  readonly until?: AbortSignal | undefined;
}

/** What runs engines for a request, each when it is its turn; all of them within its time, which `signal` ends. */
function asideOf({ engines }: Pick<Ports, 'engines'>, { who, mostMs, until }: RequestWork) {
  const signal = AbortSignal.any([AbortSignal.timeout(mostMs), ...(until ? [until] : [])]);
  const run: Run = (engine, params, bounds) =>
    engines.requests([who], signal, () => engines.run(unwatched(signal), engine, params, bounds));
  return { signal, run };
}

/** Runs an engine for a request, when it is its turn. Throws as the engine does, or the reason of a signal. */
export const runAside = <N extends keyof Engines & string>(
  ports: Pick<Ports, 'engines'>,
  asked: RequestWork,
  engine: N,
  params: ParamsOf<Engines & EngineTable, N>,
  bounds?: EngineBounds,
): Promise<ResultOf<Engines & EngineTable, N>> => asideOf(ports, asked).run(engine, params, bounds);

/**
 * The work of an engine that a request waits for, which no job shows. A fault of the input is a sentence. Throws the reason
 * of `until` when that ends it.
 */
export async function workOf<R>(
  ports: Pick<Ports, 'engines'>,
  asked: RequestWork,
  work: (run: Run) => Promise<R>,
): Promise<{ readonly result: R } | { readonly failure: string }> {
  const { mostMs, until } = asked;
  const { signal, run } = asideOf(ports, asked);
  try {
    return { result: await work(run) };
  } catch (error) {
    until?.throwIfAborted();
    if (error instanceof JobFailure) return { failure: error.message };
    if (signal.aborted) return { failure: `The work took longer than ${mostMs / 1000} s.` };
    throw error;
  }
}
