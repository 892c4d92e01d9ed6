/**
 * The contract of the engines: the heavy work behind jobs, each a function from parameters to a result. Engines know no
 * database, no server and no job; they read and write files that their parameters name, and run in a process of their
 * own (`run.ts`).
 */

/** How far an engine is. `done` counts over all steps and never falls; `total` stays null while it is unknown. */
export interface EngineProgress {
  /** What is being done, for people: "Meshing". */
  readonly step: string | null;
  readonly done: number;
  readonly total: number | null;
  /** What is counted: "elements". */
  readonly unit: string | null;
  readonly message: string | null;
}

export interface EngineContext {
  /** Cheap; what is left out stays as it was. */
  progress(change: Partial<EngineProgress>): void;
  /** A line for people. */
  log(line: string): void;
  /** Names the input that code of others is about to read: the job's error says so when the process dies at it. */
  at?(input: string): void;
  /** Aborted when the work is to stop; who does not look at it is killed soon after. */
  readonly signal?: AbortSignal;
}

/**
 * Parameters and result are JSON. It throws an `EngineFailure` when the input is at fault, so that another attempt
 * would end the same; anything else it throws is unexpected.
 */
export type Engine<P, R> = (params: P, context: EngineContext) => Promise<R>;

/** Lets messages and signals in between pieces of work that keep the thread busy. */
export { setImmediate as breathe } from 'node:timers/promises';
export { EngineFailure } from './failure.ts';
