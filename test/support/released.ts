import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The commit of the last release: the program that this one has to run beside during an update. Raised with each release;
 * before the first one it is a state of this history that stood for a while.
 */
export const releasedCommit = '41282af7fcc199f398c3b44a39ce5ddc36a400c8';

const root = join(import.meta.dirname, '../..');

/** The sources of the last release in a folder of their own, with the libraries that are installed here. */
export interface Released {
  /** The script that starts it. */
  readonly program: string;
  remove(): void;
}

/** Takes them out of git; throws where the clone does not reach back so far. */
export function checkOutReleased(): Released {
  const folder = mkdtempSync(join(tmpdir(), 'twin-released-'));
  const archive = join(folder, 'sources.tar');
  try {
    execFileSync('git', ['archive', '--output', archive, releasedCommit], { cwd: root, stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw new Error(`Commit ${releasedCommit} is not in this clone: git fetch --unshallow brings it.`, {
      cause: error,
    });
  }
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    program: join(folder, 'src/start/main.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
