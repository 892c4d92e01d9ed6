import type { Engines, EngineTable, ParamsOf, ResultOf } from '../../engines/engines.ts';
import { JobFailure } from '../../kernel/jobs/job.ts';
import type { Ports } from '../../kernel/ports/ports.ts';

type Run = <N extends keyof Engines & string>(
  engine: N,
  params: ParamsOf<Engines & EngineTable, N>,
) => Promise<ResultOf<Engines & EngineTable, N>>;

/**
 * The work of an engine that a request waits for, which no job shows; `mostMs` bounds it. A fault of the input is a
 * sentence.
 */
export async function workOf<R>(
  { engines }: Pick<Ports, 'engines'>,
  mostMs: number,
  work: (run: Run) => Promise<R>,
): Promise<{ readonly result: R } | { readonly failure: string }> {
  const request = { signal: AbortSignal.timeout(mostMs), progress: () => {}, log: () => {} };
  try {
    return { result: await work((engine, params) => engines.run(request, engine, params)) };
  } catch (error) {
    if (error instanceof JobFailure) return { failure: error.message };
    if (request.signal.aborted) return { failure: `The work took longer than ${mostMs / 1000} s.` };
    throw error;
  }
}
