import pino from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Structured log lines. They never hold tokens, secrets or bodies. */
export interface Log {
  debug(facts: object, message?: string): void;
  info(facts: object, message?: string): void;
  warn(facts: object, message?: string): void;
  error(facts: object, message?: string): void;
}

/** JSON lines on standard output, written in the background; `flush` before the process ends. */
export function openLog(level: LogLevel): { log: Log; flush: () => void } {
  const destination = pino.destination({ sync: false, minLength: 4096, periodicFlush: 500 });
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return { log, flush: () => destination.flushSync() };
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
