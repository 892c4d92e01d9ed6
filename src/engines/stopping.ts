import { constants } from 'node:os';

/** What an engine gets to end by itself before its process ends with it. */
const patienceMs = 1500;

/** Listens to signals that end the work; `done` stops listening. */
export interface Stopping {
  readonly signal: AbortSignal;
  done(): void;
}

/** Aborts at the first of the signals; an engine that has not heeded it soon after ends with its process. */
export function stoppingAt(signals: readonly NodeJS.Signals[]): Stopping {
  const aborting = new AbortController();
  let clock: NodeJS.Timeout | undefined;
  const stop = (name: NodeJS.Signals) => {
    aborting.abort();
    clock ??= setTimeout(() => process.exit(codeOfSignal(name)), patienceMs);
  };
  for (const name of signals) process.on(name, stop);
  return {
    signal: aborting.signal,
    done() {
      clearTimeout(clock);
      for (const name of signals) process.off(name, stop);
    },
  };
}

/** As a shell tells it. */
const codeOfSignal = (name: NodeJS.Signals): number => 128 + constants.signals[name];
