import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { eventually } from '../../../../test/support/eventually.ts';
import { eachPlatform } from '../../../../test/support/platform.ts';
import { writeFileTables } from '../../../engines/tables/files.ts';
import type { PageQuery, RowSource } from '../../../engines/tables/params.ts';
import { silentLog } from '../../../std/log.ts';
import { parseFilter } from '../../../std/odata/parse.ts';
import { orderIndexes } from './order-indexes.ts';

const indexesIn = (path: string): number => {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name LIKE 'order %'").get()?.n);
  } finally {
    db.close();
  }
};

eachPlatform(
  'indexes of table files',
  (platform) => {
    it('are made for what is asked for three times, each kind of question its own', async (t) => {
      const { app } = await platform();
      const folder = mkdtempSync(join(tmpdir(), 'indexes-'));
      t.after(() => rmSync(folder, { recursive: true, force: true }));
      const [input, file] = [join(folder, 'readings.csv'), join(folder, 'readings.sqlite')];
      const lines = Array.from({ length: 6000 }, (_, n) => `s${n % 7},${(n * 7919) % 6000}`);
      writeFileSync(input, `Sensor,Value\n${lines.join('\n')}\n`);
      const most = { rows: 10_000, columns: 10, tables: 1, inflated: 0 };
      const made = { input, form: 'csv', output: file, most } as const;
      const { tables } = await writeFileTables(made, { progress() {}, log() {} });
      const [{ columns, name: table } = assert.fail()] = tables;
      const sources: readonly RowSource[] = [{ file, table, constants: {} }];
      const properties = { Sensor: 'text', Value: 'whole' } as const;
      const query = (filter: string | null): PageQuery => ({
        columns,
        select: ['Value'],
        after: null,
        skip: 0,
        limit: 1,
        count: false,
        form: 'json',
        bytes: 1000,
        filter: filter === null ? null : parseFilter(filter, { name: table, properties }),
        order: [
          { name: 'Value', type: 'whole', nullable: false, descending: true },
          { name: '_Row', type: 'whole', nullable: false, descending: false },
        ],
      });
      const indexes = orderIndexes({ ports: app.ports, log: silentLog, now: () => Date.now() });
      for (let time = 0; time < 2; time++) indexes.note(sources, query(null));
      for (let time = 0; time < 2; time++) indexes.note(sources, query(`Sensor eq 's${time}'`));
      await indexes.idle();
      assert.equal(indexesIn(file), 0, 'twice is not often');
      indexes.note(sources, query(null));
      await eventually(async () => assert.equal(indexesIn(file), 1));
      indexes.note(sources, query("Sensor eq 's6'"));
      await eventually(async () => assert.equal(indexesIn(file), 2));
      for (let time = 0; time < 9; time++) indexes.note(sources, query(null));
      await indexes.idle();
      assert.equal(indexesIn(file), 2, 'and no more of them');
      await indexes.stop();
      assert.deepEqual(readdirSync(folder).sort(), ['readings.csv', 'readings.sqlite'], 'nothing is left behind');
    });
  },
  { bothInSlowSuite: true },
);
