import { execFileSync } from 'node:child_process';
import { commandLine } from '../src/config/command-line.ts';
import { isBuilt } from '../src/std/built.ts';
import { benchAnalysis } from './analysis.ts';
import { benchCarbon } from './carbon.ts';
import { benchCloudFrames } from './cloud-frames.ts';
import { benchClouds } from './clouds.ts';
import { benchDrawingSpeed } from './drawing-speed.ts';
import { benchDrawings } from './drawings.ts';
import { benchEngines } from './engines.ts';
import { benchFeed } from './feed.ts';
import { benchFirstFrame } from './first-frame.ts';
import { benchFolders } from './folders.ts';
import { benchForms } from './forms.ts';
import { benchFormsPdf } from './forms-pdf.ts';
import { benchLibrary } from './library.ts';
import { hasWrk } from './load.ts';
import { benchNames } from './names.ts';
import { benchPhotogrammetry } from './photogrammetry.ts';
import { benchPostgres } from './postgres.ts';
import { benchPostgresMany } from './postgres-many.ts';
import { benchPreview } from './preview.ts';
import { benchProcesses } from './processes.ts';
import { benchReads } from './reads.ts';
import { benchRealDrawings } from './real-drawings.ts';
import { benchRequestLog } from './request-log.ts';
import { type Result, tableOf, writeResults } from './results.ts';
import { benchS3 } from './s3.ts';
import { benchShort } from './short.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { benchStorage } from './storage.ts';
import { benchTiles } from './tiles.ts';
import { benchTokens } from './tokens.ts';

/** Every bench, or those whose names are given; prints the table and writes bench/RESULTS.md after a whole run. */
const benches: Record<string, () => Promise<Result[]>> = {
  start: benchStart,
  reads: benchReads,
  'request-log': () => benchRequestLog(values.full ? 10_000_000 : 200_000),
  names: benchNames,
  tokens: benchTokens,
  folders: benchFolders,
  forms: benchForms,
  'forms-pdf': benchFormsPdf,
  storage: benchStorage,
  postgres: benchPostgres,
  'postgres-many': benchPostgresMany,
  s3: benchS3,
  processes: benchProcesses,
  engines: benchEngines,
  carbon: benchCarbon,
  clouds: benchClouds,
  photogrammetry: benchPhotogrammetry,
  analysis: benchAnalysis,
  drawings: benchDrawings,
  'real-drawings': benchRealDrawings,
  'drawing-speed': benchDrawingSpeed,
  library: benchLibrary,
  preview: benchPreview,
  feed: benchFeed,
  tiles: benchTiles,
  'first-frame': benchFirstFrame,
  'cloud-frames': benchCloudFrames,
  soak: benchSoak,
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
  const compared = await benchShort(values.against ?? lately);
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
