import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = join(import.meta.dirname, '..');

/** The program of a commit, built, with the libraries that are installed here. */
export interface Before {
  /** What starts it. */
  readonly program: string;
  remove(): void;
}

export function programOf(commit: string): Before {
  const folder = mkdtempSync(join(tmpdir(), 'twin-bench-before-'));
  const files = join(folder, 'files.tar');
  mkdirSync(join(folder, 'checkout'));
  execFileSync('git', ['archive', '--output', files, commit], { cwd: here });
  const checkout = join(folder, 'checkout');
  execFileSync('tar', ['-xf', files, '-C', checkout]);
  symlinkSync(join(here, 'node_modules'), join(checkout, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] });
  return {
    program: ['start.js', 'src/start/main.ts'].map((file) => join(checkout, file)).find(existsSync) ?? '',
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
