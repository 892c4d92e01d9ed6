import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Io, Sink } from './io.ts';
import { run } from './run.ts';
import { readTable } from './table.ts';

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());

const sinkOf = (stream: NodeJS.WriteStream): Sink => ({
  isTerminal: stream.isTTY === true,
  get width() {
    return stream.columns ?? 80;
  },
  write: (data) =>
    new Promise((resolve, reject) => {
      stream.write(data, (error) => (error ? reject(error) : resolve()));
    }),
});
// a closed pipe is told by the write itself
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const openers: Readonly<Record<string, readonly string[]>> = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] };

const io: Io = {
  env: process.env,
  cwd: process.cwd(),
  platform: process.platform,
  home: homedir(),
  stdout: sinkOf(process.stdout),
  stderr: sinkOf(process.stderr),
  stdin: {
    isTerminal: process.stdin.isTTY === true,
    async read() {
      const chunks: Uint8Array[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    async line() {
      const lines = createInterface({ input: process.stdin, terminal: false });
      try {
        for await (const line of lines) return line;
        return '';
      } finally {
        lines.close();
      }
    },
  },
  interrupted: interruption.signal,
  fetch: (input, init) => fetch(input, init),
  sleep: (ms) => sleep(ms, undefined, { signal: interruption.signal }),
  open(address) {
    const [program = 'xdg-open', ...options] = openers[process.platform] ?? [];
    execFile(program, [...options, address], () => undefined);
  },
};

process.exitCode = await run(process.argv.slice(2), io, readTable(new URL('./table/', import.meta.url)));
process.stdin.unref?.();
