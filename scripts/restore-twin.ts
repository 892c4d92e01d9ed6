import { auditLog } from '../src/areas/audit/log.ts';
import { keptAfterDeletion } from '../src/areas/twins/maintenance.ts';
import { q } from '../src/areas/twins/tables.ts';
import { factsOf } from '../src/areas/twins/twin/store.ts';
import { type Config, ConfigError, readConfig } from '../src/config/config.ts';
import { inTwinBy, theSystem } from '../src/kernel/audit.ts';
import type { Database, Transaction } from '../src/kernel/db/database.ts';
import { openDatabase } from '../src/kernel/db/open.ts';
import { silentLog } from '../src/std/log.ts';
import { runScript } from './report.ts';

const usage = `
Brings a deleted twin back, as long as it is not purged (30 days), while the server runs:

  npm run -s restore-twin               lists the deleted twins
  npm run -s restore-twin -- <twin id>  brings one back

It reads DATA_DIR and DATABASE_URL as the server does. The twin comes back with its members, roles and files;
webhooks on the twin alone and jobs that the deletion cancelled do not.
`;

async function listDeleted(db: Database): Promise<string> {
  const rows = await db.all(
    q
      .selectFrom('twins')
      .select(['id', 'sub_class', 'display_name', 'deleted'])
      .where('deleted', 'is not', null)
      .orderBy('deleted', 'desc'),
  );
  if (rows.length === 0) return 'No twin is deleted.';
  const time = (ms: number) => new Date(ms).toISOString().slice(0, 16);
  return rows
    .map(({ id, sub_class, display_name, deleted }) => {
      const at = deleted ?? 0;
      return `${id}  ${sub_class} '${display_name}', deleted ${time(at)}, purged after ${time(at + keptAfterDeletion)}`;
    })
    .join('\n');
}

async function restore(tx: Transaction, id: string): Promise<string> {
  const row = await tx.first(q.selectFrom('twins').selectAll().where('id', '=', id));
  if (row === undefined) throw new ConfigError(`There is no twin ${id}, or it is purged already.`);
  if (row.deleted === null) throw new ConfigError(`The twin '${row.display_name}' is not deleted.`);
  const parent = await tx.first(
    q
      .selectFrom('twins')
      .select(['id', 'deleted'])
      .where('id', '=', row.parent_id ?? ''),
  );
  if (parent === undefined || parent.deleted !== null) {
    throw new ConfigError(`Its parent ${row.parent_id} is deleted, too: bring that back first.`);
  }
  const namesake = await tx.first(
    q
      .selectFrom('twins')
      .select('id')
      .where('account_id', '=', row.account_id)
      .where('sub_class', '=', row.sub_class)
      .where('number_folded', '=', row.number_folded)
      .where('deleted', 'is', null),
  );
  if (namesake) throw new ConfigError(`The twin ${namesake.id} has its number '${row.number}' now: change that first.`);
  await tx.run(
    q
      .updateTable('twins')
      .set({ deleted: null, version: row.version + 1, modified: Date.now() })
      .where('id', '=', id),
  );
  const about = { type: 'Twin', id, name: row.display_name } as const;
  const entry = { action: 'twin.restored', ...inTwinBy(factsOf(row), theSystem), about } as const;
  await auditLog(silentLog, Date.now).record(tx, entry);
  return `The ${row.sub_class} '${row.display_name}' (${id}) is back.`;
}

async function run({ databaseUrl, dataDir }: Config, id: string | undefined): Promise<string> {
  const db = await openDatabase(databaseUrl, dataDir);
  try {
    return id === undefined ? await listDeleted(db) : await db.write((tx) => restore(tx, id.toLowerCase()));
  } finally {
    await db.close();
  }
}

await runScript({ usage, words: { most: 1 } }, async ([id]) => ({
  text: await run(readConfig(process.env), id),
  well: true,
}));
