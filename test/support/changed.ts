import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { importsOf } from '../shape/import-graph.ts';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

/** Files that differ from a commit, new ones among them. Without one: from the last commit, or what that one changed. */
export function changedFiles(commit: string): string[] {
  const since = (base: string) => git('diff', '--name-only', base);
  const untracked = git('ls-files', '--others', '--exclude-standard');
  if (commit !== '') return [...since(commit), ...untracked];
  const now = [...since('HEAD'), ...untracked];
  return now.length > 0 ? now : since('HEAD~1');
}

/** They know every area. What is beyond them is reached by the tests of its own area only. */
const wiring = ['src/app/app.ts', 'src/areas/areas.ts', 'src/config/config.ts', 'src/start/served-apis.ts'];
/** After a change of these nothing says which tests it concerns. */
const everything = /^(package(-lock)?\.json|test\/run\.ts|test\/support\/(groups|platform|scenarios|postgres|s3)\.ts)$/;
/** They read all sources, and take a second. */
const always = 'test/shape/';

/** An area, or what else the wiring knows as a whole: its tests ask all of it through the server. */
const roomOf = (file: string): readonly string[] =>
  /^src\/(areas\/[^/]+|auth-server|reality-jobs|setup)\//.exec(file) ?? [];

/** The test files that import a changed file, or one that does, or belong to an area in which there is such a file. */
export function testsReachedBy(changed: readonly string[], tests: readonly string[]): string[] {
  if (changed.some((file) => everything.test(file))) return [...tests];
  const importers = importersOf(globSync('{src,test,cli,client/src,console/src,scripts}/**/*.{ts,tsx}'));
  const reached = new Set(changed);
  for (const file of reached) {
    if (wiring.includes(file) && !changed.includes(file)) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  const rooms = new Set([...reached].flatMap(roomOf));
  const isNeighbour = (file: string) => roomOf(file).some((room) => rooms.has(room));
  return tests.filter((file) => file.startsWith(always) || reached.has(file) || isNeighbour(file));
}

function importersOf(files: readonly string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const target of importsOf(file, { types: false })) {
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}
