import { createHash, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Source } from './source.ts';

/** How an upload goes on after its program has ended: a file of JSON, seen by its owner only. */
export interface UploadRecord {
  readonly source: string;
  readonly size: number;
  /** Milliseconds since 1970, whole. */
  readonly modified: number;
  /** Address of the folder, and the name in it. */
  readonly target: string;
  readonly blockSize: number;
  readonly uploadUrl: string;
  readonly completeUrl: string;
}

/** Another program sends the same file to the same place. */
export class UploadRunning extends Error {
  readonly processId: number;

  constructor(processId: number) {
    super(`Another upload of this file is running (process ${processId}).`);
    this.name = 'UploadRunning';
    this.processId = processId;
  }
}

/** The record of one upload, held by this process until it is let go. */
export interface Claim {
  /** What an earlier call has left, if the file is still the same. */
  readonly found: UploadRecord | undefined;
  write(record: UploadRecord): void;
  remove(): void;
  letGo(): void;
}

const oldMs = 24 * 3_600_000;

/** `$XDG_STATE_HOME/twin/uploads`, else `~/.local/state/twin/uploads`. */
export const recordsFolder = (env: Readonly<Record<string, string | undefined>> = process.env): string =>
  join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'twin', 'uploads');

/** Claims the record of a source and its target. Throws {@link UploadRunning} where another process has it. */
export function claimRecord(folder: string, source: Source, target: string, blockSize: number): Claim {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeOld(folder);
  const key = createHash('sha256').update(`${source.path}\n${target}`).digest('hex');
  const [file, lock] = [join(folder, `${key}.json`), join(folder, `${key}.lock`)];
  takeLock(lock);
  const left = readRecord(file);
  const isSame =
    left?.source === source.path &&
    left.target === target &&
    left.size === source.size &&
    left.modified === source.modified &&
    left.blockSize === blockSize;
  return {
    found: isSame ? left : undefined,
    write(record) {
      const beside = `${file}.${randomUUID()}`;
      writeFileSync(beside, JSON.stringify(record), { mode: 0o600 });
      renameSync(beside, file);
    },
    remove: () => rmSync(file, { force: true }),
    letGo: () => rmSync(lock, { force: true }),
  };
}

function readRecord(file: string): UploadRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // none, or half of one: the upload begins anew
  }
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > oldMs) rmSync(file, { force: true });
  }
}

/** Locks of processes that have ended count for nothing. It appears whole, so that nobody reads half of it. */
function takeLock(lock: string): void {
  const beside = `${lock}.${randomUUID()}`;
  writeFileSync(beside, JSON.stringify({ process: process.pid, started: startOf(process.pid) }), { mode: 0o600 });
  try {
    for (;;) {
      if (hasLinked(beside, lock)) return;
      const holder = holderOf(lock);
      if (holder !== undefined) throw new UploadRunning(holder);
      rmSync(lock, { force: true });
    }
  } finally {
    rmSync(beside, { force: true });
  }
}

function hasLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function holderOf(lock: string): number | undefined {
  try {
    const { process: id, started } = JSON.parse(readFileSync(lock, 'utf8'));
    process.kill(id, 0);
    return started === startOf(id) ? id : undefined;
  } catch {
    return undefined; // it has ended, or its number is another user's process by now
  }
}

/** When a process began, where the system tells it: its number may have been another's before. */
function startOf(id: number): string | null {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? null;
  } catch {
    return null;
  }
}
