import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Receiver, startReceiver } from '../../src/areas/webhooks/testing/receiver.ts';
import type { Program } from '../crash/program.ts';
import { eventually } from '../support/eventually.ts';
import { type Installation, openInstallation, type Reply } from '../support/installation.ts';
import { bootPostgres, createDatabase, type OwnPostgres } from '../support/postgres.ts';
import { assertServerBusy, assertUnavailable, assertUnavailablePage } from './unavailable.ts';

const writers = 8;
const rounds = 4;
const networks = { WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8' };
const form = { grant_type: 'client_credentials', client_id: 'service-operator', client_secret: 'x' };
const authorization =
  '/auth/connect/authorize?client_id=x&response_type=code&redirect_uri=http://localhost/&scope=twin-platform';

describe('PostgreSQL that stops and comes back under writes', () => {
  let postgres: OwnPostgres;
  before(async () => {
    postgres = await bootPostgres();
  });
  after(() => postgres.stop());

  for (const processes of ['1', '2']) {
    it(`never ends the server of ${processes} process(es): it answers 503 with Retry-After, and goes on by itself`, async () => {
      const installation = await openInstallation({
        DATABASE_URL: await createDatabase(postgres.url),
        PROCESSES: processes,
        ...networks,
      });
      const program = installation.start();
      try {
        await program.ready();
        await eventually(async () => assert.match(program.output(), /is ready/));
        await installation.signIn();
        const receiver = await subscribe(installation);
        for (let round = 0; round < rounds; round++) await outage(postgres, installation, program, round);
        await workGoesOn(installation, receiver);
        await receiver.close();
        assert.doesNotMatch(program.output(), /worker process died|uncaught|unhandled/i);
        assert.equal((await program.end('SIGTERM')).code, 0, program.output());
      } finally {
        await installation.remove();
      }
    });
  }

  it('is answered with 503 and Retry-After by pages, the token endpoint and links, too', async () => {
    const installation = await openInstallation({ DATABASE_URL: await createDatabase(postgres.url) });
    const { baseUrl, call } = installation;
    const program = installation.start();
    try {
      await program.ready();
      await installation.signIn();
      const file = await installation.file(await installation.twin(), 'a.bin', Buffer.from('content'));
      const link = await installation.link(`/storage/files/${file}/download`);
      await postgres.interrupt('immediate');
      for (const path of ['/auth/account', '/auth/connect/device', authorization]) {
        await assertUnavailablePage(await fetch(baseUrl + path, { headers: { Cookie: 'twin_session=x' } }));
      }
      await assertServerBusy(await fetch(link));
      assertUnavailable(await call('GET', '/twins/'));
      const token = await fetch(`${baseUrl}/auth/connect/token`, { method: 'POST', body: new URLSearchParams(form) });
      assert.deepEqual([token.status, JSON.parse(await token.text()).error], [503, 'temporarily_unavailable']);
      assert.match(token.headers.get('retry-after') ?? '', /^\d+$/);
      await postgres.resume();
      await program.ready();
      assert.equal((await fetch(link)).status, 200);
      assert.equal((await program.end('SIGTERM')).code, 0);
      assert.doesNotMatch(program.output(), /uncaught|unhandled/i);
    } finally {
      await installation.remove();
    }
  });

  it('is not waited for at the end of the program', async () => {
    const installation = await openInstallation({ DATABASE_URL: await createDatabase(postgres.url) });
    const program = installation.start();
    try {
      await program.ready();
      await postgres.interrupt('fast');
      assert.equal((await program.end('SIGTERM')).code, 0, program.output());
    } finally {
      await postgres.resume();
      await installation.remove();
    }
  });
});

/** PostgreSQL goes while all write, and comes back: nothing but 201 and 503, and then 201 again. */
async function outage(postgres: OwnPostgres, installation: Installation, program: Program, round: number) {
  const replies: Reply[] = [];
  let writing = true;
  const write = async () => {
    while (writing) replies.push(await createTwin(installation));
  };
  const all = Promise.all(Array.from({ length: writers }, write));
  await eventually(async () => assert.ok(replies.some(({ status }) => status === 201)));
  await postgres.interrupt(round % 2 === 0 ? 'immediate' : 'fast');
  await eventually(async () => assert.ok(replies.filter(({ status }) => status === 503).length >= writers));
  const health = await fetch(`${installation.baseUrl}/health/ready`);
  assert.deepEqual([health.status, await health.json()], [503, { status: 'unavailable', unavailable: ['database'] }]);
  assert.equal((await fetch(`${installation.baseUrl}/health/live`)).status, 200);
  await postgres.resume();
  const before = replies.length;
  await eventually(async () => assert.ok(replies.slice(before).some(({ status }) => status === 201)));
  await program.ready();
  writing = false;
  await all;
  for (const reply of replies) if (reply.status !== 201) assertUnavailable(reply);
}

/** A receiver of the events of all twins. */
async function subscribe({ call }: Installation): Promise<Receiver> {
  const receiver = await startReceiver();
  const body = { callbackUrl: receiver.url, scope: 'Account', eventTypes: ['twins.twinCreated.v1'] };
  const made = await call('POST', '/webhooks/', body);
  assert.equal(made.status, 202, JSON.stringify(made.body));
  assert.equal((await call('PATCH', `/webhooks/${made.body.id}`, { active: true })).status, 200);
  return receiver;
}

/** Jobs and deliveries, after the last outage. */
async function workGoesOn(installation: Installation, receiver: Receiver): Promise<void> {
  const id = await installation.twin();
  await eventually(async () => assert.ok(receiver.received.some(({ body }) => body.includes(id))));
  const made = await installation.call('POST', '/twins/exports', { outputFormat: 'Csv' });
  await eventually(async () => {
    const { body } = await installation.call('GET', `/twins/exports/${made.body.export.id}`);
    assert.equal(body.export.status, 'Completed');
  });
}

const createTwin = (installation: Installation) =>
  installation.call('POST', '/twins/', { class: 'Endeavor', subClass: 'Project', displayName: 'Bridge' });
