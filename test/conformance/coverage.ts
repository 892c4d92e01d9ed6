import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusesTypes } from '../../src/api/http/body.ts';
import type { Api, Endpoint } from '../../src/api/http/endpoint.ts';
import { problems } from '../../src/api/http/problem.ts';
import { problemsOf } from '../../src/api/http/problems-of.ts';

/** One declared answer of an operation, and whether a test has produced it. */
export interface CoverageRow {
  readonly api: string;
  readonly operation: string;
  readonly status: number;
  readonly code: string;
  readonly seen: boolean;
}

/** Compares what every endpoint declares with the notes that the test files left in a folder. */
export function coverageOf(apis: readonly Api[], folder: string): CoverageRow[] {
  const seen = new Set(readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')));
  return apis.flatMap((api) =>
    api.endpoints.flatMap((endpoint) =>
      declared(endpoint).map(([status, code]) => ({
        api: `${api.title} v${api.version}`,
        operation: `${endpoint.method} ${endpoint.path}`,
        status,
        code,
        seen: seen.has(`${endpoint.id}\t${status}\t${code}`),
      })),
    ),
  );
}

/** Successes, the operation's own refusals, and those of the pipeline that depend on the operation. */
function declared(endpoint: Endpoint): [number, string][] {
  const rows = new Map<string, [number, string]>();
  const add = (status: number, code: string) => rows.set(`${status} ${code}`, [status, code]);
  for (const status of Object.keys(endpoint.answers)) add(Number(status), '');
  add(401, problems.headerNotFound.code);
  for (const one of problemsOf(endpoint)) add(one.status, one.code);
  if (refusesTypes(endpoint)) add(415, problems.unsupportedMediaType.code);
  if (endpoint.version && endpoint.method !== 'GET') add(412, problems.preconditionFailed.code);
  return [...rows.values()].sort(([a], [b]) => a - b);
}

/** The table of docs/coverage.md. */
export function coverageTable(rows: readonly CoverageRow[]): string {
  const operations = Map.groupBy(rows, (row) => `${row.api}\t${row.operation}`);
  const lines = [...operations].map(([key, answers]) => {
    const [api, operation] = key.split('\t');
    return `| ${api} | ${operation} | ${answers.map(cell).join(', ')} |`;
  });
  return [
    '# Answers that the tests produce',
    '',
    'Made by `npm run coverage-table` from a run of the whole suite; the suite fails where a declared answer has no',
    'scenario. Every operation also answers 400, 406, 429 and 5xx as docs/architecture.md says.',
    '',
    '| API | Operation | Answers |',
    '|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

const cell = (row: CoverageRow): string =>
  `${row.status}${row.code ? ` ${row.code}` : ''}${row.seen ? '' : ' **missing**'}`;
