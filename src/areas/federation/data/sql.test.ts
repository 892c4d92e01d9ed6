import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { after, it } from 'node:test';
import pg from 'pg';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import { startPostgres } from '../../../../test/support/postgres.ts';
import { beginFile, upload } from '../../storage/testing/fixture.ts';
import { atTwin, peopleOf, placeOf } from '../testing/fixture.ts';

type Place = Awaited<ReturnType<typeof placeOf>>;
type Row = Readonly<Record<string, unknown>>;

const server = await startPostgres();
after(server.stop);
const url = new URL(await server.createDatabase());
await fillDatabase();

async function fillDatabase(): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`
    CREATE TABLE pumps (id int PRIMARY KEY, "Serial no" text, cost numeric, flow float8, ok bool, built date,
      seen timestamptz, tag uuid, huge int8, data bytea, kinds text[]);
    INSERT INTO pumps SELECT n, 'P-' || n, n * 1.10, CASE n WHEN 3 THEN 'NaN'::float8 ELSE n / 4.0 END, n % 2 = 0,
      '2024-01-01'::date + n, '2024-01-31T10:00:00.123456+01'::timestamptz + n * interval '1 hour',
      '5e19bee0-3aea-4355-a9f0-c6df9989ee7d', 9007199254740993, 'x', '{a,b}' FROM generate_series(1, 2500) n;
    INSERT INTO pumps (id) VALUES (9999);
    CREATE TABLE logs (line text);
    CREATE VIEW wide AS SELECT * FROM pumps;
    CREATE TABLE texts (name text PRIMARY KEY);
    INSERT INTO texts VALUES ('a'), ('B'), ('Ä'), ('z'), ('b');
    CREATE SCHEMA other; CREATE TABLE other.plants (id int PRIMARY KEY)`);
  await client.end();
}

const credentials = () => ({
  Server: url.hostname,
  Port: url.port,
  Database: url.pathname.slice(1),
  UserId: url.username,
  Password: decodeURIComponent(url.password) || 'none',
  Ssl: 'disable',
});

async function withSystem(place: Place, given: Readonly<Record<string, string>>): Promise<Place> {
  const { p, owner, twinId } = place;
  const body = { name: 'Plant', systemId: 'Database', systemType: 'Federation.Sql', credentials: given };
  requireSuccess(await p.call(owner, `POST ${atTwin(twinId)}/systems`, { body }));
  return place;
}
/** What the test of the one system of a twin says. */
async function tested({ p, owner, twinId }: Place): Promise<{ connected: boolean; message: string }> {
  const at = `${atTwin(twinId)}/systems`;
  const [system] = requireSuccess(await p.call(owner, `GET ${at}`)).systems;
  return requireSuccess(await p.call(owner, `POST ${at}/${system.id}/test`));
}
const feedOf = ({ twinId }: Place): string => `${atTwin(twinId)}/packages/SQL_TABLES/odata`;
const get = async (at: Place, path = '') => requireSuccess(await at.p.call(at.analyst, `GET ${feedOf(at)}${path}`));
const execute = (at: Place, entitySet: string) =>
  at.p.call(at.analyst, `POST ${atTwin(at.twinId)}/packages/SQL_TABLES`, {
    body: { variables: [{ name: 'entitySet', value: entitySet }] },
  });
/** Every call of the feed, one after the other. */
async function feed(at: Place) {
  const answers = [];
  for (const path of ['', '/$metadata', '/pumps', '/pumps/$count']) {
    answers.push(await at.p.call(at.analyst, `GET ${feedOf(at)}${path}`));
  }
  return answers;
}
const names = (body: { value: { name: string }[] }) => body.value.map(({ name }) => name);

eachPlatform(
  'the feed of a database',
  (platform) => {
    const newPlace = async (): Promise<Place> => placeOf(await peopleOf(await platform()));

    it('has the tables that have a key, with their types', async () => {
      const at = await withSystem(await newPlace(), credentials());
      assert.deepEqual(await tested(at), {
        connected: true,
        message: '2 tables can be read; the set _Faults names the others.',
      });
      assert.deepEqual(names(await get(at)), ['pumps', 'texts', '_Faults']);
      const faults = (await get(at, '/_Faults')).value.map(({ File }: Row) => File);
      assert.deepEqual(faults, ['logs', 'wide']);
      const metadata: string = await get(at, '/$metadata');
      for (const one of [
        'Name="id" Type="Edm.Int32" Nullable="false"/>',
        'Name="Serial_no" Type="Edm.String"><Annotation Term="Core.Description" String="Serial no"/>',
        'Name="cost" Type="Edm.Decimal" Scale="variable"/>',
        'Name="seen" Type="Edm.DateTimeOffset" Precision="3"/>',
        'Name="tag" Type="Edm.Guid"/>',
      ]) {
        assert.ok(metadata.includes(`<Property ${one}`), one);
      }
      assert.doesNotMatch(metadata, /"data"/);
      const [row] = (await get(at, '/pumps?$top=1')).value;
      assert.deepEqual(row, {
        id: 1,
        Serial_no: 'P-1',
        cost: 1.1,
        flow: 0.25,
        ok: false,
        built: '2024-01-02',
        seen: '2024-01-31T10:00:00.123Z',
        tag: '5e19bee0-3aea-4355-a9f0-c6df9989ee7d',
        huge: Number('9007199254740993'),
        kinds: '{a,b}',
      });
      const third = await get(at, '/pumps(3)');
      assert.deepEqual([third.id, third.flow, third.cost], [3, null, 3.3]);
    });

    it('is filtered, sorted, counted and paged like any other', async () => {
      const at = await withSystem(await newPlace(), credentials());
      const filter = "cost gt 10.5 and ok and contains(Serial_no,'9')";
      const found = Array.from({ length: 2500 }, (_, n) => n + 1).filter(
        (n) => n > 9 && n % 2 === 0 && /9/.test(`${n}`),
      );
      assert.equal(await get(at, `/pumps/$count?$filter=${filter}`), String(found.length));
      assert.equal(await get(at, '/pumps/$count?$filter=huge eq null'), '1');
      assert.equal(await get(at, '/pumps/$count?$filter=huge eq 9007199254740993'), '2500');
      assert.equal(await get(at, '/pumps/$count?$filter=huge eq 9007199254740992'), '0', 'not rounded');
      assert.equal(await get(at, "/pumps/$count?$filter=Serial_no ne 'P-1'"), '2500');
      const sorted = (await get(at, '/texts?$orderby=name desc')).value.map(({ name }: Row) => name);
      assert.deepEqual(sorted, ['Ä', 'z', 'b', 'a', 'B'], 'by code points');
      const keys: unknown[] = [];
      for (
        let next: string | undefined = `${feedOf(at)}/pumps?$select=id&$orderby=ok desc&$top=2200&$count=true`;
        next;
      ) {
        const body: { value: Row[]; '@odata.count': number; '@odata.nextLink'?: string } = requireSuccess(
          await at.p.call(at.analyst, `GET ${next}`),
        );
        assert.equal(body['@odata.count'], 2501);
        keys.push(...body.value.map(({ id }) => id));
        next = body['@odata.nextLink'];
      }
      assert.equal(keys.length, 2200);
      assert.deepEqual(keys.slice(0, 2), [2, 4]);
      assert.deepEqual(keys.slice(1249, 1252), [2500, 1, 3]);
      assert.equal(new Set(keys).size, 2200);
      assert.deepEqual(requireSuccess(await execute(at, 'texts')).data.length, 5);
      const other = await withSystem(await newPlace(), { ...credentials(), Schema: 'other' });
      assert.deepEqual(names(await get(other)), ['plants']);
    });

    it('wants a system that is stored', async () => {
      const at = await newPlace();
      const answers = [await execute(at, 'x'), await at.p.call(at.analyst, `GET ${feedOf(at)}`)];
      answers.push(await at.p.call(at.analyst, `GET ${feedOf(at)}/x`));
      for (const { status, body } of answers) {
        assert.equal(status, 422);
        const message = "The system 'database' is not stored in this twin.";
        assert.deepEqual(body.error.details, [{ code: 'InvalidValue', message, target: 'systemId' }]);
      }
    });

    it('tells why a system fails, without its host and secrets', async () => {
      const cases: readonly (readonly [change: Readonly<Record<string, string>>, reason: RegExp])[] = [
        [{ Server: '10.1.2.3' }, /may not connect to its network/],
        [{ Server: 'no-such-host.invalid' }, /its server is not found/],
        [{ Port: '1' }, /it refuses the connection/],
        [{ Database: '' }, /its property 'Database' is missing/],
        [{ Database: 'nothing here' }, /database "…" does not exist/],
        [{ Ssl: 'verify-full' }, /it offers no encryption/],
      ];
      for (const [change, reason] of cases) {
        const at = await withSystem(await newPlace(), { ...credentials(), ...change });
        for (const { status, body } of [await execute(at, 'pumps'), ...(await feed(at))]) {
          assert.deepEqual([status, body.error.code], [502, 'BadGateway'], JSON.stringify(body));
          assert.match(body.error.message, /^System 'database' failed: /);
          assert.match(body.error.message, reason);
          assert.doesNotMatch(body.error.message, /127\.0\.0\.1|localhost|nothing here|10\.1/);
          assert.deepEqual(await tested(at), {
            connected: false,
            message: body.error.message.replace('database', 'Database'),
          });
        }
      }
    });

    it('gives up on a system that never answers', async (t) => {
      const silent = createServer(() => {}).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      t.after(() => silent.close());
      const address = silent.address();
      assert.ok(typeof address === 'object' && address);
      const at = await withSystem(await newPlace(), { ...credentials(), Port: String(address.port) });
      const { status, body } = await execute(at, 'pumps');
      assert.deepEqual([status, body.error.code], [502, 'BadGateway']);
    });

    it('does not wait longer than it is allowed to', async (t) => {
      const locker = new pg.Client({ connectionString: url.href });
      await locker.connect();
      t.after(() => locker.end());
      const at = await withSystem(await newPlace(), { ...credentials(), CommandTimeout: '1' });
      await locker.query('BEGIN');
      await locker.query('LOCK TABLE pumps IN ACCESS EXCLUSIVE MODE');
      const calls = [
        ...['/pumps', '/pumps/$count'].map((path) => () => at.p.call(at.analyst, `GET ${feedOf(at)}${path}`)),
        () => execute(at, 'pumps'),
      ];
      for (const call of calls) {
        const { status, body } = await call();
        assert.deepEqual([status, body.error?.code], [504, 'GatewayTimeout'], JSON.stringify(body));
      }
    });

    it('reads a SQLite file of the same twin, for who may read files', async () => {
      const at = await newPlace();
      const { p, analyst, root } = at;
      const db = new DatabaseSync(':memory:');
      db.exec(
        'CREATE TABLE "my doors" (id INTEGER PRIMARY KEY NOT NULL, w REAL); INSERT INTO "my doors" VALUES (7, 0.9)',
      );
      const { id, url: address } = await beginFile(p, analyst, root, 'plant.bin');
      await upload(address, Buffer.from(db.serialize()));
      requireSuccess(await p.call(analyst, `POST /storage/files/${id}/complete`));
      await withSystem(at, { Provider: 'SQLite', Database: id });
      assert.deepEqual(names(await get(at)), ['my_doors']);
      assert.deepEqual((await get(at, '/my_doors')).value, [{ id: 7, w: 0.9 }]);
      assert.equal((await p.call(at.blind, `GET ${feedOf(at)}`)).status, 403);
      assert.deepEqual(await tested(at), { connected: true, message: '1 table can be read.' });
      const elsewhere = await withSystem(await newPlace(), { Provider: 'SQLite', Database: id });
      assert.equal((await execute(elsewhere, 'x')).status, 502);
      const path = await withSystem(await newPlace(), { Provider: 'SQLite', Database: '/etc/passwd' });
      assert.equal((await execute(path, 'x')).status, 502);
    });
  },
  { environment: { FEDERATION_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' } },
);
