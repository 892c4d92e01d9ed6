import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** What the package needs; packed from here, so that no registry is asked. */
const needed = ['client', 'node_modules/openapi-fetch', 'node_modules/openapi-typescript-helpers'];

export interface EmptyProject {
  readonly folder: string;
  write(name: string, text: string): void;
  /** Runs a program in it; rejects with what it printed where it fails. */
  run(program: string, ...args: string[]): Promise<string>;
  remove(): void;
}

/** A new project elsewhere that has the packed client installed and nothing else. */
export function emptyProject(): EmptyProject {
  const folder = mkdtempSync(join(tmpdir(), 'twin-client-'));
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  const packed = needed.map((path) => npm('pack', '--silent', join(root, path)).trim().split('\n').at(-1) ?? '');
  npm('install', '--offline', '--no-audit', '--no-fund', ...packed.map((name) => `./${name}`));
  return {
    folder,
    write: (name, text) => writeFileSync(join(folder, name), text),
    run: async (program, ...args) => (await run(program, args, { cwd: folder, encoding: 'utf8' })).stdout,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
