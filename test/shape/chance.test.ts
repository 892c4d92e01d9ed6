import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';

const files = globSync([
  '{src,test,client/src,console/src}/**/*.{test,slow-test}.ts',
  '{src,console/src}/**/testing/**/*.ts',
  'test/**/*.ts',
]).filter((file) => !['test/support/chance.ts', 'test/shape/chance.test.ts'].includes(file));

const otherChance = [
  /\bMath\.random\b/,
  /from 'fast-check'/,
  /\bDate\.now\(\) *%/,
  /\benv\.(?!TEST_SEED\b)\w*_?SEED\b/,
];

it('all chance of tests comes from test/support/chance.ts, so that one seed settles every case', () => {
  assert.ok(files.length > 500, `${files.length} files`);
  const drawn = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (otherChance.some((one) => one.test(line)) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );
  assert.deepEqual(drawn, []);
});
