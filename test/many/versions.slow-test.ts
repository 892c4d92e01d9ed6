import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { servedApis } from '../../src/start/served-apis.ts';
import type { Program } from '../crash/program.ts';
import { eventually } from '../support/eventually.ts';
import { type Installation, openInstallation } from '../support/installation.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { checkOutReleased, type Released } from '../support/released.ts';
import { startS3, type TestS3 } from '../support/s3.ts';

/** A column as the database tells it. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: string;
  readonly preset: string | null;
}

async function columnsIn(url: string): Promise<Map<string, Column>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Column>(
    `SELECT table_name || '.' || column_name AS name, data_type AS type, is_nullable AS nullable, column_default AS preset
     FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  await client.end();
  return new Map(rows.map((column) => [column.name, column]));
}

/** What of a new schema would break a program that knows the old one only. */
function breakages(before: ReadonlyMap<string, Column>, now: ReadonlyMap<string, Column>): string[] {
  const tables = new Set([...before.keys()].map(tableOf));
  const lost = [...before.values()].filter(({ name, type, nullable }) => {
    const column = now.get(name);
    return column === undefined || column.type !== type || (nullable === 'YES' && column.nullable === 'NO');
  });
  const demanded = [...now.values()].filter(
    ({ name, nullable, preset }) =>
      !before.has(name) && tables.has(tableOf(name)) && nullable === 'NO' && preset === null,
  );
  return [
    ...lost.map(({ name }) => `${name} is gone, of another type, or must not be null any more`),
    ...demanded.map(({ name }) => `${name} must be given, which the older program does not`),
  ];
}

const tableOf = (column: string): string => column.split('.')[0] ?? '';

/** They end when they are left. */
const streams = ['observability.tailRequests'];

/** Lists of all APIs that need no more than a twin. */
async function listsOf(twin: string): Promise<string[]> {
  const endpoints = (await servedApis()).flatMap((api) => (api.at === 'auth' ? [] : api.endpoints));
  const lists = endpoints.filter(
    ({ id, method, path }) => method === 'GET' && !path.includes('{') && !streams.includes(id),
  );
  return lists.map(({ path }) => `${path}?twinId=${twin}`);
}

describe('the last release and this program, during an update on one PostgreSQL and one store', () => {
  let servers: [TestPostgres, TestS3];
  let released: Released;
  let older: Installation;
  let newer: Installation;
  let olderProgram: Program;
  let newerProgram: Program;
  let databaseUrl: string;
  before(async () => {
    released = checkOutReleased();
    servers = await Promise.all([startPostgres(), startS3()]);
    databaseUrl = await servers[0].createDatabase();
    const shared = {
      DATABASE_URL: databaseUrl,
      BLOB_URL: await servers[1].createBucket(),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      AUTH_URL: 'http://balancer.example/auth',
    };
    older = await openInstallation(shared, released.program);
    newer = await openInstallation(shared);
    olderProgram = older.start();
    await olderProgram.ready();
    await older.signIn();
  });
  after(async () => {
    await Promise.all([older?.remove(), newer?.remove()]);
    await Promise.all(servers.map((server) => server.stop()));
    released?.remove();
  });
  const both = () =>
    [
      [older, newer],
      [newer, older],
    ] as const;

  it('the older one goes on while the newer one starts and migrates beside it, by steps that break nothing of it', async () => {
    const twin = await older.twin('Under way');
    const before = await columnsIn(databaseUrl);
    newerProgram = newer.start();
    let starting = true;
    const started = newerProgram.ready().finally(() => {
      starting = false;
    });
    let number = 0;
    for (let last = false; !last; ) {
      last = !starting; // once more when it has started: with what was prepared before
      const [read, written] = await Promise.all([
        older.call('GET', `/twins/${twin}`),
        older.call('PATCH', `/twins/${twin}`, { displayName: `Under way ${++number}` }),
      ]);
      assert.deepEqual([read.status, written.status], [200, 200], olderProgram.output());
    }
    await started;
    await newer.signIn();
    assert.equal((await newer.call('GET', `/twins/${twin}`)).body.twin.displayName, `Under way ${number}`);
    assert.deepEqual(breakages(before, await columnsIn(databaseUrl)), []);
  });

  it('the check of the schema sees what would break', () => {
    const column = (name: string, nullable: 'YES' | 'NO', preset: string | null = null, type = 'text') =>
      [name, { name, type, nullable, preset }] as const;
    const before = new Map([column('a.x', 'YES'), column('a.y', 'NO'), column('a.z', 'NO')]);
    const now = new Map([column('a.x', 'NO'), column('a.y', 'NO', null, 'bigint'), column('a.new', 'NO')]);
    assert.equal(breakages(before, now).length, 4);
    const more = new Map([...before, column('a.n', 'YES'), column('a.d', 'NO', '0'), column('b.x', 'NO')]);
    assert.deepEqual(breakages(before, more), []);
  });

  it('each sees at once what the other writes: twins, folders, contents of files', async () => {
    for (const [writer, reader] of both()) {
      const twin = await writer.twin('Shared');
      assert.equal((await reader.call('GET', `/twins/${twin}`)).body.twin.displayName, 'Shared');
      const content = randomBytes(300_000);
      const file = await writer.file(twin, 'a.bin', content);
      const link = await reader.link(`/storage/files/${file}/download`);
      assert.ok(Buffer.from(await (await fetch(link)).arrayBuffer()).equals(content));
      assert.equal((await reader.call('DELETE', `/twins/${twin}`)).status, 204);
      assert.equal((await writer.call('GET', `/twins/${twin}`)).status, 404);
    }
  });

  it('a job of either ends, whichever of them works on it', async () => {
    for (const [asker, other] of both()) {
      const { status, body } = await asker.call('POST', '/twins/exports', { outputFormat: 'Csv' });
      assert.equal(status, 201, JSON.stringify(body));
      await eventually(async () => {
        const asked = await other.call('GET', `/twins/exports/${body.export.id}`);
        assert.equal(asked.body.export.status, 'Completed');
      });
    }
  });

  it('every list of every API answers alike on both', async () => {
    const twin = await older.twin('Listed');
    await newer.file(twin, 'a.bin', randomBytes(10));
    const lists = await listsOf(twin);
    assert.ok(lists.length > 30, `${lists.length} lists`);
    for (const path of lists) {
      const [one, other] = [await older.call('GET', path), await newer.call('GET', path)];
      assert.ok(one.status < 500 && other.status < 500, `${path}: ${one.status} ${other.status}`);
      if (one.status === 200) assert.equal(other.status, 200, `${path}: ${JSON.stringify(other.body)}`);
    }
  });

  it('the newer one goes on alone', async () => {
    assert.equal((await olderProgram.end('SIGTERM')).code, 0, olderProgram.output());
    assert.equal((await newer.call('GET', '/twins/')).status, 200);
    assert.equal((await newerProgram.end('SIGTERM')).code, 0, newerProgram.output());
    assert.doesNotMatch(newerProgram.output() + olderProgram.output(), /request failed/);
  });
});
