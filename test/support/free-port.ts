import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Above the last port that `fetch` refuses, which is 10080; below those that systems give to outgoing connections: none of
 * these can take one between look and use.
 */
const [lowest, highest] = [10_100, 30_000];
/** One for the whole machine: every run of the tests has a temporary folder of its own. */
const reservations = process.env.TEST_PORTS_DIR ?? join(tmpdir(), 'twin-test-ports');
const forgottenMs = 3_600_000;
const reserved: string[] = [];
process.once('exit', () => {
  for (const path of reserved) rmSync(path, { force: true });
});

/** A loopback port that nobody listens at, and that no other test process is given as long as this one lives. */
export async function freePort(): Promise<number> {
  mkdirSync(reservations, { recursive: true });
  for (;;) {
    const port = randomInt(lowest, highest);
    if (reserve(join(reservations, String(port))) && (await isFree(port))) return port;
  }
}

function reserve(path: string): boolean {
  try {
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > forgottenMs) rmSync(path);
    writeFileSync(path, '', { flag: 'wx' });
  } catch {
    return false; // another process has it
  }
  reserved.push(path);
  return true;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
