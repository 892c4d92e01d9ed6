import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { servedApis } from '../src/start/served-apis.ts';
import { coverageOf, coverageTable } from './conformance/coverage.ts';
import { bootPostgres } from './support/postgres.ts';

/*
 * Runs the tests: `*.test.ts`, or with --slow `*.slow-test.ts`; further arguments select files by a part of their
 * path. One PostgreSQL server serves all of them. After a run of the whole suite every answer that an endpoint
 * declares must have been produced by some test; --write-coverage puts the table into docs/coverage.md.
 */
const slow = process.argv.includes('--slow');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const folders = '{src,test,client/src,console/src}';
const pattern = slow ? `${folders}/**/*.slow-test.ts` : `${folders}/**/*.test.ts`;
const files = globSync(pattern)
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort();
const notes = mkdtempSync(join(tmpdir(), 'twin-coverage-'));

let code = await runTests();
if (!slow && wanted.length === 0) code = (await checkCoverage()) ? code : code || 1;
rmSync(notes, { recursive: true });
process.exit(code);

async function runTests(): Promise<number> {
  const postgres = await bootPostgres();
  const workers = slow ? 1 : Math.max(2, availableParallelism());
  const flags = [`--test-concurrency=${workers}`, '--test-timeout=900000', '--disable-warning=ExperimentalWarning'];
  const env = {
    NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), // every file is a process that loads the program
    ...process.env,
    NODE_ENV: 'test',
    TEST_POSTGRES_URL: postgres.url,
    TEST_COVERAGE_DIR: notes,
  };
  const tests = spawn(process.execPath, ['--test', ...flags, ...files], { stdio: 'inherit', env });
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
