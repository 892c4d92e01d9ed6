import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';

it('hooks that would reach the other files of a process (test/support/groups.ts) stand inside of a suite', () => {
  const files = globSync('{src,test,client/src,console/src}/**/*.{test,slow-test}.ts');
  const reaching = files.filter((file) => /^(before|beforeEach|afterEach)\(/m.test(readFileSync(file, 'utf8')));
  assert.deepEqual(reaching, []);
});
