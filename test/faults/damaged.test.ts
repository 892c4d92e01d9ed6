import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { openInstallation } from '../support/installation.ts';
import { assertUnavailable } from './unavailable.ts';

it('a file whose stored bytes have changed is answered with 503 and stands in the audit, by its name', async (t) => {
  const installation = await openInstallation();
  t.after(() => installation.remove());
  const { call, env } = installation;
  const program = installation.start();
  await program.ready();
  await installation.signIn();
  const twin = await installation.twin();
  const content = randomBytes(2000);
  const file = await installation.file(twin, 'plan.bin', content);
  const blobs = join(env.DATA_DIR ?? '', 'blobs');
  for (const name of readdirSync(blobs, { recursive: true, withFileTypes: true })) {
    const path = join(name.parentPath, name.name);
    if (!name.isFile() || !readFileSync(path).equals(content)) continue;
    const changed = Buffer.from(content);
    changed.writeUInt8(255 - changed.readUInt8(1000), 1000);
    writeFileSync(path, changed);
  }
  const link = await installation.link(`/storage/files/${file}/download`);
  const answer = await fetch(link);
  assert.deepEqual([answer.status, answer.headers.get('x-ms-error-code')], [503, 'ContentChanged']);
  const entries = await eventually(async () => {
    const { body } = await call('GET', '/audit/entries?action=content.changed');
    assert.equal(body.entries.length, 1);
    return body.entries;
  });
  assert.deepEqual(
    [entries[0].about.name, entries[0].about.type, entries[0].twinId, entries[0].outcome],
    ['plan.bin', 'Content', twin, 'Refused'],
  );
  await program.end('SIGTERM');
  assert.match(program.output(), /npm run check/);
});

it('the check by CHECK_SCHEDULE tells of missing and changed files in the audit, the metrics and the log', async (t) => {
  const port = String(await freePort());
  const installation = await openInstallation({ METRICS_PORT: port });
  t.after(() => installation.remove());
  const { call, env } = installation;
  const before = installation.start();
  await before.ready();
  await installation.signIn();
  const twin = await installation.twin();
  const contents = [0, 1, 2].map(() => randomBytes(2000));
  const [gone, other] = contents;
  for (const [n, content] of contents.entries()) await installation.file(twin, `plan-${n}.bin`, content);
  const told = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  assert.doesNotMatch(await eventually(told), /^twin_check_/m, 'figures that there are not yet are left out');
  await before.end('SIGTERM');
  const blobs = join(env.DATA_DIR ?? '', 'blobs');
  for (const name of readdirSync(blobs, { recursive: true, withFileTypes: true })) {
    const path = join(name.parentPath, name.name);
    if (!name.isFile()) continue;
    const content = readFileSync(path);
    if (gone && content.equals(gone)) rmSync(path);
    if (other && content.equals(other)) writeFileSync(path, content.fill('x', 1000, 1001));
  }
  makeDue(join(env.DATA_DIR ?? '', 'platform.sqlite'));
  const program = installation.start({ CHECK_SCHEDULE: '0 2 29 2 *', CHECK_RATE: '1' });
  await program.ready();
  const metrics = await eventually(async () => {
    const text = await told();
    assert.match(text, /^twin_check_ended_timestamp_seconds \d/m);
    return text;
  });
  assert.match(metrics, /^twin_check_contents 3$/m);
  for (const found of ['missing"} 1', 'changed"} 1', 'unreferenced"} 0']) {
    assert.ok(metrics.includes(`\ntwin_check_found{what="${found}\n`), metrics);
  }
  for (const [action, name] of [
    ['content.missing', 'plan-0.bin'],
    ['content.changed', 'plan-1.bin'],
  ]) {
    const { entries } = (await call('GET', `/audit/entries?action=${action}`)).body;
    assert.deepEqual(
      entries.map(({ about, twinId }: Entry) => [about.type, about.name, twinId]),
      [['Content', name, twin]],
    );
  }
  await program.end('SIGTERM');
  assert.match(program.output(), /The check of the stored content found a fault/);
});

/** As if a check had been due while no server ran. */
function makeDue(file: string): void {
  const db = new DatabaseSync(file);
  db.exec("INSERT INTO maintenance (name, due, lease_until) VALUES ('blobs.check', 1, 0)");
  db.close();
}

interface Entry {
  readonly about: { readonly type: string; readonly name: string };
  readonly twinId: string;
}

it('a damaged page of SQLite is answered with 503, by health too, and the log names the check', async (t) => {
  const installation = await openInstallation();
  t.after(() => installation.remove());
  const { call, baseUrl, env } = installation;
  const before = installation.start();
  await before.ready();
  await installation.signIn();
  const twin = await installation.twin();
  await installation.file(twin, 'plan.bin', randomBytes(10));
  await before.end('SIGTERM');
  damage(join(env.DATA_DIR ?? '', 'platform.sqlite'), 'storage_items');
  const program = installation.start();
  await program.ready();
  assertUnavailable(await call('GET', `/storage/?twinId=${twin}`));
  assert.equal((await call('GET', `/twins/${twin}`)).status, 200, 'what lies on other pages is read');
  const health = await fetch(`${baseUrl}/health/ready`);
  assert.deepEqual([health.status, await health.json()], [503, { status: 'unavailable', unavailable: ['database'] }]);
  await program.end('SIGTERM');
  assert.match(program.output(), /malformed.*npm run check/);
});

/** Overwrites the first page of a table. */
function damage(file: string, table: string): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const { rootpage } = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table) as {
    rootpage: number;
  };
  const { page_size: size } = db.prepare('PRAGMA page_size').get() as { page_size: number };
  db.close();
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(size, 0xff), 0, size, (rootpage - 1) * size);
  closeSync(opened);
}
