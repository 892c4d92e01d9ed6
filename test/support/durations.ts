import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** How long one case took. */
export interface Case {
  readonly file: string;
  readonly name: string;
  readonly seconds: number;
}

/** What is known of files from an earlier run, in seconds. */
export type Durations = Readonly<Record<string, number>>;

const markerEnd = ' can be loaded';
/** The test that stands before those of a file where several files share a process. */
export const markerOf = (file: string): string => file + markerEnd;
export const fileOfMarker = (name: string): string | undefined =>
  name.endsWith(markerEnd) ? name.slice(0, -markerEnd.length) : undefined;

/** Of the last whole run on this machine, not kept by git; of the run that somebody wrote down, for new checkouts. */
const [ownFile, sharedFile] = ['durations.json', 'test/durations.json'];

const readOwn = (): { readonly files?: Durations } =>
  existsSync(ownFile) ? JSON.parse(readFileSync(ownFile, 'utf8')) : {};

export const knownDurations = (): Durations => ({
  ...JSON.parse(readFileSync(sharedFile, 'utf8')),
  ...readOwn().files,
});

/** Writes what a run took into durations.json, and with `shared` the files into test/durations.json. */
export function keepDurations(cases: readonly Case[], { shared }: { readonly shared: boolean }): void {
  const before = Object.entries(readOwn().files ?? {});
  const files = Object.fromEntries(before.filter(([file]) => existsSync(file.replace(/ \(.*/, '')))); // not what is gone
  for (const file of new Set(cases.map((one) => one.file))) files[file] = 0;
  for (const { file, seconds } of cases) files[file] = (files[file] ?? 0) + seconds;
  const rounded = Object.entries(files).map(([file, seconds]) => [file, Math.round(seconds * 10) / 10] as const);
  const sorted = Object.fromEntries(rounded.sort(([a], [b]) => (a < b ? -1 : 1)));
  const dearestFirst = cases.toSorted((a, b) => b.seconds - a.seconds);
  writeFileSync(ownFile, `${JSON.stringify({ files: sorted, cases: dearestFirst }, undefined, 1)}\n`);
  if (shared) writeFileSync(sharedFile, `${JSON.stringify(sorted, undefined, 1)}\n`);
}

/** The 20 dearest cases as lines. */
export function dearestOf(cases: readonly Case[]): string {
  const dearest = cases.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20);
  const lines = dearest.map(({ file, name, seconds }) => `${seconds.toFixed(1).padStart(6)}  ${file}: ${name}\n`);
  return `\nThe dearest ${dearest.length} of ${cases.length} cases, in seconds (all: durations.json):\n${lines.join('')}`;
}
