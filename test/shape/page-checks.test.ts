import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';

const readsPage =
  /await [^;]*\.(count|inputValue|textContent|innerText|isVisible|isChecked|isDisabled|isEnabled|getAttribute|allTextContents|allInnerTexts|boundingBox|evaluate)\(/;

/** Checks of a page that look at it once, though it draws when it can. */
function hastyChecksIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/\bassert\.\w+\([^;]*;/g)]
    .filter(({ 0: check, index }) => {
      const statement = text.slice(text.lastIndexOf(';', index) + 1, index);
      return (readsPage.test(check) || check.includes('page.url()')) && !statement.includes('eventually(');
    })
    .map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`);
}

it('a check of a page waits until it holds: `becomes` or `eventually`', () => {
  assert.deepEqual(globSync('test/e2e/*.slow-test.ts').flatMap(hastyChecksIn), []);
});
