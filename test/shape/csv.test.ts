import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';

it('lines of CSV are written in one file, which lets no text be a formula', () => {
  const files = globSync('src/**/*.ts').filter((file) => !/test\.ts$/.test(file) && !file.includes('/testing/'));
  const doubled = /replaceAll\(\s*(?:'"'|\/"\/g),\s*'""'\s*\)/;
  // quotes of identifiers in SQL are doubled, too
  const writers = files.filter(
    (file) => doubled.test(readFileSync(file, 'utf8')) && /\bcsv/i.test(readFileSync(file, 'utf8')),
  );
  assert.deepEqual(writers, ['src/std/csv.ts']);
});
