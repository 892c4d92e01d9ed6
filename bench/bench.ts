import { execFileSync } from 'node:child_process';
import { commandLine } from '../src/config/command-line.ts';
import { isBuilt } from '../src/std/built.ts';
import { hasWrk } from './load.ts';
import { type Result, tableOf, writeResults } from './results.ts';

/** Every bench, loaded when it is run, or those whose names are given; prints the table and writes bench/RESULTS.md after a whole run. */
const benches: Record<string, () => Promise<Result[]>> = {
  start: async () => (await import('./start.ts')).benchStart(),
  reads: async () => (await import('./reads.ts')).benchReads(),
  'request-log': async () => (await import('./request-log.ts')).benchRequestLog(values.full ? 10_000_000 : 200_000),
  names: async () => (await import('./names.ts')).benchNames(),
  tokens: async () => (await import('./tokens.ts')).benchTokens(),
  folders: async () => (await import('./folders.ts')).benchFolders(),
  forms: async () => (await import('./forms.ts')).benchForms(),
  'forms-pdf': async () => (await import('./forms-pdf.ts')).benchFormsPdf(),
  storage: async () => (await import('./storage.ts')).benchStorage(),
  postgres: async () => (await import('./postgres.ts')).benchPostgres(),
  'postgres-many': async () => (await import('./postgres-many.ts')).benchPostgresMany(),
  s3: async () => (await import('./s3.ts')).benchS3(),
  processes: async () => (await import('./processes.ts')).benchProcesses(),
  engines: async () => (await import('./engines.ts')).benchEngines(),
  carbon: async () => (await import('./carbon.ts')).benchCarbon(),
  clouds: async () => (await import('./clouds.ts')).benchClouds(),
  photogrammetry: async () => (await import('./photogrammetry.ts')).benchPhotogrammetry(),
  analysis: async () => (await import('./analysis.ts')).benchAnalysis(),
  drawings: async () => (await import('./drawings.ts')).benchDrawings(),
  'real-drawings': async () => (await import('./real-drawings.ts')).benchRealDrawings(),
  'drawing-speed': async () => (await import('./drawing-speed.ts')).benchDrawingSpeed(),
  library: async () => (await import('./library.ts')).benchLibrary(),
  preview: async () => (await import('./preview.ts')).benchPreview(),
  feed: async () => (await import('./feed.ts')).benchFeed(),
  tiles: async () => (await import('./tiles.ts')).benchTiles(),
  'first-frame': async () => (await import('./first-frame.ts')).benchFirstFrame(),
  'cloud-frames': async () => (await import('./cloud-frames.ts')).benchCloudFrames(),
  soak: async () => (await import('./soak.ts')).benchSoak(),
};

const lately = 'HEAD~1';
const usage = `
Measures against yardsticks, prints the table, and writes bench/RESULTS.md after a whole run:

  npm run bench              all of them
  npm run bench -- <name> …  some: ${Object.keys(benches).join(', ')}
  npm run bench -- --short   start, memory, reads, tokens and folders beside the commit before, in turns; a few minutes
    --against=<commit>       beside another commit
  npm run bench -- --full    with ten million logged requests
`;
const { words: wanted, values } = commandLine({
  usage,
  words: { most: Object.keys(benches).length },
  options: { short: { type: 'boolean' }, against: { type: 'string' }, full: { type: 'boolean' } },
});
if (!isBuilt()) execFileSync(process.execPath, ['scripts/build.ts'], { stdio: ['ignore', 'ignore', 'inherit'] }); // as users run it
if (values.short) {
  const compared = await (await import('./short.ts')).benchShort(values.against ?? lately);
  console.log(tableOf(compared));
  process.exit(compared.every(({ holds }) => holds) ? 0 : 1);
}
const unknown = wanted.find((name) => benches[name] === undefined);
if (unknown !== undefined) {
  console.error(`There is no bench '${unknown}'.\n${usage}`);
  process.exit(2);
}
const results: Result[] = [];
for (const [name, run] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`${name} …`);
  results.push(...(await run()));
}
console.log(tableOf(results));
const remarks = hasWrk
  ? []
  : ['Load came from autocannon, which is slower than the servers: install wrk for real figures.'];
for (const remark of remarks) console.log(remark);
if (wanted.length === 0) writeResults(results, remarks);
process.exitCode = results.every((result) => result.holds) ? 0 : 1;
