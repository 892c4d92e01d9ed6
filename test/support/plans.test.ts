import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openDatabase } from '../../src/kernel/db/open.ts';
import { listJobs } from '../../src/kernel/jobs/queue.ts';
import { jobMigrations } from '../../src/kernel/jobs/tables.ts';
import { takeWholeReads, watchReads } from './plans.ts';

it('a read of a whole table is told of a watched database only', async () => {
  assert.deepEqual(await readWhole(() => {}), []);
  assert.deepEqual(await readWhole(watchReads), ['jobs']);
});

/** The tables that a statement read whole which no index serves, in a database of its own. */
async function readWhole(prepare: (folder: string) => void): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plans-'));
  prepare(folder);
  const db = await openDatabase(undefined, folder);
  try {
    await db.migrate(jobMigrations);
    await listJobs(db, { kinds: ['one', 'two', 'three', 'four', 'five', 'six', 'seven'], limit: 1 });
  } finally {
    await db.close();
    rmSync(folder, { recursive: true });
  }
  return takeWholeReads().map((read) => read.slice(0, read.indexOf(':')));
}
