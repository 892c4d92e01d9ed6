import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { it } from 'node:test';

const permittedPerThousandLines = 1;

const files = globSync('src/**/*.ts').filter((file) => !/test\.ts$/.test(file) && !file.includes('/testing/'));

/** What stands in comments, and renamed imports, as blanks: the places of the rest stay. */
const withoutWords = (text: string): string =>
  text.replaceAll(/^\s*\/\*[\s\S]*?\*\/|^import type [^;]*;|(?:^|\s)\/\/ .*$/gm, (found) =>
    found.replaceAll(/\S/g, ' '),
  );

/** Lines with `as` where Node's own removal of types takes it away: a cast, unless it is `as const`. */
function castsIn(file: string): string[] {
  const text = withoutWords(readFileSync(file, 'utf8'));
  const bare = stripTypeScriptTypes(text);
  assert.equal(bare.length, text.length, file);
  return [...text.matchAll(/\bas\b(?!\s+const\b|\??:)/g)]
    .filter(({ index }) => bare.slice(index, index + 2).trim() === '')
    .map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`);
}

it('casts are rare: at most one in a thousand lines', () => {
  const casts = files.flatMap(castsIn);
  const lines = files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length, 0);
  assert.ok(casts.length > 0, 'it finds them');
  assert.ok(
    casts.length <= (lines / 1000) * permittedPerThousandLines,
    `${casts.length} casts in ${lines} lines:\n${casts.join('\n')}`,
  );
});
