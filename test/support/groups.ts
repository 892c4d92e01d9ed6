import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** So many files are one process at most: what one of them does to the others stays small, and no process is last for long. */
const most = 4;

/**
 * Test files of one folder share a process, since loading the program costs more than many of them. Answers the modules
 * to run, written into a new `folder`.
 */
export function groupsOf(
  files: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): string[] {
  mkdirSync(folder);
  return Object.entries(Object.groupBy(files, dirname)).flatMap(([place, own = []]) =>
    partsOf(own).map((part, at) => {
      const path = join(folder, `${place.replaceAll('/', '.')}-${at + 1}.mjs`);
      writeFileSync(path, moduleOf(part, environment));
      return path;
    }),
  );
}

/** Parts of nearly equal length. */
function partsOf(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / most);
  return Array.from({ length: count }, (_, part) => files.filter((_file, at) => at % count === part));
}

/**
 * Its first test ends when all files are loaded: hooks at their ends run once no test is left, those to come included. It fails
 * when one cannot be loaded; otherwise it would wait for it, and the run would never end.
 */
const moduleOf = (files: readonly string[], environment: Readonly<Record<string, string>>): string => `
import { test } from 'node:test';
Object.assign(process.env, ${JSON.stringify(environment)});
const loaded = Promise.withResolvers();
test(${JSON.stringify(`loads ${files.join(', ')}`)}, () => loaded.promise);
try {
  for (const file of ${JSON.stringify(files.map((file) => resolve(file)))}) await import(file);
  loaded.resolve();
} catch (error) {
  loaded.reject(error);
}
`;
