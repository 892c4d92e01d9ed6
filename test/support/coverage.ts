import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../../src/api/http/endpoint.ts';

/**
 * Notes which answers of which operations the tests have seen. The test runner names the folder and compares the
 * notes of all test files with what the endpoints declare.
 */
export function answerNotes(): {
  readonly note: (endpoint: Endpoint, status: number, code: string | undefined) => void;
  readonly save: () => void;
} {
  const folder = process.env.TEST_COVERAGE_DIR;
  const seen = new Set<string>();
  return {
    note: (endpoint, status, code) => void seen.add(`${endpoint.id}\t${status}\t${code ?? ''}`),
    save() {
      if (folder && seen.size > 0) appendFileSync(join(folder, `${process.pid}.tsv`), `${[...seen].join('\n')}\n`);
      seen.clear();
    },
  };
}
