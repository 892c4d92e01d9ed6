import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';

it('the console has one field for numbers: those of the library and the browser lose what is typed in other languages', () => {
  const wrong = globSync('console/src/**/*.tsx').filter((file) =>
    /\bNumberInput\b|type=['"]number['"]/.test(readFileSync(file, 'utf8')),
  );
  assert.deepEqual(wrong, []);
});
