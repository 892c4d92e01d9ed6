import { type EngineLimits, engineRunner, type RunEngine } from '../engine-process.ts';
import { JobAborted, type Progress } from '../job.ts';
import type { TestEngines } from './engines-process.ts';
import { until } from './support.ts';

/** The program of the engines of the tests. */
export const entry = new URL('./engines-process.ts', import.meta.url).pathname;
/** A server that waits for one of them: `node <parent> <engine>`. */
export const parent = new URL('./engines-parent.ts', import.meta.url).pathname;

export const runner = (limits: Partial<EngineLimits> = {}, program = entry): RunEngine<TestEngines> =>
  engineRunner<TestEngines>({ memory: 2 ** 31, time: 60_000, ...limits }, program);

/** A job as an attempt hands it to its kind, that remembers what it was told. */
export function watchedJob() {
  const aborting = new AbortController();
  const told: Partial<Progress>[] = [];
  const lines: string[] = [];
  return {
    told,
    lines,
    abort: () => aborting.abort(new JobAborted('cancelled')),
    job: {
      signal: aborting.signal,
      progress: (change: Partial<Progress>) => void told.push(change),
      log: (line: string) => void lines.push(line),
    },
    pid: () => until('the engine has told its pid', () => Number(told[0]?.step?.split(' ')[1])),
  };
}

export const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
