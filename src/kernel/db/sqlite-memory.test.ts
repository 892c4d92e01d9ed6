import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { prepared, tables } from './query.ts';
import { openSqlite } from './sqlite.ts';
import { readMemory } from './sqlite-memory.ts';

const folder = mkdtempSync(join(tmpdir(), 'twin-memory-'));
const file = join(folder, 'db.sqlite');
const db = openSqlite(file);
after(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const q = tables<{ items: { id: string; size: number } }>();
const byId = prepared((p: { id: string }) => q.selectFrom('items').selectAll().where('id', '=', p.id));
const resize = prepared((p: { id: string; size: number }) =>
  q.updateTable('items').set({ size: p.size }).where('id', '=', p.id),
);

it('remembers a prepared read until the next commit, of whatever process', async () => {
  await db.migrate([{ id: 'items', statements: ['CREATE TABLE items (id {text} PRIMARY KEY, size bigint NOT NULL)'] }]);
  await db.write((tx) => tx.run(q.insertInto('items').values({ id: 'a', size: 1 })));
  const first = await db.first(byId, { id: 'a' });
  assert.equal(await db.first(byId, { id: 'a' }), first, 'the very same row');
  assert.ok(Object.isFrozen(first));
  assert.deepEqual((await db.all(byId, { id: 'a' })).length, 1, 'both ways of reading are kept apart');

  await db.write((tx) => tx.run(resize, { id: 'a', size: 2 }));
  assert.equal((await db.first(byId, { id: 'a' }))?.size, 2, 'own commit, same turn');

  const other = new DatabaseSync(file);
  other.exec("UPDATE items SET size = 3 WHERE id = 'a'");
  other.close();
  await turn();
  assert.equal((await db.first(byId, { id: 'a' }))?.size, 3, "another process's commit, next turn");
});

it('remembers that nothing was there, and forgets it as well', async () => {
  assert.equal(await db.first(byId, { id: 'z' }), undefined);
  await db.write((tx) => tx.run(q.insertInto('items').values({ id: 'z', size: 1 })));
  assert.equal((await db.first(byId, { id: 'z' }))?.size, 1);
});

it('forgets long texts before they fill the memory', async () => {
  const memory = readMemory(new DatabaseSync(file));
  let reads = 0;
  const read = (n: number) =>
    memory.recall('select', 'first', [n], () => {
      reads++;
      return { text: 'x'.repeat(2 ** 20) };
    });
  for (let n = 0; n < 100; n++) {
    read(n % 50);
    await turn();
  }
  assert.ok(reads > 60, `50 MB of text are kept: ${reads} reads`);
  reads = 0;
  for (const again of [1, 2]) {
    read(again);
    read(again);
  }
  assert.ok(reads <= 2, 'what was read a moment ago is known');
});
