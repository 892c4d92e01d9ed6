import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Io, Sink } from '../src/io.ts';
import { run } from '../src/run.ts';
import type { Table } from '../src/table.ts';

export interface CallOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Whether somebody sits in front of it, and how wide it is. */
  readonly terminal?: number;
  readonly interrupted?: AbortSignal;
  /** Hears of each wait; default: it is over at once. */
  readonly sleep?: (ms: number) => Promise<void>;
  readonly opened?: (address: string) => void;
  readonly cwd?: string;
  /** Hears what goes to standard error while it does. */
  readonly heard?: (text: string) => void;
}

export interface Called {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** A folder of its own for files of the tool. */
export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'twin-cli-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Calls the tool within this process. */
export async function twin(table: Table, argv: readonly string[], options: CallOptions = {}): Promise<Called> {
  const { env = {}, stdin = '', terminal, heard } = options;
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const sink = (to: Buffer[], hear?: (text: string) => void): Sink => ({
    isTerminal: terminal !== undefined,
    width: terminal ?? 80,
    async write(data) {
      to.push(Buffer.from(data as string));
      hear?.(String(data));
    },
  });
  const lines = stdin.split('\n');
  const io: Io = {
    env,
    cwd: options.cwd ?? tmpdir(),
    platform: process.platform,
    home: env.HOME ?? join(tmpdir(), 'nobody'),
    stdout: sink(out),
    stderr: sink(err, heard),
    stdin: {
      isTerminal: terminal !== undefined,
      read: async () => Buffer.from(stdin),
      line: async () => lines.shift() ?? '',
    },
    interrupted: options.interrupted ?? new AbortController().signal,
    fetch: (input, init) => fetch(input, init),
    sleep: options.sleep ?? (async () => undefined),
    open: options.opened ?? (() => undefined),
  };
  const exit = await run(argv, io, table);
  return { exit, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}
