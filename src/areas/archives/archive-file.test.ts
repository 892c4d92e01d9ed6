import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, it } from 'node:test';
import yauzl from 'yauzl';
import { completeForArchive } from '../../../test/support/archived-world.ts';
import { eachPlatform, type Platform, requireSuccess } from '../../../test/support/platform.ts';
import { newSociety, newWorld, type World } from '../../../test/support/world.ts';
import { tables } from '../../kernel/db/query.ts';
import { nilUuid } from '../../std/ids.ts';
import { silentLog } from '../../std/log.ts';
import { newFile, newFolder, rootOf } from '../storage/testing/fixture.ts';
import { exportJob } from './export/job.ts';
import { removalOfExports } from './maintenance.ts';
import { findExport } from './store.ts';
import { q } from './tables.ts';
import { ended, exported, fileOf, newRow } from './testing/fixture.ts';

const all = tables<Record<string, Record<string, unknown>>>();
const hasPython = spawnSync('python3', ['-c', 'import zipfile']).status === 0;

async function entriesIn(file: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(file, { lazyEntries: true });
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.slice(37);
    assert.ok(!found.has(name), name);
    found.set(name, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return found;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Gives the repositories of the twin of a world a secret; answers what must be nowhere. */
async function plantSecret({ p, society, idOf }: World): Promise<string> {
  const secret = 'PLANTED-9f3kQ';
  const { status, body } = await p.call(society.administrator, `POST /twins/${await idOf('twin')}/repositories`, {
    body: {
      class: 'GeographicInformationSystem',
      subClass: 'WebMapService',
      displayName: 'Map with a key',
      uri: 'https://maps.example.com/keyed',
      authentication: { type: 'Header', key: 'X-Key', value: secret },
    },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return secret;
}

/** All secrets that the database keeps, sealed or not: none of them is in any file, in no encoding that texts have. */
async function checkSecrets({ app }: Platform, entries: ReadonlyMap<string, Buffer>, planted: string): Promise<void> {
  const kept: (readonly [table: string, column: string])[] = [
    ['webhooks', 'secret'] as const,
    ['shares', 'share_key'] as const,
    ['auth_applications', 'secret_hash'] as const,
    ...app.archives
      .flatMap(({ kinds }) => kinds)
      .flatMap(({ table, columns }) =>
        columns.filter(({ code }) => code === 'secret').map(({ name }) => [table, name] as const),
      ),
  ];
  const secrets = [planted, Buffer.from(planted).toString('base64').slice(0, -3)];
  const found: string[] = [];
  for (const [table, column] of kept) {
    const rows = await app.db.all(all.selectFrom(table).select(column).where(column, 'is not', null));
    if (rows.length > 0) found.push(table);
    secrets.push(...rows.map((row) => String(row[column])).filter((text) => text.length > 8));
  }
  for (const table of ['webhooks', 'shares', 'auth_applications', 'twin_repositories', 'federation_systems']) {
    assert.ok(found.includes(table), `${table} has no secret`);
  }
  for (const [name, bytes] of entries) {
    for (const secret of secrets) assert.ok(!bytes.includes(secret), `${name} has a secret`);
  }
}

/** What RFC 8493 asks of a bag, and the order of the files. */
function checkBag(entries: ReadonlyMap<string, Buffer>, { manifestSha256, id, twinId }: Made): void {
  const names = [...entries.keys()];
  const data = names.filter((name) => name.startsWith('data/'));
  const text = (name: string): string => String(entries.get(name));
  assert.equal(text('bagit.txt'), 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n');
  const listed = text('manifest-sha256.txt');
  const sorted = data.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  assert.equal(listed, sorted.map((name) => `${sha256(entries.get(name) ?? Buffer.alloc(0))}  ${name}\n`).join(''));
  assert.equal(sha256(Buffer.from(listed)), manifestSha256);
  const bytes = data.reduce((sum, name) => sum + (entries.get(name)?.length ?? 0), 0);
  const info = text('bag-info.txt').split('\n');
  assert.equal(info[1], `Payload-Oxum: ${bytes}.${data.length}`);
  assert.deepEqual([info[3], info[6]], [`External-Identifier: ${twinId}`, `Twin-Archive-Id: ${id}`]);
  const places = [
    'bagit',
    'data/README',
    'data/schemas',
    'data/records',
    'data/people',
    'data/history',
    'data/blobs',
    'data/ro',
    'data/archive',
    'manifest',
    'bag-info',
    'tagmanifest',
  ];
  const order = names.map((name) => places.findIndex((place) => name.startsWith(place)));
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
  assert.equal(order.includes(-1), false);
  const crate = JSON.parse(text('data/ro-crate-metadata.json'));
  for (const one of crate['@graph'].slice(2)) assert.ok(entries.has(`data/${one['@id']}`), one['@id']);
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Made = any;

/** Every content that a record names is there, and every person. */
function checkReferences({ archives }: Platform['app'], entries: ReadonlyMap<string, Buffer>): void {
  const linesOf = (name: string): Record<string, unknown>[] =>
    String(entries.get(name) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const people = new Set(linesOf('data/people.ndjson').map(({ id }) => id));
  const faults: string[] = [];
  let contents = 0;
  for (const kind of archives.flatMap(({ kinds }) => kinds)) {
    for (const record of linesOf(`data/records/${kind.kind}.ndjson`)) {
      for (const { member, code } of kind.columns) {
        const value = record[member];
        if (value === undefined) continue;
        if (code === 'person' && value !== nilUuid && !people.has(value))
          faults.push(`${kind.kind}.${member}: ${value}`);
        const named = code === 'blobs' && Array.isArray(value) ? value : code === 'blob' ? [value] : [];
        for (const one of named.map((text) => String(text).slice(0, 64))) {
          contents++;
          if (!entries.has(`data/blobs/${one.slice(0, 2)}/${one}`)) faults.push(`${kind.kind}.${member}: ${one}`);
        }
      }
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(contents > 10);
}

/** A twin with a folder and two files. */
async function smallTwin(p: Platform) {
  const organizationId = await p.organization();
  const administrator = await p.person({ organizationId, roles: ['account_administrator'] });
  const { id: twinId } = await p.twin(administrator, { displayName: 'Small' });
  const root = await rootOf(p, administrator, twinId);
  const text = `As built ${'x'.repeat(4000)} ${twinId}`;
  const fileId = await newFile(p, administrator, root, 'pier.txt', text);
  await newFile(p, administrator, await newFolder(p, administrator, root, 'Plans'), 'plan.txt', 'A plan');
  const row = await p.app.db.first(all.selectFrom('storage_items').select('blob_id').where('id', '=', fileId));
  return { p, administrator, twinId, fileId, text, blobId: String(row?.blob_id) };
}

eachPlatform('the file of an archive', (platform) => {
  const folder = mkdtempSync(join(tmpdir(), 'archive-file-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has everything of a twin that has something of everything, and no secret', async () => {
    const p = await platform();
    const world = newWorld(p, await newSociety(p));
    await completeForArchive(world);
    const planted = await plantSecret(world);
    const { administrator } = world.society;
    const twinId = await world.idOf('twin');
    const choices = { history: true, derived: true };
    const id = await exported({ p, administrator }, twinId, choices);
    const { export: made } = requireSuccess(await p.call(administrator, `GET /archives/exports/${id}`));
    assert.equal(made.state, 'Completed', JSON.stringify(made.error));
    const file = await fileOf(p, administrator, id);
    const entries = await entriesIn(file);
    assert.equal(file.length, made.size);
    checkBag(entries, made);
    const report = JSON.parse(String(entries.get('data/archive.json')));
    assert.deepEqual(report, requireSuccess(await p.call(administrator, `GET /archives/exports/${id}/report`)));
    const kinds = p.app.archives.flatMap((one) => one.kinds.map(({ kind }) => kind));
    assert.deepEqual(
      kinds.filter((kind) => !(report.counts.records[kind] > 0)),
      [],
    );
    checkReferences(p.app, entries);
    await checkSecrets(p, entries, planted);
    const codes = new Set(report.leftOut.map(({ code }: { code: string }) => code));
    for (const code of ['Secret', 'Webhook', 'Share', 'Invitation', 'Timer', 'OtherTwin'])
      assert.ok(codes.has(code), code);
    if (hasPython) {
      const path = join(folder, `${p.app.db.dialect}.twin`);
      writeFileSync(path, file);
      const told = execFileSync('python3', [
        'examples/read-archive.py',
        path,
        '--files',
        join(folder, p.app.db.dialect),
      ]);
      assert.match(String(told), /1 twins\/twin\n/);
      file[file.length >> 1] = (file[file.length >> 1] ?? 0) ^ 1;
      writeFileSync(path, file);
      assert.equal(spawnSync('python3', ['examples/read-archive.py', path]).status, 1);
    }
  });

  it('has the same records when the twin has not changed', async () => {
    const { p, administrator, twinId } = await smallTwin(await platform());
    const [one, other] = await Promise.all(
      [await exported({ p, administrator }, twinId), await exported({ p, administrator }, twinId)].map(async (id) =>
        entriesIn(await fileOf(p, administrator, id)),
      ),
    );
    const told = (entries: Map<string, Buffer> | undefined) =>
      [...(entries ?? [])].filter(([name]) => /^data\/(records|people|schemas|blobs)/.test(name));
    assert.deepEqual(told(one), told(other));
    assert.ok(told(one).length > 10);
  });

  it('is the same after any number of ends of the server', async () => {
    const { p, administrator, twinId } = await smallTwin(await platform());
    const whole = await entriesIn(await fileOf(p, administrator, await exported({ p, administrator }, twinId)));
    const kit = { db: p.app.db, ports: p.app.ports, baseUrl: p.baseUrl, log: silentLog, now: Date.now };
    const kind = exportJob(kit, p.app.archives, 1500);
    const id = crypto.randomUUID();
    const row = newRow({ id, twin_id: twinId, job_id: crypto.randomUUID(), created_by: administrator.userId });
    await p.app.db.write((tx) => tx.run(q.insertInto('archive_exports').values(row)));
    const job = { id: row.job_id, twinId, createdBy: row.created_by, payload: { exportId: id }, attempt: 1 };
    const rest = { signal: new AbortController().signal, progress() {}, log() {} };
    let ends = 0;
    for (let writes = 1; ends < 500; writes = 4) {
      let left = writes;
      const write: typeof p.app.db.write = (work) => {
        if (left-- === 0) throw new Error('the server ends');
        return p.app.db.write(work);
      };
      const state = await kind.run({ ...job, ...rest, write }).then(
        () => 'done',
        (error: Error) => error.message,
      );
      if (state === 'done') break;
      assert.equal(state, 'the server ends');
      ends++;
    }
    assert.ok(ends > 5, `${ends} ends`);
    await p.app.db.write((tx) => kind.ended?.(tx, job, { state: 'Succeeded' }) ?? Promise.resolve());
    const file = await fileOf(p, administrator, id);
    const entries = await entriesIn(file);
    const told = (all: Map<string, Buffer>) => [...all].filter(([name]) => /^data\/(records|people|blobs)/.test(name));
    assert.deepEqual(told(entries), told(whole));
    const kept = await findExport(p.app.db, id);
    assert.deepEqual([kept?.state, kept?.size, kept?.plan_blob], ['Completed', file.length, null]);
    assert.deepEqual(await p.app.db.all(q.selectFrom('archive_pieces').selectAll().where('export_id', '=', id)), []);
  });

  it('has contents that were removed while it was written', async () => {
    const { p, administrator, twinId, text, blobId } = await smallTwin(await platform());
    const kit = { db: p.app.db, ports: p.app.ports, baseUrl: p.baseUrl, log: silentLog, now: Date.now };
    const kind = exportJob(kit, p.app.archives);
    const id = crypto.randomUUID();
    const row = newRow({ id, twin_id: twinId, job_id: crypto.randomUUID(), created_by: administrator.userId });
    await p.app.db.write((tx) => tx.run(q.insertInto('archive_exports').values(row)));
    const job = { id: row.job_id, twinId, createdBy: row.created_by, payload: { exportId: id }, attempt: 1 };
    const rest = { signal: new AbortController().signal, progress() {}, log() {} };
    const pinned = async () =>
      (await p.app.db.all(all.selectFrom('blob_pins').select('blob').where('holder', '=', id))).map(({ blob }) => blob);
    let removed = false;
    const write: typeof p.app.db.write = async (work) => {
      if (!removed && (await findExport(p.app.db, id))?.plan_blob) {
        removed = true;
        await p.app.db.write((tx) => p.app.ports.blobs.remove(tx, [blobId]));
        assert.ok((await pinned()).includes(blobId));
      }
      return p.app.db.write(work);
    };
    await kind.run({ ...job, ...rest, write });
    assert.ok(removed);
    await p.app.db.write((tx) => kind.ended?.(tx, job, { state: 'Succeeded' }) ?? Promise.resolve());
    const entries = await entriesIn(await fileOf(p, administrator, id));
    const digest = sha256(Buffer.from(text));
    assert.equal(String(entries.get(`data/blobs/${digest.slice(0, 2)}/${digest}`)), text);
    assert.deepEqual(await pinned(), []);
  });

  it('is not made where a content is lost, and says whose', async () => {
    const { p, administrator, twinId, blobId } = await smallTwin(await platform());
    await p.app.db.write((tx) => p.app.ports.blobs.remove(tx, [blobId]));
    const id = await exported({ p, administrator }, twinId);
    const { export: made } = requireSuccess(await p.call(administrator, `GET /archives/exports/${id}`));
    assert.deepEqual(
      [made.state, made.error],
      ['Failed', { code: 'ContentLost', message: "The content of 'pier.txt' is lost." }],
    );
    const { job } = requireSuccess(await p.call(administrator, `GET /jobs/${made.jobId}`));
    assert.deepEqual([job.kind, job.title, job.retryable], ['archives.export', 'Export Small', true]);
    await p.app.db.write((tx) => tx.run(all.updateTable('blobs').set({ state: 'kept' }).where('id', '=', blobId)));
    requireSuccess(await p.call(administrator, `POST /jobs/${made.jobId}/retry`));
    assert.equal((await ended(p, administrator, id)).state, 'Completed');
  });

  it('goes after its time, and long after that what is known of it', async () => {
    const { p, administrator, twinId } = await smallTwin(await platform());
    const id = await exported({ p, administrator }, twinId);
    const asked = async () => (await p.call(administrator, `GET /archives/exports/${id}`)).body.export?.state;
    const later = (days: number) => {
      const now = () => Date.now() + days * 86_400_000;
      const kit = { db: p.app.db, ports: p.app.ports, baseUrl: p.baseUrl, log: silentLog, now };
      return removalOfExports(kit).run(new AbortController().signal);
    };
    await later(6.9);
    assert.equal(await asked(), 'Completed');
    await later(7.1);
    assert.equal(await asked(), 'Expired');
    assert.equal((await p.call(administrator, `GET /archives/exports/${id}/file`)).status, 410);
    assert.equal((await p.call(administrator, `GET /archives/exports/${id}/report`)).status, 200);
    await later(7.1 + 90.1);
    assert.equal(await asked(), undefined);
  });
});
