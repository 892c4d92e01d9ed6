import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { referenceOf } from '../../src/api/archive/columns.ts';
import type { ArchiveKind, StoredRow } from '../../src/api/archive/kind.ts';
import { lineOf } from '../../src/api/archive/record.ts';
import { recordSchema } from '../../src/api/archive/schema.ts';
import { archivedTwin, indexOf, readKind } from '../../src/api/archive/selection.ts';
import type { App } from '../../src/app/app.ts';
import { tables } from '../../src/kernel/db/query.ts';
import { completeForArchive } from '../support/archived-world.ts';
import { eachPlatform } from '../support/platform.ts';
import { newSociety, newWorld } from '../support/world.ts';

const q = tables<Record<string, Record<string, unknown>>>();
const everything = { recycleBin: true, history: true, derived: true };
const digest = 'a'.repeat(64);

/** All records of a twin, by kind. */
async function recordsOf({ db, archives }: App, twinId: string, choices = everything) {
  const kinds = archives.flatMap((one) => one.kinds);
  const of = archivedTwin(indexOf(kinds), twinId, choices);
  return db.snapshot(async (moment) => {
    const found = new Map<string, Record<string, unknown>[]>();
    for (const kind of kinds.filter(({ where }) => where !== undefined)) {
      const rows: StoredRow[] = [];
      for await (const piece of readKind(moment, kind, of, 2)) rows.push(...piece);
      const options = { twinId, derived: choices.derived, digestOf: () => digest };
      found.set(
        kind.kind,
        rows.map((row) => JSON.parse(lineOf(kind, row, options))),
      );
    }
    return found;
  });
}

const keyOf = ({ columns }: ArchiveKind, record: Record<string, unknown>): string =>
  columns
    .filter(({ isKey, code }) => isKey && code !== 'twin')
    .map(({ member }) => String(record[member]))
    .join('\0');

/** What the twin has and its archive has not: it is not finished, or told in another way. */
const lesser: Readonly<Record<string, string>> = {
  storage_items: 'files that are not uploaded yet are not archived',
};

eachPlatform(
  'the records of a twin in which there is something of everything',
  (platform) => {
    it('have something of every kind, all rows, and nothing that they refer to is missing', async () => {
      const p = await platform();
      const world = newWorld(p, await newSociety(p));
      await completeForArchive(world);
      const twinId = await world.idOf('twin');
      const records = await recordsOf(p.app, twinId);
      const empty = [...records].filter(([, some]) => some.length === 0).map(([kind]) => kind);
      assert.deepEqual(empty, []);
      const ajv = new Ajv2020({ allErrors: true });
      formats.default(ajv);
      const keys = new Map<string, Set<unknown>>();
      const faults: string[] = [];
      for (const kind of p.app.archives.flatMap((one) => one.kinds)) {
        const some = records.get(kind.kind) ?? [];
        const fits = ajv.compile(recordSchema(kind));
        for (const record of some) if (!fits(record)) faults.push(`${kind.kind}: ${ajv.errorsText(fits.errors)}`);
        keys.set(kind.kind, new Set(some.map(({ id }) => id)));
        const order = some.map((record) => Buffer.from(keyOf(kind, record)));
        const sorted = kind.rows && kind.kind === 'storage/item' ? order : order.toSorted(Buffer.compare);
        assert.deepEqual(order, sorted, kind.kind);
        if (!kind.columns.some(({ name, code }) => name === 'twin_id' && code === 'twin') || kind.table in lesser)
          continue;
        const { db } = p.app;
        const all = await db.all(q.selectFrom(kind.table).select('twin_id').where('twin_id', '=', twinId));
        const own = some.filter(({ borrowed }) => borrowed !== true);
        if (all.length !== own.length) faults.push(`${kind.kind}: ${own.length} of ${all.length} rows`);
      }
      for (const kind of p.app.archives.flatMap((one) => one.kinds)) {
        for (const column of kind.columns) {
          const to = referenceOf(column);
          if (to === undefined || to.optional || !column.code.startsWith('ref')) continue;
          for (const { [column.member]: id } of records.get(kind.kind) ?? []) {
            if (id !== undefined && !keys.get(to.kind)?.has(id)) faults.push(`${kind.kind}.${column.member}: ${id}`);
          }
        }
      }
      assert.deepEqual(faults, []);
    });
  },
  { bothInSlowSuite: true },
);
