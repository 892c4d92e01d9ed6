import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { bootPostgres } from './support/postgres.ts';

/*
 * Runs the tests: `*.test.ts`, or with --slow `*.slow-test.ts`; further arguments select files by a part of their
 * path. One PostgreSQL server serves all of them.
 */
const slow = process.argv.includes('--slow');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const pattern = slow ? '{src,test}/**/*.slow-test.ts' : '{src,test}/**/*.test.ts';
const files = globSync(pattern)
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort();

const postgres = await bootPostgres();
const workers = slow ? 1 : Math.max(2, availableParallelism());
const tests = spawn(
  process.execPath,
  [
    '--test',
    `--test-concurrency=${workers}`,
    '--test-timeout=600000',
    '--disable-warning=ExperimentalWarning',
    ...files,
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test', TEST_POSTGRES_URL: postgres.url },
  },
);
const stop = (signal: NodeJS.Signals) => void tests.kill(signal);
process.on('SIGINT', stop).on('SIGTERM', stop);
const code = await new Promise<number>((resolve) => tests.on('close', (status) => resolve(status ?? 1)));
await postgres.stop();
process.exit(code);
