import pino from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Structured log lines. They never hold tokens, secrets or bodies. */
export interface Log {
  debug(facts: object, message?: string): void;
  info(facts: object, message?: string): void;
  warn(facts: object, message?: string): void;
  error(facts: object, message?: string): void;
}

/** Lines wait for each other this long, in characters and milliseconds: writing each by itself slows a busy server. */
const waitingLength = 65_536;
const waitingMs = 250;
/** Warnings and errors go out at once: the process may be about to end. */
const urgent = /^\{"level":[456]/;

/**
 * JSON lines on standard output, or short readable ones in a terminal; `flush` before the process ends.
 */
export function openLog(level: LogLevel, terminal: boolean): { log: Log; flush: () => void } {
  const output = lineBuffer((text) => void process.stdout.write(text));
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return { log: pino(options, terminal ? readable(process.stdout) : output), flush: output.flush };
}

/** Gathers lines and writes them together. (The logger's own buffer measures all it holds at every line.) */
function lineBuffer(write: (text: string) => void): { write(line: string): void; flush(): void } {
  let lines: string[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length > 0) write(lines.join(''));
    lines = [];
    length = 0;
  };
  return {
    flush,
    write(line) {
      lines.push(line);
      length += line.length;
      if (length >= waitingLength || urgent.test(line)) flush();
      else timer ??= setTimeout(flush, waitingMs).unref();
    },
  };
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
