import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** So many files are one process at most: what one of them does to the others stays small, and no process is last for long. */
const most = 4;

/**
 * Test files of one folder share a process, since loading the program costs more than many of them. Answers the modules
 * to run: a file of its own as it is, several by a module, written into `folder`, that loads one after the other.
 */
export function groupsOf(files: readonly string[], folder: string): string[] {
  return Object.entries(Object.groupBy(files, dirname)).flatMap(([place, own = []]) =>
    partsOf(own).map((part, at) => (part.length === 1 ? part.join() : moduleOf(part, join(folder, nameOf(place, at))))),
  );
}

/** Parts of nearly equal length. */
function partsOf(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / most);
  return Array.from({ length: count }, (_, part) => files.filter((_file, at) => at % count === part));
}

const nameOf = (place: string, at: number): string => `${place.replaceAll('/', '.')}-${at + 1}.mjs`;

function moduleOf(files: readonly string[], path: string): string {
  writeFileSync(path, files.map((file) => `await import(${JSON.stringify(pathToFileURL(file))});\n`).join(''));
  return path;
}
