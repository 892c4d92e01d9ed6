import type { Engines, EngineTable, ParamsOf, ResultOf } from '../../engines/engines.ts';
import type { EngineMessage, EngineOrder } from '../../engines/messages.ts';
import { tellEnding } from '../../engines/program.ts';
import { enginePool } from './engine-pool.ts';
import { EngineCrash, JobFailure, ProcessKilled, type RunningJob } from './job.ts';
import { askToEnd, type Ending, killGroup } from './process-group.ts';
import { residentBytes } from './resident.ts';
import type { StartedEngine } from './started-engine.ts';

export interface EngineLimits {
  /** Bytes the process may hold resident, WASM, buffers and programs that it starts included. */
  readonly memory: number;
  /** Milliseconds it may take. */
  readonly time: number;
}

/** What holds for one piece of work. */
export interface EngineBounds extends Partial<EngineLimits> {
  /** In a process that has done nothing before. */
  readonly alone?: boolean;
}

/**
 * Runs an engine for a job. `bounds` are of this work; those of the server hold, too. Throws a `JobFailure` when the input is
 * at fault or a limit is reached, an `EngineCrash` when the engine is.
 */
export type RunEngine<T extends EngineTable> = <N extends keyof T & string>(
  job: Pick<RunningJob<unknown>, 'signal' | 'progress' | 'log'>,
  engine: N,
  params: ParamsOf<T, N>,
  bounds?: EngineBounds,
) => Promise<ResultOf<T, N>>;

const watchMs = 250;
/** What an engine gets to end its own helpers, before it is killed. */
const patienceMs = 1000;

/** A process that has held more is not used again. */
const modestBytes = 384 * 2 ** 20;

/**
 * Engines in processes of their own: one that crashes, hangs or eats memory ends alone. `entry`: another program that
 * runs them, in tests.
 */
export function engineRunner<T extends EngineTable = Engines>(limits: EngineLimits, entry?: string): RunEngine<T> {
  const pool = enginePool(entry);
  return async (job, engine, params, { memory = limits.memory, time = limits.time, alone } = {}) => {
    job.signal.throwIfAborted();
    const started = performance.now();
    const host = await pool.take(alone);
    if (job.signal.aborted) pool.keep(host);
    job.signal.throwIfAborted();
    const watch = watchOver(
      host,
      engine,
      { memory: Math.min(memory, limits.memory), time: Math.min(time, limits.time) },
      job.signal,
    );
    let reusable = false;
    try {
      const last = await lastMessage(host, job, { engine, params });
      job.signal.throwIfAborted();
      if (last.is === 'result') {
        reusable = last.peakMemory <= modestBytes;
        const most = Math.max(last.peakMemory, watch.most());
        job.log(`${seconds(performance.now() - started)} s, ${megabytes(most)} MB of memory at most.`);
        return last.result as ResultOf<T, typeof engine>;
      }
      throw watch.failure() ?? errorOf(last, engine);
    } finally {
      watch.end();
      if (reusable) pool.keep(host);
      else {
        killGroup(host);
        await host.ended;
      }
    }
  };
}

type Ended = { readonly is: 'gone'; readonly ending: Ending; readonly said: string; readonly at: string | undefined };
type Last = Exclude<EngineMessage, { is: 'progress' | 'log' | 'at' }> | Ended;

/** Passes on what is told; answers its last message, or how it ended without one. */
function lastMessage(
  host: StartedEngine,
  job: Pick<RunningJob<unknown>, 'progress' | 'log'>,
  order: EngineOrder,
): Promise<Last> {
  return new Promise((resolve) => {
    let said = '';
    let at: string | undefined;
    let step: string | null | undefined;
    const end = (last: Last) => {
      host.hear(undefined);
      resolve(last);
    };
    host.hear({
      message(message) {
        if (message.is === 'progress') {
          const { step: now = step } = message.progress;
          if (now !== step) at = undefined; // an input of a step that is over is not to blame
          step = now;
          job.progress(message.progress);
        } else if (message.is === 'log') job.log(message.line);
        else if (message.is === 'at') at = message.input;
        else end(message);
      },
      said(text) {
        said = (said + text).slice(-2000);
      },
      ended: (ending) => end({ is: 'gone', ending, said, at }),
    });
    host.give(order);
  });
}

function errorOf(last: Exclude<Last, { is: 'result' }>, engine: string): Error {
  if (last.is === 'error') {
    const [message, cause] = [`The engine '${engine}' failed.`, { cause: last.stack }];
    if (last.killed !== undefined) return new ProcessKilled(last.killed, last.stack);
    if (last.code === undefined) return new EngineCrash(message, cause);
    return Object.assign(new Error(message, cause), { code: last.code }); // of the system: the disk is full
  }
  if (last.is === 'gone') {
    const { ending, said, at } = last;
    if (ending.signal === undefined) return new EngineCrash(`The engine '${engine}' ${ending.how}. ${said}`.trim());
    const place = at === undefined ? '' : `, at "${at}"`;
    return new ProcessKilled(tellEnding(ending.signal, `engine "${engine}"${place}`), said);
  }
  const place = last.line === undefined ? '' : `Line ${last.line}: `;
  return new JobFailure(last.code, `${place}${last.message}`, last.params);
}

/** Ends the host when it is to stop or over a limit. */
function watchOver(host: StartedEngine, engine: string, limits: EngineLimits, signal: AbortSignal) {
  let failure: JobFailure | undefined;
  let most = 0;
  const kill = () => killGroup(host);
  const overLimit = (code: string, message: string) => {
    failure ??= new JobFailure(code, message);
    kill();
  };
  let killing: NodeJS.Timeout | undefined;
  const stop = () => {
    askToEnd(host);
    killing = setTimeout(kill, patienceMs);
  };
  signal.addEventListener('abort', stop, { once: true });
  const clock = setTimeout(() => {
    overLimit('EngineTimeLimit', `The work took longer than ${seconds(limits.time)} s, the limit of this server.`);
  }, limits.time);
  const memory = setInterval(async () => {
    const bytes = await residentBytes(host.pid);
    most = Math.max(most, bytes);
    if (bytes <= limits.memory) return;
    overLimit(
      'EngineMemoryLimit',
      `The work needed more than ${megabytes(limits.memory)} MB of memory, the limit of this server for '${engine}'.`,
    );
  }, watchMs);
  return {
    failure: () => failure,
    /** The most memory that was seen, programs that the engine started included. */
    most: () => most,
    end() {
      signal.removeEventListener('abort', stop);
      clearTimeout(clock);
      clearTimeout(killing);
      clearInterval(memory);
    },
  };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);
const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
