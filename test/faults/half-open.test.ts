import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openPostgres } from '../../src/kernel/db/postgres.ts';
import { tables } from '../../src/kernel/db/query.ts';
import { Unavailable } from '../../src/std/unavailable.ts';
import { eventually } from '../support/eventually.ts';
import { openInstallation } from '../support/installation.ts';
import { bootPostgres, createDatabase, type OwnPostgres } from '../support/postgres.ts';
import { type DeadEnd, openProxy } from '../support/proxy.ts';

const q = tables<{ numbers: { n: number } }>();
const migration = { id: 'numbers-1', statements: ['CREATE TABLE numbers (n integer NOT NULL)'] };

describe('a connection to PostgreSQL that is half open', () => {
  let postgres: OwnPostgres;
  let proxy: DeadEnd;
  before(async () => {
    postgres = await bootPostgres();
    proxy = await openProxy(postgres.port);
  });
  after(async () => {
    await proxy.close();
    await postgres.stop();
  });
  const throughProxy = async (more = ''): Promise<string> => {
    const url = new URL(await createDatabase(postgres.url));
    url.port = String(proxy.port);
    return url.href + more;
  };

  it('is given up after a deadline and thrown away: reads, writes and new connections alike', async () => {
    const deadlines = { connectionTimeoutMillis: 300, statement_timeout: 200, query_timeout: 300 };
    const db = openPostgres(await throughProxy(), { poolSize: 2, deadlines });
    await db.migrate([migration]);
    const read = () => db.all(q.selectFrom('numbers').selectAll());
    const insert = () => db.write((tx) => tx.run(q.insertInto('numbers').values({ n: 1 })));
    await Promise.all([insert(), read()]);
    proxy.freeze();
    await assert.rejects(read(), Unavailable);
    await assert.rejects(insert(), Unavailable);
    await assert.rejects(db.ping(), Unavailable);
    await eventually(async () => assert.equal(proxy.open, 0, 'no dead connection is kept'));
    proxy.thaw();
    assert.equal((await read()).length, 1);
    await insert();
    await db.close();
  });

  it('is not needed for a deadline: a statement that waits for a lock is ended by the server', async () => {
    const url = await throughProxy();
    const db = openPostgres(url);
    const deadlines = { connectionTimeoutMillis: 1000, statement_timeout: 100, query_timeout: 5000 };
    const impatient = openPostgres(url, { deadlines });
    await db.migrate([migration]);
    await db.write((tx) => tx.run(q.insertInto('numbers').values({ n: 1 })));
    const change = q.updateTable('numbers').set({ n: 2 });
    await db.write(async (tx) => {
      await tx.run(change);
      await assert.rejects(
        impatient.write((other) => other.run(change)),
        /statement timeout/,
      );
    });
    await impatient.write((tx) => tx.run(change));
    await Promise.all([impatient.close(), db.close()]);
  });

  it('answers health checks and requests of the whole program in time, which goes on by itself', async () => {
    const DATABASE_URL = await throughProxy('?statement_timeout=1000&query_timeout=1500');
    const installation = await openInstallation({ DATABASE_URL });
    const program = installation.start();
    try {
      await program.ready();
      await installation.signIn();
      const id = await installation.twin();
      proxy.freeze();
      const started = performance.now();
      const [health, ...replies] = await Promise.all([
        fetch(`${installation.baseUrl}/health/ready`),
        ...Array.from({ length: 20 }, () => installation.call('GET', `/twins/${id}`)),
      ]);
      assert.equal(health.status, 503);
      for (const { status, headers } of replies) {
        assert.equal(status, 503);
        assert.match(headers.get('retry-after') ?? '', /^\d+$/);
      }
      assert.ok(performance.now() - started < 100_000, 'nobody is kept waiting');
      proxy.thaw();
      await program.ready();
      await eventually(async () => assert.equal((await installation.call('GET', `/twins/${id}`)).status, 200));
      assert.equal((await program.end('SIGTERM')).code, 0, program.output());
    } finally {
      proxy.thaw();
      await installation.remove();
    }
  });
});
