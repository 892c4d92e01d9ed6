import pino from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Structured log lines. They never hold tokens, secrets or bodies. */
export interface Log {
  debug(facts: object, message?: string): void;
  info(facts: object, message?: string): void;
  warn(facts: object, message?: string): void;
  error(facts: object, message?: string): void;
}

/**
 * JSON lines on standard output, written in the background, or short readable ones in a terminal; `flush` before the
 * process ends.
 */
export function openLog(level: LogLevel, terminal: boolean): { log: Log; flush: () => void } {
  const destination = pino.destination({ sync: false, minLength: terminal ? 0 : 4096, periodicFlush: 500 });
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const log = pino(options, terminal ? readable(destination) : destination);
  return { log, flush: () => destination.flushSync() };
}

interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly [fact: string]: unknown;
}

/** One short line for a person; the facts follow only where something is wrong. */
function readable(destination: { write(text: string): unknown }): pino.DestinationStream {
  return {
    write(text: string) {
      const { level, time, msg, method, path, status, ms, ...facts } = JSON.parse(text) as Line;
      const request = method ? `${method} ${path} ${status} ${ms} ms` : '';
      const more = level > 30 || !method ? JSON.stringify(facts) : '';
      const parts = [time.slice(11, 19), level >= 50 ? 'ERROR' : level >= 40 ? 'WARN' : '', msg, request];
      destination.write(`${[...parts, more === '{}' ? '' : more].filter(Boolean).join(' ')}\n`);
    },
  };
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** An error as a log line can hold it. */
export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
