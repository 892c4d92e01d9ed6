import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { servedApis } from '../src/start/served-apis.ts';
import { coverageOf, coverageTable } from './conformance/coverage.ts';
import { groupsOf } from './support/groups.ts';
import { bootPostgres } from './support/postgres.ts';
import { makeRunFolder } from './support/run-folder.ts';

/*
 * Runs the tests: `*.test.ts`, or with --slow `*.slow-test.ts` and, on PostgreSQL and S3, all scenarios of which
 * the quick run leaves some out there. Further arguments select files by a part of their path. One PostgreSQL server
 * serves all of them. After a run of the whole suite every answer that an endpoint declares must have been produced by
 * some test; --write-coverage puts the table into docs/coverage.md. What failed is named once more at the very end.
 * --slow --rest leaves out what the quick run has asked of PostgreSQL and S3 already: for who runs both.
 */
const slow = process.argv.includes('--slow');
const rest = process.argv.includes('--rest');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const folders = '{src,test,client/src,console/src}';
const filesOf = (kind: 'test' | 'slow-test'): string[] =>
  globSync(`${folders}/**/*.${kind}.ts`)
    .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
    .sort()
    .reverse(); // whole programs that wait for each other (test/) begin, what is over at once ends
const workers = availableParallelism() + 1; // one of them waits most of the time
const onSecond = { TEST_BACK_END: 'postgres', TEST_PART: rest ? 'rest' : 'all' };
const compileCache = join(tmpdir(), 'node-compile-cache'); // kept: every file is a process that loads the program
const runFolder = makeRunFolder();
const notes = join(runFolder, 'notes');
mkdirSync(notes);
process.env.TEST_PORTS_DIR = join(tmpdir(), 'twin-test-ports');
process.env.TMPDIR = runFolder;

let code = await (slow
  ? runSlow()
  : runTests({ name: 'quick', modules: groupsOf(filesOf('test'), join(runFolder, 'groups')) }));
if (!slow && wanted.length === 0) code = (await checkCoverage()) ? code : code || 1;
for (const file of globSync(`${notes}/failed-*.txt`).sort()) process.stdout.write(readFileSync(file, 'utf8'));
rmSync(runFolder, { recursive: true, force: true, maxRetries: 10 }); // after Ctrl-C some files still end
process.exit(code);

/** Suites of minutes are a process each, and what measures memory has the machine for itself. */
async function runSlow(): Promise<number> {
  const files = filesOf('slow-test');
  const measures = files.filter((file) => file.startsWith('test/memory/'));
  const second = groupsOf(onBoth(filesOf('test')), join(runFolder, 'groups'), onSecond);
  const others = files.filter((file) => !measures.includes(file));
  const codes = [
    await runTests({ name: 'alone', modules: measures, concurrency: 1 }),
    await runTests({ name: 'slow', modules: [...others, ...second] }),
  ];
  return codes.find((one) => one !== 0) ?? 0;
}

/** Suites for both back ends; those of the rest are the ones of which the quick run leaves out something on the second. */
function onBoth(files: readonly string[]): string[] {
  const leavesOut = /scenario|bothInSlowSuite|\.part\b/i;
  return files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return text.includes('eachPlatform(') && (!rest || leavesOut.test(text));
  });
}

interface Part {
  readonly name: string;
  readonly modules: readonly string[];
  readonly concurrency?: number;
}

async function runTests({ name, modules, concurrency = workers }: Part): Promise<number> {
  if (modules.length === 0) return 0;
  const postgres = await bootPostgres();
  const flags = [
    `--test-concurrency=${concurrency}`,
    '--test-timeout=1800000',
    '--disable-warning=ExperimentalWarning',
  ];
  const failed = join(notes, `failed-${name}.txt`);
  const reporters = { spec: 'stdout', './test/support/failures-reporter.ts': failed };
  for (const [reporter, to] of Object.entries(reporters))
    flags.push(`--test-reporter=${reporter}`, `--test-reporter-destination=${to}`);
  const env = {
    NODE_COMPILE_CACHE: compileCache,
    ...process.env,
    NODE_ENV: 'test',
    TEST_POSTGRES_URL: postgres.url,
    TEST_COVERAGE_DIR: notes,
  };
  const tests = spawn(process.execPath, ['--test', ...flags, ...modules], { stdio: 'inherit', env });
  const stop = (signal: NodeJS.Signals) => void tests.kill(signal);
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const ended = await new Promise<number>((resolve) => tests.on('close', (status) => resolve(status ?? 1)));
  await postgres.stop();
  return ended;
}

async function checkCoverage(): Promise<boolean> {
  const rows = coverageOf(await servedApis(), notes);
  const table = coverageTable(rows);
  if (process.argv.includes('--write-coverage')) writeFileSync('docs/coverage.md', table);
  const missing = rows.filter((row) => !row.seen);
  for (const row of missing) console.error(`No test produced ${row.status} ${row.code} of ${row.operation}.`);
  const current = readFileSync('docs/coverage.md', { encoding: 'utf8', flag: 'a+' }) === table;
  if (!current) console.error('docs/coverage.md is not up to date: npm run coverage-table');
  return missing.length === 0 && current;
}
