import { isoTime } from './iso-time.ts';
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

const weights = { debug: 20, info: 30, warn: 40, error: 50, silent: 60 } as const;

/** JSON lines on standard output, or short readable ones in a terminal; `flush` before the process ends. */
export function openLog(level: LogLevel, terminal: boolean): { log: Log; flush: () => void } {
  const buffer = lineBuffer((text) => void process.stdout.write(text));
  const write = terminal ? (line: string) => void process.stdout.write(readable(line)) : buffer.write;
  const at = (name: Exclude<LogLevel, 'silent'>) =>
    weights[name] < weights[level]
      ? () => {}
      : (facts: object, message?: string) => write(lineOf(weights[name], facts, message));
  return { log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }, flush: buffer.flush };
}

/** One JSON object and a line break. A request's line is on the hot path, so nothing is built besides the text. */
function lineOf(weight: number, facts: object, message: string | undefined): string {
  const rest = JSON.stringify(facts);
  const said = message === undefined ? '' : `,"msg":${JSON.stringify(message)}`;
  return `{"level":${weight},"time":"${isoTime(Date.now())}"${said}${rest === '{}' ? '' : `,${rest.slice(1, -1)}`}}\n`;
}

/** Gathers lines and writes them together. */
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
function readable(line: string): string {
  const { level, time, msg, method, path, status, ms, ...facts }: Line = JSON.parse(line);
  const request = method ? `${method} ${path} ${status} ${ms} ms` : '';
  const more = level > weights.info || !method ? JSON.stringify(facts) : '';
  const grave = level >= weights.error ? 'ERROR' : level >= weights.warn ? 'WARN' : '';
  return `${[time.slice(11, 19), grave, msg, request, more === '{}' ? '' : more].filter(Boolean).join(' ')}\n`;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** An error as a log line can hold it. */
export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
