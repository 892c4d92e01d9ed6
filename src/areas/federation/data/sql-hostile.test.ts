import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import { atTwin, peopleOf, placeOf } from '../testing/fixture.ts';
import { answersCatalog, catalogNames, dataRow, message, type Reply, startLiar } from '../testing/liar.ts';

/* Databases that lie about their types, leave in the middle, or answer for ever. */

const password = 'correct-horse-battery';

eachPlatform(
  'a database that is none',
  (platform) => {
    /** What the feed answers of a set whose rows come from such a server. */
    async function ask(answer: (sql: string, reply: Reply) => void, timeout = '5', path = '/pumps') {
      const liar = await startLiar(answer);
      try {
        const { p, owner, analyst, twinId } = await placeOf(await peopleOf(await platform()));
        const credentials = {
          Server: '127.0.0.1',
          Port: String(liar.port),
          Database: 'secretdb',
          UserId: 'reader',
          Password: password,
          Ssl: 'disable',
          CommandTimeout: timeout,
        };
        const body = { name: 'Plant', systemId: 'database', systemType: 'Federation.Sql', credentials };
        requireSuccess(await p.call(owner, `POST ${atTwin(twinId)}/systems`, { body }));
        const feed = `${atTwin(twinId)}/packages/SQL_TABLES/odata`;
        const rows = await p.call(analyst, `GET ${feed}${path}`);
        const alive = await p.call(analyst, `GET ${atTwin(twinId)}/packages/TWIN_MODELS/odata`);
        assert.equal(alive.status, 200, 'the server goes on');
        assert.doesNotMatch(JSON.stringify(rows.body), /127\.0\.0\.1|secretdb|correct-horse|reader/);
        return { rows };
      } finally {
        liar.stop();
      }
    }
    /** An answer to FETCH; all else is answered as it should be. */
    const onFetch = (fetched: (reply: Reply) => void) => (sql: string, reply: Reply) => {
      if (!answersCatalog(sql, reply)) fetched(reply);
    };
    const failed = (rows: { status: number; body: { error?: { code: string; message: string } } }, why: RegExp) => {
      assert.deepEqual([rows.status, rows.body.error?.code], [502, 'BadGateway'], JSON.stringify(rows.body));
      assert.match(rows.body.error?.message ?? '', /^System 'database' failed: /);
      assert.match(rows.body.error?.message ?? '', why);
    };

    it('but speaks like one, is read', async () => {
      const { rows } = await ask(
        onFetch((reply) => {
          reply.rows(['id', 'name', 'id'], ['1', 'a', '1'], ['2', null, '2']);
          reply.done();
        }),
      );
      assert.deepEqual(requireSuccess(rows).value, [
        { id: 1, name: 'a' },
        { id: 2, name: null },
      ]);
    });

    for (const [what, row] of [
      ['a text where a number is', ['x', 'a', 'x']],
      ['a number in no form of one', ['1; drop table', 'a', '1']],
      ['nothing in a key', [null, 'a', null]],
      ['fewer values than columns', []],
    ] as const) {
      it(`lies about its types: ${what}`, async () => {
        const { rows } = await ask(
          onFetch((reply) => {
            reply.rows(['id', 'name', 'id'], [...row]);
            reply.done();
          }),
        );
        failed(rows, /'id'/);
      });
    }

    it('leaves in the middle of a row', async () => {
      const { rows } = await ask(
        onFetch((reply) => reply.socket.end(dataRow(['1', 'a'.repeat(1000), '1']).subarray(0, 500))),
      );
      failed(rows, /it ended the connection/);
    });

    it('says nothing that the protocol knows', async () => {
      const { rows } = await ask(onFetch((reply) => reply.socket.end(message('?', Buffer.from('nonsense')))));
      failed(rows, /./);
    });

    it('tells its credentials in its errors', async () => {
      const { rows } = await ask(
        onFetch((reply) => reply.error('XX000', `no entry for reader with ${password} at secretdb on 127.0.0.1`)),
      );
      failed(rows, /no entry for … with … at … on …/);
    });

    const silentCatalog = (sql: string, reply: Reply): void => {
      if (!sql.includes('pg_catalog')) answersCatalog(sql, reply);
    };
    for (const [what, answer, path] of [
      ['for rows', onFetch(() => {}), '/pumps'],
      ['for its tables', silentCatalog, '/pumps'],
      ['for its tables, when the sets are asked for', silentCatalog, ''],
      ['for its tables, when the metadata are asked for', silentCatalog, '/$metadata'],
    ] as const) {
      it(`never answers a query ${what}: the time of the system is the longest`, async () => {
        const { rows } = await ask(answer, '1', path);
        assert.deepEqual([rows.status, rows.body.error.code], [504, 'GatewayTimeout']);
      });
    }

    for (const [what, chunk] of [
      ['rows', dataRow(['1', 'a'.repeat(60_000), '1'])],
      ['tables', dataRow(['t'.repeat(60_000), 'id', 'int4', 't', '0'])],
    ] as const) {
      it(`answers with ${what} for ever: it is left, and memory stays`, async () => {
        const before = process.memoryUsage().rss;
        let most = before;
        const pour = (socket: Reply['socket']): void => {
          most = Math.max(most, process.memoryUsage().rss);
          if (socket.destroyed) return;
          if (socket.write(chunk)) setImmediate(pour, socket);
          else socket.once('drain', () => pour(socket));
        };
        const { rows } = await ask((sql, reply) => {
          const isCatalog = sql.includes('pg_catalog');
          if (what === 'tables' ? !isCatalog : !/^FETCH/.test(sql)) return void answersCatalog(sql, reply);
          reply.rows(what === 'tables' ? catalogNames : ['id', 'name', 'id']);
          pour(reply.socket);
        }, '20');
        failed(rows, /more than 64 MB/);
        assert.ok(most - before < 700e6, `${(most - before) / 1e6} MB`);
      });
    }
  },
  { environment: { FEDERATION_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' }, bothInSlowSuite: true },
);
