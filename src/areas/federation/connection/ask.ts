import type { Engines, ParamsOf, ResultOf } from '../../../engines/engines.ts';
import { EngineCrash, JobFailure } from '../../../kernel/jobs/job.ts';
import type { Asking, Federation } from '../deps.ts';
import { setEnded } from '../store/systems.ts';
import type { SystemRow } from '../tables.ts';
import { SystemFailure, SystemLate } from './failure.ts';

/** Engines that talk to a system. */
type SystemEngine = 'databaseTables' | 'databasePage' | 'serviceStatus' | SourceEngine;

/** Engines that read a source of rows. */
export type SourceEngine = 'sourcePage' | 'sourceRows';
export type AskEngine = <N extends SourceEngine>(
  engine: N,
  params: ParamsOf<Engines, N>,
) => Promise<ResultOf<Engines, N>>;

/** A process that tells nothing for so long is held by what the system sent it. */
const silentMs = 10_000;
/** Engines end questions themselves well before. */
const bounds = { time: 75_000, memory: 2 ** 30 };
const endings: ReadonlySet<string> = new Set(['SystemExceeded', 'EngineMemoryLimit', 'EngineTimeLimit']);

/**
 * Has an engine talk to a system, in a process that is ended when what comes holds it or takes its memory. A system whose
 * conversation was ended is not asked by timers until somebody has tested it. Throws a `SystemFailure` or `SystemLate`;
 * other failures of engines as they are.
 */
export async function askSystem<N extends SystemEngine>(
  row: SystemRow,
  engine: N,
  params: ParamsOf<Engines, N>,
  asking: Asking,
  of: Federation,
): Promise<ResultOf<Engines, N>> {
  const watch = watchFor(asking.signal);
  const job = { signal: watch.signal, progress: watch.heard, log() {} };
  try {
    const run = () => of.ports.engines.run(job, engine, params, bounds);
    return await of.conversations([row.id, asking.userId], watch.signal, run);
  } catch (error) {
    asking.signal.throwIfAborted();
    const ending = endingOf(error, watch.silent());
    if (ending === undefined) throw failureOf(error);
    await of.db.write((tx) => setEnded(tx, row.id, of.now()));
    of.log.warn(
      { systemId: row.id, twinId: row.twin_id, error: String(error) },
      'A conversation with a system was ended.',
    );
    throw new SystemFailure(ending);
  } finally {
    watch.end();
  }
}

/** Aborts when the process has told something, and then nothing for a while. */
function watchFor(until: AbortSignal) {
  const silence = new AbortController();
  let clock: NodeJS.Timeout | undefined;
  return {
    signal: AbortSignal.any([until, silence.signal]),
    silent: () => silence.signal.aborted,
    heard() {
      clearTimeout(clock);
      clock = setTimeout(() => silence.abort(), silentMs);
    },
    end: () => clearTimeout(clock),
  };
}

/** Why a conversation was ended, for people; undefined where it was not. */
function endingOf(error: unknown, silent: boolean): string | undefined {
  if (silent || error instanceof EngineCrash) return 'what it answers cannot be read.';
  if (!(error instanceof JobFailure) || !endings.has(error.code)) return undefined;
  return error.code === 'SystemExceeded' ? error.message : 'what it answers takes too much time or memory.';
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof JobFailure)) return error;
  if (error.code === 'SystemLate') return new SystemLate(error.message);
  return error.code === 'SystemFailed' ? new SystemFailure(error.message) : error;
}
