import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';

it('hooks that would reach the other files of a process (test/support/groups.ts) stand inside of a suite', () => {
  const files = globSync('{src,test,cli/src,client/src,console/src}/**/*.{test,slow-test}.ts');
  const reaching = files.filter((file) => /^(before|beforeEach|afterEach)\(/m.test(readFileSync(file, 'utf8')));
  assert.deepEqual(reaching, []);
});

it('a test asks its own context for what comes after it: the runner knows no test behind an await (untracked-promises.ts)', () => {
  const files = globSync('{src,test,cli/src,client/src,console/src}/**/*.{test,slow-test}.ts');
  assert.deepEqual(files.flatMap(hooksInTests), []);
});

function hooksInTests(file: string): string[] {
  let inTest = Number.POSITIVE_INFINITY;
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => {
      const indent = line.search(/\S/);
      if (indent >= 0 && indent <= inTest)
        inTest = /^\s*((it|test)\(|async function )/.test(line) ? indent : Number.POSITIVE_INFINITY;
      return indent > inTest && /^\s*(after|before|afterEach|beforeEach)\(/.test(line) ? [`${file}:${at + 1}`] : [];
    });
}
