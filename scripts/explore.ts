import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandLine } from '../src/config/command-line.ts';

const usage = `
Runs the tests that draw by chance with a new seed in each round, until the time is over or a round fails.

  npm run explore                  ten minutes; a round that has begun is finished
  npm run explore -- 60            sixty minutes
  npm run explore -- 60 clouds     only files with one of these words in their path
  npm run explore -- --slow        *.slow-test.ts instead: kills, damaged files

What a property failed for is added to test/corpus, where JSON can write it; every run tries it first from then on.
`;

const options = optionsOf();
const files = filesByChance();
let stopped = false;
let stop = (): void => {};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopped = true;
    stop();
  });
}
if (files.length === 0) refuse('No file with such a word in its path draws by chance.');
process.exitCode = await explore();

interface Options {
  readonly slow: boolean;
  readonly minutes: number;
  readonly words: readonly string[];
}

function refuse(text: string): never {
  console.error(`${text}\n${usage}`);
  process.exit(1);
}

function optionsOf(): Options {
  const options = { slow: { type: 'boolean', default: false } } as const;
  const { values, words } = commandLine({ usage, options, words: { most: Number.POSITIVE_INFINITY } });
  const [first = ''] = words;
  const timed = /^\d+(\.\d+)?$/.test(first);
  return { slow: values.slow === true, minutes: timed ? Number(first) : 10, words: timed ? words.slice(1) : words };
}

/** Test files whose chance comes from the seed of the run, and not from seeds of their own. */
function filesByChance(): string[] {
  const { slow, words } = options;
  const all = globSync(`{src,test,client/src,console/src}/**/*.${slow ? 'slow-test' : 'test'}.ts`).sort();
  return all.filter((file) => {
    const [, names = ''] = /import \{([^}]*)\} from '[^']*chance\.ts'/.exec(readFileSync(file, 'utf8')) ?? [];
    const draws = /\b(?:fc|holds|seedOf|testSeed)\b/.test(names);
    return draws && (words.length === 0 || words.some((word) => file.includes(word)));
  });
}

/** Answers the code of the process. */
async function explore(): Promise<number> {
  const end = Date.now() + options.minutes * 60_000;
  let rounds = 0;
  for (; Date.now() < end && !stopped; rounds++) {
    const seed = randomInt(2 ** 31);
    const begun = Date.now();
    process.stdout.write(`Round ${rounds + 1}, seed ${seed}: `);
    const { status, output } = await runWith(seed);
    if (stopped) break;
    console.log(`${status === 0 ? 'passed' : 'failed'} in ${Math.round((Date.now() - begun) / 1000)} s`);
    if (status === 0) continue;
    console.log(output);
    for (const file of failedIn(output)) console.log(`Again: ${commandOf(seed, file)}`);
    return 1;
  }
  console.log(`\n${rounds} rounds of ${files.length} files passed${stopped ? ', then it was stopped' : ''}.`);
  return 0;
}

/** In a process group of its own, so that it and all below it hear once that it is to end. */
function runWith(seed: number): Promise<{ readonly status: number; readonly output: string }> {
  const args = ['test/run.ts', ...(options.slow ? ['--slow'] : []), ...files];
  const env = { ...process.env, TEST_SEED: String(seed), TEST_KEEP_FOUND: '1' };
  const run = spawn(process.execPath, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  stop = () => void (run.pid && process.kill(-run.pid, 'SIGINT'));
  const output: Buffer[] = [];
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((done) => {
    run.on('close', (status) => {
      stop = () => {};
      done({ status: status ?? 1, output: Buffer.concat(output).toString() });
    });
  });
}

/** The run names at its end where each test stands that failed. */
function failedIn(output: string): readonly string[] {
  const lines = output.split('\n');
  const failed = files.filter((file) => lines.some((line) => line.startsWith(`${resolve(file)}:`)));
  return failed.length > 0 ? failed : files;
}

function commandOf(seed: number, file: string): string {
  return `TEST_SEED=${seed} npm ${options.slow ? 'run test:slow' : 'test'} -- ${file}`;
}
