import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** So many files are one process at most: what one of them does to the others stays small, and no process is last for long. */
const most = 4;

/**
 * Test files of one folder share a process, since loading the program costs more than many of them. Answers the modules
 * to run, written into a new `folder`: each sets its environment and loads its files one after the other.
 */
export function groupsOf(
  files: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): string[] {
  mkdirSync(folder);
  const settings = `Object.assign(process.env, ${JSON.stringify(environment)});\n`;
  return Object.entries(Object.groupBy(files, dirname)).flatMap(([place, own = []]) =>
    partsOf(own).map((part, at) => {
      const path = join(folder, `${place.replaceAll('/', '.')}-${at + 1}.mjs`);
      writeFileSync(path, settings + part.map(importOf).join(''));
      return path;
    }),
  );
}

/** Parts of nearly equal length. */
function partsOf(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / most);
  return Array.from({ length: count }, (_, part) => files.filter((_file, at) => at % count === part));
}

const importOf = (file: string): string => `await import(${JSON.stringify(pathToFileURL(file))});\n`;
