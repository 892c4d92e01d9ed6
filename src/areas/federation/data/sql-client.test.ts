import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, it } from 'node:test';
import odata from '@odata/client';
import pg from 'pg';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import { startPostgres } from '../../../../test/support/postgres.ts';
import { beginFile, upload } from '../../storage/testing/fixture.ts';
import { atTwin, peopleOf, placeOf } from '../testing/fixture.ts';
import { checkAll, feedOf, type Row } from '../testing/odata-reader.ts';

/*
 * The same client and reader of others as in odata-client.test.ts, over a database of PostgreSQL and one of SQLite.
 */
const count = 2500;
const server = await startPostgres();
after(server.stop);
const url = new URL(await server.createDatabase());
await fillDatabase();

async function fillDatabase(): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`
    CREATE TABLE pumps (id int PRIMARY KEY, code text, cost numeric, flow float8, running bool, built date,
      seen timestamptz, tag uuid);
    INSERT INTO pumps SELECT n, 'it''s ' || n % 7, n * 1.10, n / 4.0, CASE n % 3 WHEN 0 THEN n % 2 = 0 END,
      '2024-01-01'::date + n % 28, '2024-01-31T10:00:00.123+01'::timestamptz + n * interval '1 hour',
      gen_random_uuid() FROM generate_series(1, ${count}) n;
    CREATE TABLE places (hall text, slot int8, note text, PRIMARY KEY (hall, slot));
    INSERT INTO places SELECT 'H' || n % 4, n, NULL FROM generate_series(1, 12) n;
    CREATE TABLE logs (line text)`);
  await client.end();
}

/** A place whose system `database` is this one. */
async function withDatabase(place: Awaited<ReturnType<typeof placeOf>>, credentials: object) {
  const body = { name: 'Plant', systemId: 'database', systemType: 'Federation.Sql', credentials };
  requireSuccess(await place.p.call(place.owner, `POST ${atTwin(place.twinId)}/systems`, { body }));
  return place;
}

eachPlatform(
  'a client of others on databases',
  (platform) => {
    it('reads every set of a PostgreSQL database over all its pages, and finds what its own filters say', async () => {
      const place = await withDatabase(await placeOf(await peopleOf(await platform())), {
        Server: url.hostname,
        Port: url.port,
        Database: url.pathname.slice(1),
        UserId: url.username,
        Password: decodeURIComponent(url.password) || 'none',
        Ssl: 'disable',
      });
      const sizes = await checkAll(place, 'SQL_TABLES');
      assert.deepEqual([...sizes].sort(), [
        ['_Faults', 1],
        ['places', 12],
        ['pumps', count],
      ]);
      const { client, all } = await feedOf(place, 'SQL_TABLES');
      const rows = await all('pumps');
      assert.deepEqual(
        rows.map(({ id }) => id),
        rows.map((_, at) => at + 1),
      );
      const pumps = client.getEntitySet<Row>('pumps');
      const filter = () => client.newFilter();
      const cases = [
        // quotes are for its callers to double
        [filter().field('code').eq("it''s 3"), (row: Row) => row.code === "it's 3"],
        [
          filter().field('cost').gt(100).field('cost').le(110.5),
          ({ cost }: Row) => Number(cost) > 100 && Number(cost) <= 110.5,
        ],
        [filter().field('running').eq(true), (row: Row) => row.running === true],
        [filter().field('running').ne(true), (row: Row) => row.running !== true],
        [filter().field('id').in([7, 2500, 9999]), ({ id }: Row) => id === 7 || id === 2500],
        [
          filter()
            .field('built')
            .lt(odata.EdmV4.Date.from(new Date('2024-01-05'))),
          ({ built }: Row) => String(built) < '2024-01-05',
        ],
        [
          filter()
            .field('tag')
            .eq(odata.EdmV4.Guid.from(String(rows[41]?.tag))),
          ({ id }: Row) => id === 42,
        ],
      ] as const;
      for (const [given, holds] of cases) {
        const expected = rows.filter(holds);
        assert.ok(expected.length > 0, given.build());
        assert.equal(await pumps.count(given), expected.length, given.build());
        const found = await pumps.query(client.newOptions().filter(given).top(5).select(['id', 'code']));
        assert.deepEqual(
          found,
          expected.slice(0, 5).map(({ id, code }) => ({ id, code })),
          given.build(),
        );
      }
      const last = await pumps.query(client.newOptions().orderby('id', 'desc').top(2).skip(1));
      assert.deepEqual(
        last.map(({ id }) => id),
        [count - 1, count - 2],
      );
      assert.deepEqual(
        await client
          .getEntitySet<Row>('places')
          .retrieve({ hall: 'H1', slot: 5 })
          .then(({ slot }) => slot),
        5,
      );
    });

    it('reads every set of a SQLite file', async () => {
      const place = await placeOf(await peopleOf(await platform()));
      const { p, analyst, root } = place;
      const db = new DatabaseSync(':memory:');
      db.exec(`CREATE TABLE doors (id INTEGER PRIMARY KEY NOT NULL, width REAL, name TEXT);
        CREATE TABLE loose (line TEXT);
        INSERT INTO loose VALUES ('a'), (NULL)`);
      const insert = db.prepare('INSERT INTO doors VALUES (?, ?, ?)');
      for (let at = 1; at <= 1500; at++) insert.run(at * 2, at / 8, at % 5 ? `D-${at}` : null);
      const { id, url: address } = await beginFile(p, analyst, root, 'plant.bin');
      await upload(address, Buffer.from(db.serialize()));
      requireSuccess(await p.call(analyst, `POST /storage/files/${id}/complete`));
      await withDatabase(place, { Provider: 'SQLite', Database: id });
      const sizes = await checkAll(place, 'SQL_TABLES');
      assert.deepEqual([...sizes].sort(), [
        ['doors', 1500],
        ['loose', 2],
      ]);
      const { client } = await feedOf(place, 'SQL_TABLES');
      assert.equal(await client.getEntitySet<Row>('doors').count(client.newFilter().field('width').ge(100)), 701);
    });
  },
  { bothInSlowSuite: true, environment: { FEDERATION_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' } },
);
