import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { numbersOf, seedOf } from '../../test/support/chance.ts';
import type { Person } from '../../test/support/platform.ts';
import { platformClient } from '../src/client.ts';

export const MiB = 2 ** 20;

/** The same bytes in every run. */
export function bytesOf(name: string, length: number): Buffer {
  const next = numbersOf(seedOf(name));
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(Math.floor(next() * 2 ** 32), at);
  return bytes;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A folder for files of a test, and their records. */
export function place(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'twin-transfer-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, bytes: Uint8Array | string) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  return { folder, write, records: join(folder, 'records') };
}

export const clientOf = (url: string, { token }: Person) => platformClient({ baseUrl: url, token: () => token });
export const noWait = async () => undefined;
