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
import { benchPhotogrammetry } from './photogrammetry.ts';
import { benchPostgres } from './postgres.ts';
import { benchPostgresMany } from './postgres-many.ts';
import { benchPreview } from './preview.ts';
import { benchProcesses } from './processes.ts';
import { benchReads } from './reads.ts';
import { type Result, tableOf, writeResults } from './results.ts';
import { benchS3 } from './s3.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { benchStorage } from './storage.ts';
import { benchTiles } from './tiles.ts';
import { benchTokens } from './tokens.ts';

/** Every bench, or those whose names are given; prints the table and writes bench/RESULTS.md after a whole run. */
const benches: Record<string, () => Promise<Result[]>> = {
  start: benchStart,
  reads: benchReads,
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
  'drawing-speed': benchDrawingSpeed,
  library: benchLibrary,
  preview: benchPreview,
  feed: benchFeed,
  tiles: benchTiles,
  'first-frame': benchFirstFrame,
  'cloud-frames': benchCloudFrames,
  soak: benchSoak,
};

const wanted = process.argv.slice(2);
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
