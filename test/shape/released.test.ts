import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { it } from 'node:test';
import { releasedCommit } from '../support/released.ts';

const skip = existsSync('.git') ? false : 'this is no clone';

it('the last release is a commit that every clone has', { skip }, () => {
  execFileSync('git', ['merge-base', '--is-ancestor', releasedCommit, 'HEAD'], { stdio: 'pipe' });
});
