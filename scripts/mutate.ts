import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from '../src/config/command-line.ts';
import { type Fault, faults } from './mutations.ts';

const usage = `
A mutation trial: puts faults into the program, one at a time, and shows that the tests find each of them. A suite that was
made faster must find what the one before found.

  npm run mutate                    all faults of the table in scripts/mutations.ts
  npm run mutate -- 3 7 21          some of them
  npm run mutate -- --list          what they are
  npm run mutate -- --checkout DIR  the program and the tests of another checkout, to compare two suites
  npm run mutate -- --back-end both PostgreSQL and S3, too; without it SQLite only, which is faster

The working tree stays as it is: faults are put into a copy of it in a temporary folder, which is removed in the end, also after
Ctrl-C. First the tests that ought to find them run once without a fault and must pass. Ends with 1 when a fault was not found,
with 2 when the trial cannot be made.
`;

/*
 * A fault is found when a case fails. A program that does not even load is none that somebody would commit, and says that the
 * fault is badly chosen. Texts to be replaced must occur exactly once, which is looked at before anything runs: so the table
 * stays true when code moves.
 */

const here = join(import.meta.dirname, '..');
const minute = 60_000;
/** A run of tests with a fault in the program: some wait half a minute for what never comes. */
const mostMs = 10 * minute;
const mostMsWithout = 60 * minute;
/** What a run that is broken off has to end its database and its programs in order. */
const endMs = 20_000;

/** Why no trial can be made. */
class NoTrial extends Error {}

interface Asked {
  readonly mode: 'list' | 'trial';
  readonly faults: readonly Fault[];
  readonly checkout: string;
  readonly backEnd: 'sqlite' | 'both';
}

function askedFor(): Asked {
  const { values, words: positionals } = commandLine({
    usage,
    words: { most: Number.POSITIVE_INFINITY },
    options: {
      list: { type: 'boolean', default: false },
      checkout: { type: 'string' },
      'back-end': { type: 'string', default: 'sqlite' },
    },
  });
  const unknown = positionals.find((id) => !faults.some((fault) => String(fault.id) === id));
  if (unknown !== undefined) throw new NoTrial(`There is no fault ${unknown}: --list tells which there are.`);
  const backEnd = values['back-end'];
  if (backEnd !== 'sqlite' && backEnd !== 'both') throw new NoTrial('--back-end is sqlite or both.');
  return {
    mode: values.list ? 'list' : 'trial',
    faults: faults.filter(({ id }) => positionals.length === 0 || positionals.includes(String(id))),
    // npm runs scripts in the folder of the project, wherever it was called
    checkout: values.checkout === undefined ? here : resolve(process.env.INIT_CWD ?? '.', values.checkout),
    backEnd,
  };
}

/** Refuses faults that cannot be put into the sources of a checkout as they are now, or that no test file is to find. */
function checkTable(checkout: string, all: readonly Fault[]): void {
  const twice = all.find(({ id }, at) => all.findIndex((other) => other.id === id) < at);
  if (twice) throw new NoTrial(`Two faults have the id ${twice.id}.`);
  const suites = globSync('{src,test,client/src,console/src}/**/*.test.ts', { cwd: checkout });
  for (const { id, file, find, replace, tests } of all) {
    const refuse = (why: string) => new NoTrial(`Fault ${id} does not fit ${checkout}: ${why}`);
    if (!existsSync(join(checkout, file))) throw refuse(`there is no ${file}.`);
    const count = readFileSync(join(checkout, file), 'utf8').split(find).length - 1;
    if (count !== 1) throw refuse(`this is ${count} times in ${file}, and must be there once:\n${find}`);
    if (find === replace) throw refuse('it replaces a text by itself.');
    const lost = tests.find((part) => !suites.some((suite) => suite.includes(part)));
    if (tests.length === 0 || lost !== undefined) throw refuse(`there are no tests '${lost ?? ''}'.`);
  }
}

/** What is built or installed and not kept by git; the program reads it, and no fault changes it. */
const besides = [
  'dist',
  'client/dist',
  'client/src/generated',
  'cli/dist',
  'tools/dist',
  'console/dist',
  'client/node_modules',
  'console/node_modules',
];
/** The packages that lie in the checkout itself. */
const ownScope = '@twin-platform';

/** A folder with the files of a checkout as they are now, new ones among them. */
function scratchCopyOf(checkout: string, scratch: string): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: checkout, encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\0');
  for (const file of files) {
    const from = join(checkout, file);
    // some were removed and git still knows them
    if (file === '' || lstatSync(from, { throwIfNoEntry: false })?.isFile() !== true) continue;
    mkdirSync(dirname(join(scratch, file)), { recursive: true });
    copyFileSync(from, join(scratch, file));
  }
  for (const path of besides) {
    const from = join(checkout, path);
    if (existsSync(from)) symlinkSync(from, join(scratch, path));
  }
  linkPackages(join(existsSync(join(checkout, 'node_modules')) ? checkout : here, 'node_modules'), scratch);
}

/** Installed packages one by one, since those of the workspaces are links: they have to lead to the copy. */
function linkPackages(from: string, scratch: string): void {
  const to = join(scratch, 'node_modules');
  mkdirSync(join(to, ownScope), { recursive: true });
  for (const name of readdirSync(from)) if (name !== ownScope) symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, ownScope))) {
    symlinkSync(readlinkSync(join(from, ownScope, name)), join(to, ownScope, name));
  }
}

interface Run {
  readonly passed: boolean;
  readonly late: boolean;
  readonly seconds: number;
  readonly output: string;
}

interface Runner {
  readonly scratch: string;
  readonly backEnd: Asked['backEnd'];
  /** Aborted by Ctrl-C. */
  readonly ending: AbortSignal;
}

/** Runs test files of the copy. A run that takes too long is broken off with everything that it has started. */
async function runTests(tests: readonly string[], patienceMs: number, runner: Runner): Promise<Run> {
  const { scratch, backEnd, ending } = runner;
  const begun = performance.now();
  const { NODE_TEST_CONTEXT: _, TEST_BACK_END: __, ...inherited } = process.env;
  const run = spawn(process.execPath, ['test/run.ts', ...tests], {
    cwd: scratch,
    env: {
      ...inherited,
      ...(backEnd === 'sqlite' ? { TEST_BACK_END: 'sqlite' } : {}),
      NODE_COMPILE_CACHE: join(scratch, '.compile-cache'), // of paths that nobody has again
      NO_COLOR: '1',
    },
    detached: true, // leads a group of processes, which can be ended as one
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [run.stdout, run.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise<number>((done, fail) => {
    run.on('close', (code) => done(code ?? 1)).on('error', fail);
  });
  const patience = AbortSignal.any([ending, AbortSignal.timeout(patienceMs)]);
  const late = new Promise<'late'>((done) => patience.addEventListener('abort', () => done('late'), { once: true }));
  const first = patience.aborted ? 'late' : await Promise.race([ended, late]);
  const told = output; // what is broken off counts as failed
  if (first === 'late') await breakOff(run.pid, ended);
  ending.throwIfAborted();
  const seconds = (performance.now() - begun) / 1000;
  return { passed: first === 0, late: first === 'late', seconds, output: told };
}

/** Asks the run to end, which stops its database and removes its files; then ends what is left of it. */
async function breakOff(pid: number | undefined, ended: Promise<number>): Promise<void> {
  if (pid === undefined) return;
  const signal = (id: number, name: NodeJS.Signals) => {
    try {
      process.kill(id, name);
    } catch {
      // it has ended
    }
  };
  signal(pid, 'SIGTERM');
  await Promise.race([ended, sleep(endMs, undefined, { ref: false })]);
  signal(-pid, 'SIGKILL');
}

/** The first case that is named at the end of a run, or of a run that was broken off the first that was told. */
function failedCaseOf({ output, late }: Run): string | undefined {
  const atEnd = /^(?:\/\S*)?:\d* (.+)\n {4}\S/m;
  const meanwhile = /^\s*✖ (.+?)(?: \([\d.]+ms\))?$/m;
  return (late ? meanwhile : atEnd).exec(output)?.[1];
}

type Verdict = 'found' | 'NOT FOUND' | 'DOES NOT RUN' | 'OUT OF TIME';

interface Finding {
  readonly fault: Fault;
  readonly verdict: Verdict;
  readonly seconds: number;
  readonly failed: string | undefined;
}

/** Of a group of files in test/support: a file of tests, or the program with it, could not be loaded. */
const isOfLoading = (name: string): boolean => name.endsWith(' can be loaded');

function verdictOn(run: Run, failed: string | undefined): Verdict {
  if (run.passed) return 'NOT FOUND';
  if (failed !== undefined && !isOfLoading(failed)) return 'found';
  return run.late ? 'OUT OF TIME' : 'DOES NOT RUN';
}

async function tryFault(fault: Fault, runner: Runner): Promise<Finding> {
  const path = join(runner.scratch, fault.file);
  const sound = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    sound.replace(fault.find, () => fault.replace),
  );
  try {
    const run = await runTests(fault.tests, mostMs, runner);
    const failed = failedCaseOf(run);
    const verdict = verdictOn(run, failed);
    if (verdict === 'DOES NOT RUN') process.stderr.write(`${endOf(run.output)}\n`);
    return { fault, verdict, seconds: run.seconds, failed };
  } finally {
    writeFileSync(path, sound);
  }
}

const endOf = (output: string): string => output.trimEnd().split('\n').slice(-30).join('\n');

const rowOf = ({ fault: { id, kind, file }, verdict, seconds, failed = '' }: Finding): string =>
  `${String(id).padStart(2)}  ${kind.padEnd(11)}  ${file.padEnd(58)}  ${verdict.padEnd(13)}  ${seconds.toFixed(1).padStart(6)}  ${failed.slice(0, 100)}\n`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

const tableOf = (findings: readonly Finding[]): string =>
  [
    '| id | kind | file | what goes wrong | verdict | s | first case that failed |',
    '|---|---|---|---|---|---|---|',
    ...findings.map(({ fault, verdict, seconds, failed = '' }) => {
      const { id, kind, file, what } = fault;
      return `| ${[id, kind, file, what, verdict, seconds.toFixed(1), failed].map((one) => cell(String(one))).join(' | ')} |`;
    }),
  ].join('\n');

/** Whether all faults were found. */
async function tryAll(asked: Asked, scratch: string, ending: AbortSignal): Promise<boolean> {
  scratchCopyOf(asked.checkout, scratch);
  checkTable(scratch, asked.faults); // somebody may have written meanwhile
  const runner = { scratch, backEnd: asked.backEnd, ending };
  const union = [...new Set(asked.faults.flatMap(({ tests }) => tests))];
  process.stdout.write(`Without a fault: ${union.length} test files of ${asked.checkout} …\n`);
  const sound = await runTests(union, mostMsWithout, runner);
  if (!sound.passed) {
    const why = sound.late ? 'take too long' : 'fail';
    throw new NoTrial(`${endOf(sound.output)}\n\nWithout a fault the tests ${why}: nothing could be found by them.`);
  }
  process.stdout.write(`They pass, in ${sound.seconds.toFixed(0)} s.\n\n`);
  const findings: Finding[] = [];
  for (const fault of asked.faults) {
    const finding = await tryFault(fault, runner);
    findings.push(finding);
    process.stdout.write(rowOf(finding));
  }
  const found = findings.filter(({ verdict }) => verdict === 'found').length;
  process.stdout.write(`\n${tableOf(findings)}\n\n${found} of ${findings.length} faults were found.\n`);
  return found === findings.length;
}

const lineOf = ({ id, kind, file, what }: Fault): string =>
  `${String(id).padStart(2)}  ${kind.padEnd(11)}  ${file}\n    ${what}\n`;

/** The exit code. */
async function main(): Promise<number> {
  const asked = askedFor();
  if (asked.mode === 'list') process.stdout.write(asked.faults.map(lineOf).join(''));
  if (asked.mode !== 'trial') return 0;
  // the table has to be true here; of another checkout, what is asked for
  checkTable(asked.checkout, asked.checkout === here ? faults : asked.faults);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());
  const scratch = mkdtempSync(join(tmpdir(), 'twin-mutate-'));
  try {
    return (await tryAll(asked, scratch, ending.signal)) ? 0 : 1;
  } catch (error) {
    if (ending.signal.aborted) return 130;
    throw error;
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const expected = error instanceof NoTrial;
  console.error(expected ? error.message : error);
  process.exitCode = 2;
}
