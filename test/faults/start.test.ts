import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Environment, Program } from '../crash/program.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { type Installation, openInstallation } from '../support/installation.ts';
import { bootPostgres, createDatabase, type OwnPostgres } from '../support/postgres.ts';
import { childrenOf } from '../support/processes.ts';
import { startS3, type TestS3 } from '../support/s3.ts';

describe('a start with something missing', () => {
  let postgres: OwnPostgres;
  let s3: TestS3;
  const opened: Installation[] = [];
  before(async () => {
    [postgres, s3] = await Promise.all([bootPostgres(), startS3()]);
  });
  after(async () => {
    for (const one of opened) await one.remove();
    await Promise.all([postgres.stop(), s3.stop()]);
  });
  const installation = async (more: Environment = {}): Promise<Installation> => {
    const one = await openInstallation(more);
    opened.push(one);
    return one;
  };
  const refused = async (program: Program, sentence: RegExp) => {
    assert.equal((await program.ended()).code, 2, program.output());
    assert.match(program.output(), sentence);
    assert.doesNotMatch(program.output(), / {4}at /, 'no stack');
  };
  const waits = (program: Program, sentence: RegExp) =>
    eventually(async () => {
      assert.match(program.output(), sentence);
      assert.match(program.output(), /The start waits for it\./);
    });

  it('waits for a PostgreSQL that is not up yet, says so once, and goes on by itself', async () => {
    const DATABASE_URL = await createDatabase(postgres.url);
    await postgres.interrupt('fast');
    const program = (await installation({ DATABASE_URL })).start();
    await waits(program, /PostgreSQL at 127\.0\.0\.1:\d+ cannot be used now: .*ECONNREFUSED/);
    await postgres.resume();
    await program.ready();
    assert.equal(program.output().match(/ECONNREFUSED/g)?.length, 1);
    assert.doesNotMatch(program.output(), / {4}at /, 'no stack');
    assert.equal((await program.end('SIGTERM')).code, 0);
  });

  it('ends with 0 at Ctrl-C while it waits', async () => {
    const DATABASE_URL = `postgres://a:b@127.0.0.1:${await freePort()}/x`;
    const program = (await installation({ DATABASE_URL })).start();
    await waits(program, /PostgreSQL at/);
    assert.equal((await program.end('SIGINT')).code, 0);
  });

  it('brings all workers back that died together while the database was away', async () => {
    const program = (await installation({ DATABASE_URL: await createDatabase(postgres.url), PROCESSES: '2' })).start();
    await program.ready();
    await eventually(async () => assert.match(program.output(), /is ready/));
    await postgres.interrupt('immediate');
    const workers = childrenOf(program.pid);
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    await waits(program, /PostgreSQL at/);
    await postgres.resume();
    await program.ready();
    assert.ok(!childrenOf(program.pid).some((pid) => workers.includes(pid)));
    assert.equal((await program.end('SIGTERM')).code, 0, program.output());
  });

  it('ends with 2 where PostgreSQL refuses the user or has no such database', async () => {
    const wrong = new URL(postgres.url);
    wrong.password = 'wrong';
    const one = await installation();
    await refused(one.start({ DATABASE_URL: wrong.href }), /refuses the user of DATABASE_URL: password/);
    const none = new URL(postgres.url);
    none.pathname = '/nowhere';
    await refused(one.start({ DATABASE_URL: none.href }), /has no database 'nowhere'/);
  });

  it('waits for an object store that is not up yet', async () => {
    const one = await installation({ BLOB_URL: `s3://bucket?endpoint=http://127.0.0.1:${await freePort()}` });
    const program = one.start();
    await waits(program, /The bucket 'bucket' at 127\.0\.0\.1:\d+ cannot be used now/);
    await program.end('SIGKILL');
  });

  it('ends with 2 where the bucket does not exist', async () => {
    const url = new URL(await s3.createBucket());
    url.hostname = 'no-such-bucket';
    await refused((await installation()).start({ BLOB_URL: url.href }), /The bucket 'no-such-bucket' .*does not exist/);
  });

  it('ends with 2 where the data folder is none', async () => {
    const one = await installation();
    writeFileSync(join(one.folder, 'file'), '');
    await refused(one.start({ DATA_DIR: join(one.folder, 'file', 'data') }), /is not a folder .*DATA_DIR/);
  });

  it('ends with 2 where the database is damaged', async () => {
    const one = await installation();
    mkdirSync(one.env.DATA_DIR ?? '');
    writeFileSync(join(one.env.DATA_DIR ?? '', 'platform.sqlite'), 'x'.repeat(10_000));
    await refused(one.start(), /platform\.sqlite is damaged, or no database/);
  });
});
