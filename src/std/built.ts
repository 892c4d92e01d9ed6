import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/*
 * The program runs from its sources, or from a bundle of them that `npm run build` leaves in dist (`npm ci` does it):
 * 1,600 files in a few, which starts in half the time and holds a quarter less memory. A bundle of other sources than
 * the ones that are here is not used.
 */
const sources = join(fileURLToPath(new URL('.', import.meta.url)), '..');
export const builtFolder = join(sources, '../dist');
/** Holds what the sources were when they were bundled. */
export const builtOf = join(builtFolder, 'sources.txt');

/** Modules that a process or a thread starts with, each an entry of the bundle: name → place in `src`. */
export const entries = {
  main: 'start/main.ts',
  start: 'start/start.ts',
  'engine-starter': 'kernel/jobs/starter-process.ts',
  engine: 'engines/run.ts',
  'mesh-thread': 'engines/ifc/mesh/worker.ts',
  'cloud-thread': 'engines/point-cloud/threads/worker.ts',
  'photo-thread': 'engines/photogrammetry/threads/worker.ts',
  'drawing-thread': 'engines/drawings/recognise/thread/worker.ts',
  'json-thread': 'areas/reality-data/content/json-worker.ts',
} as const;

/** A line for every source with its size and the second of its last change. */
export function stateOfSources(): string {
  const line = (file: string) => {
    const { size, mtimeMs } = statSync(`${sources}/${file}`);
    return `${file} ${size} ${Math.floor(mtimeMs / 1000)}\n`;
  };
  return sourcesBelow('').sort().map(line).join('');
}

/** Names of the sources in a folder and below; the start waits for it, and `recursive` of node takes twice as long. */
function sourcesBelow(folder: string): string[] {
  return readdirSync(sources + folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return sourcesBelow(`${folder}/${entry.name}`);
    return /(?<!test)\.ts$/.test(entry.name) ? [`${folder}/${entry.name}`.slice(1)] : [];
  });
}

/** Whether the bundle is there and made of these sources. */
export function isBuilt(): boolean {
  try {
    return readFileSync(builtOf, 'utf8') === stateOfSources();
  } catch {
    return false;
  }
}

/** Where an entry is imported or started from. */
export function addressOf(entry: keyof typeof entries, built: boolean): string {
  return pathToFileURL(built ? join(builtFolder, `${entry}.js`) : join(sources, entries[entry])).href;
}
