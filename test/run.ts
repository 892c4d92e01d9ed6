import { type ChildProcess, spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../src/config/command-line.ts';
import { changedFiles, testsReachedBy } from './support/changed.ts';
import { type Case, dearestOf, keepDurations, knownDurations } from './support/durations.ts';
import { aloneOf, type GroupOptions, groupsOf } from './support/groups.ts';
import { bootPostgres } from './support/postgres.ts';
import { makeRunFolder } from './support/run-folder.ts';

const usage = `
Runs the tests. Words select files by a part of their path.

  npm test                        the quick suite: *.test.ts
  npm test -- --changed[=COMMIT]  the tests that reach a file which changed since the commit (else since the last one)
  npm run test:slow               *.slow-test.ts in their short forms, and all scenarios on PostgreSQL and S3
  npm run test:slow -- --rest     the same, without what npm test asks of PostgreSQL and S3 already
  npm run test:full               both, every round and size
  npm run explore [-- minutes]    random cases by new seeds, until the time is over or one fails
  npm run coverage-table          the quick suite; writes docs/coverage.md

  --write-durations               how long files took goes into test/durations.json, by which new checkouts share them out
  TEST_SEED=number                of all random cases; without it always the same
  TEST_BACK_END=sqlite, postgres  one back end only
  TEST_LOG=1                      prints what is behind an answer 500
`;
/*
 * One PostgreSQL server serves all tests. After a run of the whole quick suite every answer that an endpoint declares must
 * have been produced by some test. What failed is named once more at the very end.
 */
const [changedOption, given] = takeChanged(process.argv.slice(2));
const { values: options, words: wanted } = commandLine(
  {
    usage,
    words: { most: Number.POSITIVE_INFINITY },
    options: {
      slow: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      rest: { type: 'boolean', default: false },
      'write-coverage': { type: 'boolean', default: false },
      'write-durations': { type: 'boolean', default: false },
    },
  },
  given,
);
const { slow, full } = options;
const rest = options.rest || full;
const whole = wanted.length === 0 && changedOption === undefined;
const workers = availableParallelism() + 2; // some of them wait: for engines, timers, other processes
const compileCache = join(tmpdir(), 'node-compile-cache'); // kept: every group is a process that loads the program
const runFolder = makeRunFolder();
process.on('exit', () => rmSync(runFolder, { recursive: true, force: true, maxRetries: 10 })); // some files still end then
let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => (running ? running.kill(signal) : process.exit(130)));
const notes = join(runFolder, 'notes');
const durations = knownDurations();
mkdirSync(notes);
process.env.TEST_PORTS_DIR = join(tmpdir(), 'twin-test-ports');
process.env.TMPDIR = runFolder;
if (full) process.env.TEST_SIZE = 'full';

const files = filesOf('test');
if (wanted.length > 0 && (slow ? [...files, ...filesOf('slow-test')] : files).length === 0) {
  console.error(`No test has ${wanted.map((word) => `'${word}'`).join(' or ')} in its path.`);
  process.exit(2);
}
const codes: number[] = [];
if (!slow || full) codes.push(await runTests({ name: 'quick', modules: groupsOf(files, groupOptions('quick')) }));
if (slow || full) codes.push(...(await runSlow()));
if (!slow && whole) codes.push((await checkCoverage()) ? 0 : 1);
tellDurations();
for (const file of globSync(`${notes}/failed-*.txt`).sort()) process.stdout.write(readFileSync(file, 'utf8'));
process.exit(codes.find((one) => one !== 0) ?? 0);

/** `--changed` with or without a commit, which no parser of options knows. */
function takeChanged(args: readonly string[]): [string | undefined, string[]] {
  const found = args.find((one) => /^--changed(=|$)/.test(one));
  return [found?.slice('--changed'.length).replace('=', ''), args.filter((one) => one !== found)];
}

function filesOf(kind: 'test' | 'slow-test'): string[] {
  const all = globSync(`{src,test,cli/src,client/src,console/src}/**/*.${kind}.ts`).sort();
  const reached = changedOption === undefined ? all : testsReachedBy(changedFiles(changedOption), all);
  return reached.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)));
}

function groupOptions(name: string): GroupOptions {
  return { folder: join(runFolder, 'groups', name), durations };
}

/** What measures memory has the machine for itself. */
async function runSlow(): Promise<number[]> {
  const all = filesOf('slow-test');
  const measures = all.filter((file) => file.startsWith('test/memory/'));
  const others = all.filter((file) => !measures.includes(file));
  const part = rest ? 'rest' : 'all';
  const second = groupsOf(onBoth(files), {
    ...groupOptions('second'),
    environment: { TEST_BACK_END: 'postgres', TEST_PART: part },
    variant: ` (${part} on PostgreSQL)`,
  });
  return [
    await runTests({ name: 'alone', modules: aloneOf(measures, groupOptions('alone')), concurrency: 1 }),
    await runTests({ name: 'slow', modules: [...aloneOf(others, groupOptions('slow')), ...second] }),
  ];
}

/** Suites for both back ends; those of the rest are the ones of which the quick run leaves out something on the second. */
function onBoth(quick: readonly string[]): string[] {
  const leavesOut = /scenario|bothInSlowSuite|\.part\b/i;
  return quick.filter((file) => {
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
  const { makeTemplates } = await import('./support/migrated.ts'); // with it comes the whole program
  const postgres = await bootPostgres();
  const flags = [
    `--test-concurrency=${concurrency}`,
    '--test-timeout=1800000',
    '--disable-warning=ExperimentalWarning',
    '--max-semi-space-size=64', // most of what a request makes is gone after it
    '--import=./test/support/untracked-promises.ts',
  ];
  const reporters = {
    spec: 'stdout',
    './test/support/failures-reporter.ts': join(notes, `failed-${name}.txt`),
    './test/support/durations-reporter.ts': join(notes, `durations-${name}.jsonl`),
  };
  for (const [reporter, to] of Object.entries(reporters))
    flags.push(`--test-reporter=${reporter}`, `--test-reporter-destination=${to}`);
  const env = {
    NODE_COMPILE_CACHE: compileCache,
    ...process.env,
    NODE_ENV: 'test',
    TEST_POSTGRES_URL: postgres.url,
    TEST_COVERAGE_DIR: notes,
    ...(await makeTemplates(postgres.url, runFolder)),
  };
  const tests = spawn(process.execPath, ['--test', ...flags, ...modules], { stdio: 'inherit', env });
  running = tests;
  const ended = await new Promise<number>((resolve) => tests.on('close', (status) => resolve(status ?? 1)));
  running = undefined;
  await postgres.stop();
  return ended;
}

function tellDurations(): void {
  const lines = globSync(`${notes}/durations-*.jsonl`).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const cases = lines.filter((line) => line !== '').map((line): Case => JSON.parse(line));
  if (cases.length === 0) return;
  keepDurations(cases, { shared: options['write-durations'] });
  process.stdout.write(dearestOf(cases));
}

async function checkCoverage(): Promise<boolean> {
  const { servedApis } = await import('../src/start/served-apis.ts');
  const { coverageOf, coverageTable } = await import('./conformance/coverage.ts');
  const rows = coverageOf(await servedApis(), notes);
  const table = coverageTable(rows);
  if (options['write-coverage']) writeFileSync('docs/coverage.md', table);
  const missing = rows.filter((row) => !row.seen);
  for (const row of missing) console.error(`No test produced ${row.status} ${row.code} of ${row.operation}.`);
  const current = readFileSync('docs/coverage.md', { encoding: 'utf8', flag: 'a+' }) === table;
  if (!current) console.error('docs/coverage.md is not up to date: npm run coverage-table');
  return missing.length === 0 && current;
}
