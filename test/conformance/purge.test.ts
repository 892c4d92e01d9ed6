import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { storageArea } from '../../src/areas/storage/area.ts';
import type { Query } from '../../src/kernel/db/database.ts';
import { tables } from '../../src/kernel/db/query.ts';
import { silentLog } from '../../src/std/log.ts';
import { eachPlatform } from '../support/platform.ts';
import { newSociety, newWorld } from '../support/world.ts';

const q = tables<Record<string, { twin_id: string }>>();

const day = 86_400_000;

/** What outlives its twin, and why. */
const kept: Readonly<Record<string, string>> = {
  audit_entries: 'what was done is known after its end',
  jobs: 'their own maintenance removes them',
  webhook_deliveries: 'the last events still go',
  requests: 'what was asked is known for some hours (request-log.md)',
};
/** Partitions are parts of their table. */
const wholeOf = (table: string): string => table.replace(/^(requests)_\d+$/, '$1');

const inSqlite = sql<{ name: string }>`
  select m.name from sqlite_schema as m join pragma_table_info(m.name) as c on c.name = 'twin_id' where m.type = 'table'`;
const inPostgres = sql<{ name: string }>`
  select table_name as name from information_schema.columns where column_name = 'twin_id' and table_schema = 'public'`;

eachPlatform(
  'a twin that is gone',
  (platform) => {
    it('leaves nothing behind in any table that names it', async () => {
      const p = await platform();
      const world = newWorld(p, await newSociety(p));
      await world.complete();
      const twinId = await world.idOf('twin');
      const { db, ports } = p.app;
      const named = (db.dialect === 'sqlite' ? inSqlite : inPostgres) as unknown as Query<{ name: string }>;
      await db.write((tx) => ports.listeners.twins.purged(tx, twinId));
      const kit = { db, ports, baseUrl: p.baseUrl, log: silentLog, now: () => Date.now() + day };
      for (const task of storageArea(kit).maintenance ?? []) await task.run(new AbortController().signal); // files go in parts, unfinished uploads when their time is over
      const left: string[] = [];
      for (const { name } of await db.all(named)) {
        const rows = await db.all(q.selectFrom(name).select('twin_id').where('twin_id', '=', twinId));
        if (rows.length > 0 && kept[wholeOf(name)] === undefined) left.push(`${name}: ${rows.length}`);
      }
      assert.deepEqual(left, []);
    });
  },
  { bothInSlowSuite: true },
);
