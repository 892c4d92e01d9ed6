import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, it } from 'node:test';
import { eachDatabase } from '../../../test/support/databases.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { type Log, silentLog } from '../../std/log.ts';
import { secretBox } from '../../std/secret-box.ts';
import type { Database } from '../db/database.ts';
import { type Jobs, openJobs } from '../jobs/jobs.ts';
import { jobMigrations, q } from '../jobs/tables.ts';
import { type Mails, openMails } from './mail.ts';
import { type SmtpServer, startSmtpServer } from './testing/smtp-server.ts';

const mail = {
  to: 'maria.miller@example.com',
  subject: 'Invitation to the twin “Brücke”',
  text: 'Grüße! Follow https://localhost/auth/account/invitation?token=very-secret-token\n.\nThe end.',
};

eachDatabase('mails', (open) => {
  const folder = mkdtempSync(join(tmpdir(), 'twin-mails-'));
  const closing: (() => Promise<unknown>)[] = [];
  const lines: object[] = [];
  const log: Log = { ...silentLog, info: (facts) => void lines.push(facts), error: (facts) => void lines.push(facts) };
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    lines.length = 0;
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const start = async (smtpUrl?: string): Promise<{ db: Database; jobs: Jobs; mails: Mails }> => {
    const db = await open();
    await db.migrate(jobMigrations);
    const kinds = () => [mails.kind as never];
    const jobs = openJobs({ db, kinds, log, pollMs: 50 });
    const settings = { smtpUrl, dataDir: folder, baseUrl: 'https://twins.example.com' };
    const delays = [20, 20];
    const mails = openMails({ enqueue: jobs.enqueue, secrets: secretBox(Buffer.alloc(32)), settings, log, delays });
    await jobs.start();
    closing.push(() => jobs.stop(1000));
    return { db, jobs, mails };
  };
  const server = async (): Promise<SmtpServer> => {
    const started = await startSmtpServer();
    closing.push(started.close);
    return started;
  };

  it('go to the server of SMTP_URL, if and only if the transaction is committed', async () => {
    const smtp = await server();
    const { db, mails } = await start(smtp.url);
    await assert.rejects(
      db.write(async (tx) => {
        await mails.send(tx, { ...mail, subject: 'no' });
        throw new Error('no');
      }),
    );
    await db.write((tx) => mails.send(tx, mail));
    await eventually(async () => assert.equal(smtp.mails.length, 1));
    const [sent] = smtp.mails;
    assert.deepEqual([sent?.from, sent?.to], ['no-reply@twins.example.com', [mail.to]]);
    assert.match(sent?.data ?? '', /^From: "?Twin Platform"? <no-reply@twins\.example\.com>/m);
    assert.match(sent?.data ?? '', /^Message-ID: <[0-9a-f-]{36}@twins\.example\.com>/m);
    assert.match(sent?.data ?? '', /^Subject: =\?UTF-8\?/m);
  });

  it('come from the sender that SMTP_URL names, to one recipient whatever the address says', async () => {
    const smtp = await server();
    const { db, mails } = await start(`${smtp.url}?from=twins%40acme.example`);
    await db.write((tx) => mails.send(tx, { ...mail, to: 'a@example.com\r\nBcc: b@example.com' }));
    await eventually(async () => assert.equal(smtp.mails.length, 1));
    assert.equal(smtp.mails[0]?.from, 'twins@acme.example');
    assert.equal(smtp.mails[0]?.to.length, 1);
    assert.doesNotMatch(smtp.mails[0]?.data ?? '', /^Bcc:/m);
  });

  it('are tried again while the server is not ready, not after a refusal for good', async () => {
    const smtp = await server();
    const { db, mails } = await start(smtp.url);
    smtp.refuse('451 later', '421 later');
    await db.write((tx) => mails.send(tx, mail));
    await eventually(async () => assert.equal(smtp.mails.length, 1));
    smtp.refuse('550 no such user');
    await db.write((tx) => mails.send(tx, mail));
    const failed = q.selectFrom('jobs').selectAll().where('state', '=', 'Failed');
    await eventually(async () => assert.equal((await db.all(failed)).length, 1));
    const [row] = await db.all(failed);
    assert.deepEqual([row?.attempt, row?.error_code], [1, 'MailRefused']);
    assert.equal(smtp.mails.length, 1);
  });

  it('become files of the operator where no server is configured', async () => {
    const { db, mails, jobs } = await start();
    await db.write((tx) => mails.send(tx, mail));
    const files = () => readdirSync(join(folder, 'mails')).filter((file) => file.endsWith('.eml'));
    await eventually(async () => assert.ok(files().length > 0));
    const path = join(folder, 'mails', files().at(-1) ?? '');
    assert.match(readFileSync(path, 'utf8'), /very-secret-token/);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    await eventually(async () => {
      const told = lines.find((line) => 'subject' in line);
      assert.ok(told, 'nothing was logged');
      const { to, subject } = told as { to?: string; subject?: string };
      assert.deepEqual([to, subject], [mail.to, mail.subject]);
    });
    assert.doesNotMatch(JSON.stringify(lines), /very-secret-token/);
    const stored = JSON.stringify(await db.all(q.selectFrom('jobs').selectAll()));
    assert.doesNotMatch(stored, /very-secret-token|maria/);
    assert.deepEqual(await jobs.list(db, { limit: 10 }), [], 'mails are shown among the jobs');
  });
});
