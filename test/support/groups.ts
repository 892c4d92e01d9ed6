import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { type Durations, markerOf } from './durations.ts';

/** A group takes so long in seconds, unless a single file does: a process costs two seconds until it is warm. */
const groupSeconds = 45;
/** In a short run, as long as there are processors for more groups. */
const leastSeconds = 6;
/** Of a file that nobody has measured. */
const usualSeconds = 0.5;

export interface GroupOptions {
  /** Where the modules are written; made anew. */
  readonly folder: string;
  readonly durations: Durations;
  /** What the files find in the environment besides. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What their names have behind them in `durations`, where files run in more than one way. */
  readonly variant?: string;
}

/**
 * Test files share processes, since loading the program costs more than many of them. Answers the modules to run, the
 * longest first, so that what is short fills the end.
 */
export function groupsOf(files: readonly string[], options: GroupOptions): string[] {
  const { durations, variant = '' } = options;
  const units = files.map((file) => ({ file, seconds: durations[file + variant] ?? usualSeconds }));
  const total = units.reduce((sum, { seconds }) => sum + seconds, 0);
  const count = Math.max(
    1,
    Math.ceil(total / groupSeconds),
    Math.min(availableParallelism(), Math.ceil(total / leastSeconds)),
  );
  const groups = Array.from({ length: count }, (): Group & { files: string[] } => ({ seconds: 0, files: [] }));
  for (const { file, seconds } of units.toSorted((a, b) => b.seconds - a.seconds || (a.file < b.file ? -1 : 1))) {
    const emptiest = groups.reduce((least, group) => (group.seconds < least.seconds ? group : least));
    emptiest.seconds += seconds;
    emptiest.files.push(file);
  }
  return modulesOf(
    groups.filter((group) => group.files.length > 0),
    options,
  );
}

/** The modules of files that each have a process of their own, the longest first. */
export const aloneOf = (files: readonly string[], options: GroupOptions): string[] =>
  modulesOf(
    files.map((file) => ({ seconds: options.durations[file] ?? 0, files: [file] })),
    options,
  );

interface Group {
  seconds: number;
  readonly files: readonly string[];
}

function modulesOf(groups: readonly Group[], { folder, environment = {}, variant = '' }: GroupOptions): string[] {
  mkdirSync(folder, { recursive: true });
  return groups
    .toSorted((a, b) => b.seconds - a.seconds)
    .map((group, at) => {
      const path = join(folder, `${String(at + 1).padStart(3, '0')}${variant.replaceAll(/\W+/g, '-')}.mjs`);
      writeFileSync(path, moduleOf(group.files.toSorted(), environment, variant));
      return path;
    });
}

/**
 * A test before those of each file says which they are. The first ends when all files are loaded: hooks at their ends run
 * once no test is left, those to come included. It fails when one cannot be loaded; otherwise it would wait for it, and
 * the run would never end.
 */
const moduleOf = (files: readonly string[], environment: Readonly<Record<string, string>>, variant: string): string => `
import { test } from 'node:test';
Object.assign(process.env, ${JSON.stringify(environment)});
const loaded = Promise.withResolvers();
loaded.promise.catch(() => {});
try {
  for (const { marker, path } of ${JSON.stringify(files.map((file) => ({ marker: markerOf(file + variant), path: resolve(file) })))}) {
    test(marker, () => loaded.promise);
    await import(path);
  }
  loaded.resolve();
} catch (error) {
  loaded.reject(error);
}
`;
