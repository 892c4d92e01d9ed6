import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, type Person, type Platform, requireSuccess } from '../../../test/support/platform.ts';
import { newSociety } from '../../../test/support/world.ts';
import { silentLog } from '../../std/log.ts';
import { q as webhookTables } from '../webhooks/tables.ts';
import { testmodeArea } from './area.ts';
import { q } from './tables.ts';

const unknown = '00000000-0000-4000-8000-000000000000';
const day = 86_400_000;

async function testing(person: Person): Promise<Person> {
  const found = await person.inTestMode?.();
  assert.ok(found);
  return found;
}

async function created(p: Platform, who: Person, body?: object) {
  const answer = await p.call(who, 'POST /testmode/sandboxes', body === undefined ? {} : { body });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  return answer.body.sandbox;
}

/** Runs the upkeep of sandboxes as it would so much later. */
async function upkeep({ app, baseUrl }: Platform, laterMs: number): Promise<void> {
  const kit = { db: app.db, ports: app.ports, baseUrl, log: silentLog, now: () => Date.now() + laterMs };
  for (const task of testmodeArea(kit, { on: true, sandboxes: 200 }).maintenance ?? []) {
    await task.run(new AbortController().signal);
  }
}

const detailsOf = (body: { error: { details: { code: string; target: string }[] } }) =>
  body.error.details.map(({ code, target }) => `${code} ${target}`);

eachPlatform('test mode', (platform) => {
  it('makes a sandbox, which is a twin for test tokens alone', async () => {
    const p = await platform();
    const person = await p.person();
    const tester = await testing(person);
    const sandbox = await created(p, tester, { displayName: 'Trial', days: 2, number: 'T-1' });
    assert.deepEqual(
      [sandbox.displayName, sandbox.number, sandbox.template, sandbox.state, sandbox.error],
      ['Trial', 'T-1', 'empty', 'Ready', null],
    );
    assert.deepEqual([sandbox.createdBy, sandbox.applicationId], [person.userId, tester.clientId]);
    assert.equal(Date.parse(sandbox.endDateTime) - Date.parse(sandbox.createdDateTime), 2 * day);
    assert.deepEqual([sandbox.clock.offsetMs, sandbox.clock.state, sandbox.clock.target], [0, 'Ready', null]);
    assert.match(sandbox.claimUrl, new RegExp(`^${p.baseUrl}/console/claim/${sandbox.id}#[\\w-]{43}$`));
    assert.equal((await p.call(tester, `GET /twins/${sandbox.id}`)).status, 200);
    assert.equal((await p.call(person, `GET /twins/${sandbox.id}`)).status, 404);
    const shown = requireSuccess(await p.call(tester, `GET /testmode/sandboxes/${sandbox.id}`)).sandbox;
    assert.equal(shown.claimUrl, undefined);
    const listed = requireSuccess(await p.call(tester, 'GET /testmode/sandboxes?$top=1')).sandboxes;
    assert.deepEqual([listed.length, listed[0].id], [1, sandbox.id]);
    const { testMode } = requireSuccess(await p.call(tester, 'GET /testmode/'));
    assert.deepEqual(testMode, {
      mode: 'on',
      applicationId: tester.clientId,
      sandboxes: 1,
      maxSandboxes: 20,
      streams: 0,
      faultRules: 0,
    });
    const without = { ...person, inTestMode: undefined };
    for (const path of ['GET /testmode/', 'DELETE /testmode/sandboxes', `GET /testmode/sandboxes/${sandbox.id}`]) {
      const { status, body, headers } = await p.call(without, path);
      const nowhere = await p.call(without, 'GET /nowhere');
      assert.deepEqual([status, body.error], [404, nowhere.body.error]);
      assert.equal(headers.get('allow'), null);
    }
  });

  it('makes a sandbox of every twin below an Account, and twins of it below', async () => {
    const p = await platform();
    const tester = await testing(await p.person());
    const top = await p.twin(tester);
    const below = await p.twin(tester, { parentId: top.id, subClass: 'WorkPackage' });
    assert.equal((await p.call(tester, `GET /testmode/sandboxes/${top.id}`)).status, 200);
    const none = await p.call(tester, `GET /testmode/sandboxes/${below.id}`);
    assert.deepEqual([none.status, none.body.error.code], [404, 'SandboxNotFound']);
    assert.equal((await p.call(tester, `GET /testmode/sandboxes/${unknown}`)).status, 404);
  });

  it('keeps numbers of sandboxes apart from those of production twins', async () => {
    const p = await platform();
    const person = await p.person();
    const tester = await testing(person);
    await p.twin(person, { number: 'N-1' });
    const sandbox = await created(p, tester, { number: 'N-1' });
    const again = await p.call(tester, 'POST /testmode/sandboxes', { body: { number: 'n-1' } });
    assert.deepEqual([again.status, again.body.error.code], [409, 'twinExists']);
    const claim = `POST /testmode/sandboxes/${sandbox.id}/claim`;
    const taken = await p.call(tester, claim);
    assert.deepEqual([taken.status, taken.body.error.code], [409, 'twinExists']);
    const { twin } = requireSuccess(await p.call(tester, claim, { body: { number: 'N-2', displayName: 'Kept' } }));
    assert.deepEqual([twin.id, twin.number, twin.displayName], [sandbox.id, 'N-2', 'Kept']);
  });

  it('tells all that is wrong with a request', async () => {
    const p = await platform();
    const tester = await testing(await p.person());
    const body = { displayName: '', template: 'castle', days: 91, number: 'x'.repeat(256), colour: 'red' };
    const refused = await p.call(tester, 'POST /testmode/sandboxes', { body });
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'InvalidTestmodeRequest']);
    assert.deepEqual(detailsOf(refused.body).sort(), [
      'InvalidProperty colour',
      'InvalidValue days',
      'InvalidValue displayName',
      'InvalidValue number',
      'InvalidValue template',
    ]);
    const { id } = await created(p, tester);
    for (const path of [`POST /testmode/sandboxes/${id}/claim`]) {
      assert.deepEqual(detailsOf((await p.call(tester, path, { body: { kee: 'x' } })).body), ['InvalidProperty kee']);
    }
    for (const path of ['/testmode/sandboxes', `/testmode/sandboxes/${id}/mails`]) {
      assert.equal((await p.call(tester, `GET ${path}?$top=0`)).status, 422);
      const forged = await p.call(tester, `GET ${path}?continuationToken=e30.x`);
      assert.deepEqual(detailsOf(forged.body), ['InvalidParameter continuationToken']);
    }
  });

  it('goes through the sandboxes page by page, the newest first', async () => {
    const p = await platform();
    const tester = await testing(await p.person());
    const made: string[] = [];
    for (const displayName of ['A', 'B', 'C']) made.unshift((await created(p, tester, { displayName })).id);
    const found: string[] = [];
    for (let next: string | undefined = '/testmode/sandboxes?$top=2'; next !== undefined; ) {
      const page: { sandboxes: { id: string }[]; _links: { next?: { href: string } } } = requireSuccess(
        await p.call(tester, `GET ${next.replace(p.baseUrl, '')}`),
      );
      found.push(...page.sandboxes.map(({ id }) => id));
      next = page._links.next?.href;
    }
    assert.deepEqual([...found].sort(), [...made].sort());
    assert.equal(found.length, 3);
  });

  it('allows twenty of an application and person', async () => {
    const p = await platform();
    const tester = await testing(await p.person());
    for (let n = 0; n < 20; n++) await created(p, tester);
    const refused = await p.call(tester, 'POST /testmode/sandboxes');
    assert.deepEqual([refused.status, detailsOf(refused.body)], [422, ['ResourceQuotaExceeded sandboxes']]);
    const body = { class: 'Thing', subClass: 'Asset', displayName: 'Bridge' };
    const twin = await p.call(tester, 'POST /twins/', { body });
    assert.deepEqual([twin.status, detailsOf(twin.body)], [422, ['ResourceQuotaExceeded sandboxes']]);
  });

  it('removes a deleted sandbox with all that is in it, and tells of it once', async () => {
    const p = await platform();
    const { administrator, colleague } = await newSociety(p);
    const tester = await testing(administrator);
    const { id } = await created(p, tester);
    const below = await p.twin(tester, { parentId: id, subClass: 'WorkPackage' });
    const path = `/testmode/sandboxes/${id}`;
    assert.equal((await p.call(await testing(colleague), `DELETE ${path}`)).status, 404);
    p.takeEvents();
    assert.equal((await p.call(tester, `DELETE ${path}`)).status, 204);
    assert.equal((await p.call(tester, `DELETE ${path}`)).status, 404);
    for (const twinId of [id, below.id]) assert.equal((await p.call(tester, `GET /twins/${twinId}`)).status, 404);
    assert.deepEqual(
      p.takeEvents().map(({ type, twin }) => [type, twin.id]),
      [['twins.twinDeleted.v1', id]],
    );
    await upkeep(p, 60_000);
    const left = await p.app.db.all(q.selectFrom('test_sandboxes').select('id').where('id', '=', id));
    assert.deepEqual([left, await p.app.ports.twins.sandboxes.ids(p.app.db, id)], [[], [id]]);
    const { entries } = requireSuccess(await p.call(administrator, 'GET /audit/entries'));
    const told = entries.filter((one: { about: { id: string } }) => one.about.id === id);
    assert.deepEqual(
      told.map((one: { action: string }) => one.action),
      ['sandbox.deleted', 'sandbox.created'],
    );
  });

  it('ends with its time, and with its top twin', async () => {
    const p = await platform();
    const tester = await testing(await p.person());
    const [timed, deleted, kept] = [
      await created(p, tester, { days: 1 }),
      await created(p, tester),
      await created(p, tester, { days: 3 }),
    ];
    assert.equal((await p.call(tester, `DELETE /twins/${deleted.id}`)).status, 204);
    assert.equal((await p.call(tester, `GET /testmode/sandboxes/${deleted.id}`)).status, 404);
    await upkeep(p, 2 * day);
    await upkeep(p, 2 * day + 60_000);
    const rows = await p.app.db.all(
      q.selectFrom('test_sandboxes').select('id').where('created_by', '=', tester.userId),
    );
    assert.deepEqual(
      rows.map((row) => row.id),
      [kept.id],
    );
    assert.equal((await p.call(tester, `GET /twins/${timed.id}`)).status, 404);
  });

  it('is claimed by owners, and by people of the Account who have the key', async () => {
    const p = await platform();
    const { administrator, colleague, service } = await newSociety(p);
    const maker = await testing(administrator);
    const sandbox = await created(p, maker);
    const claim = `POST /testmode/sandboxes/${sandbox.id}/claim`;
    const key = sandbox.claimUrl.split('#')[1];
    const other = await testing(colleague);
    assert.equal((await p.call(other, claim)).status, 404);
    assert.equal((await p.call(other, claim, { body: { key: `${key}x` } })).status, 404);
    const stranger = await testing(await p.person());
    assert.equal((await p.call(stranger, claim, { body: { key } })).status, 404, 'not of the organization');
    const machine = await testing(service);
    const members = `/accesscontrol/twins/${sandbox.id}/members`;
    const role = { displayName: 'Robot', description: 'A program' };
    const made = requireSuccess(
      await p.call(maker, `POST /accesscontrol/twins/${sandbox.id}/roles`, { body: role }),
    ).role;
    const joining = { members: [{ email: machine.email, roleIds: [made.id] }] };
    requireSuccess(await p.call(maker, `POST ${members}/users`, { body: joining }));
    assert.equal((await p.call(machine, claim)).status, 403, 'no person');
    assert.deepEqual((await membersOf(p, maker, sandbox.id)).sort(), [administrator.userId, machine.userId].sort());
    p.takeEvents();
    const { twin } = requireSuccess(await p.call(other, claim, { body: { key } }));
    assert.deepEqual([twin.id, twin.displayName], [sandbox.id, 'Sandbox']);
    assert.deepEqual(
      p.takeEvents().map(({ type }) => type),
      ['accessControl.memberAdded.v1', 'accessControl.memberRemoved.v1'],
    );
    assert.equal(
      (await p.call(maker, `GET /twins/${sandbox.id}`)).status,
      404,
      'a test token has nothing to do with it',
    );
    assert.equal((await p.call(other, claim, { body: { key } })).status, 404);
    assert.deepEqual(
      (await membersOf(p, colleague, sandbox.id)).sort(),
      [administrator.userId, colleague.userId].sort(),
      'the service of a test application has left',
    );
  });

  it('keeps its mails, and lets nobody join but in test mode', async () => {
    const p = await platform();
    const person = await p.person();
    const tester = await testing(person);
    const { id } = await created(p, tester);
    const guest = await p.person();
    const [role] = requireSuccess(await p.call(tester, `GET /accesscontrol/twins/${id}/roles`)).roles;
    const members = [{ email: guest.email, roleIds: [role.id] }];
    const answer = await p.call(tester, `POST /accesscontrol/twins/${id}/members/users`, { body: { members } });
    const [invitation] = requireSuccess(answer).invitations;
    const { mails } = requireSuccess(await p.call(tester, `GET /testmode/sandboxes/${id}/mails`));
    assert.deepEqual([mails.length, mails[0].to], [1, guest.email]);
    assert.match(mails[0].text, /invites you to join/);
    assert.equal((await p.call(await testing(guest), `GET /testmode/sandboxes/${id}/mails`)).status, 404);
    const accept = `POST /accesscontrol/twins/${id}/members/invitations/${invitation.id}/accept`;
    assert.equal((await p.call(guest, accept)).status, 404);
    const by = {
      userId: guest.userId,
      clientId: null,
      email: guest.email,
      address: '',
      userAgent: '',
      correlationId: '',
    };
    assert.equal(await p.app.ports.access.invitations.accept(by, id, invitation.id), 'unknown', 'nor on a page');
    assert.equal((await p.call(await testing(guest), accept)).status, 204);
  });

  it('tells test webhooks of sandboxes, and production webhooks of everything else', async () => {
    const p = await platform();
    const { administrator } = await newSociety(p);
    const tester = await testing(administrator);
    const { organizationId } = administrator;
    const services = { organizationId, roles: ['account_administrator'], service: true } as const;
    const hook = {
      scope: 'Account',
      callbackUrl: 'https://callback.example.com/',
      eventTypes: ['twins.twinCreated.v1'],
    };
    const ids: string[] = [];
    for (const mode of ['Production', 'Test'] as const) {
      const service = await p.person({ ...services, mode });
      const { id } = requireSuccess(await p.call(service, 'POST /webhooks', { body: hook }));
      requireSuccess(await p.call(service, `PATCH /webhooks/${id}`, { body: { active: true } }));
      ids.push(id);
    }
    const production = await p.twin(administrator);
    const sandbox = await p.twin(tester);
    const deliveries = webhookTables.selectFrom('webhook_deliveries').select(['webhook_id', 'twin_id']);
    const sent = await p.app.db.all(deliveries.where('webhook_id', 'in', ids));
    assert.deepEqual(
      ids.map((id) => sent.filter((one) => one.webhook_id === id).map((one) => one.twin_id)),
      [[production.id], [sandbox.id]],
    );
  });

  it('knows test applications by their mode, which never changes', async () => {
    const p = await platform();
    const person = await p.person();
    const body = { displayName: 'Trial', type: 'SPA', mode: 'Test' };
    const { application } = requireSuccess(await p.call(person, 'POST /auth/api/applications', { body }));
    assert.equal(application.mode, 'Test');
    assert.match(application.clientId, /^test-spa-[a-z0-9]{26}$/);
    const path = `/auth/api/applications/${application.clientId}`;
    const refused = await p.call(person, `PATCH ${path}`, { body: { mode: 'Production' } });
    assert.deepEqual([refused.status, detailsOf(refused.body)], [422, ['ReadOnlyProperty mode']]);
    const plain = requireSuccess(
      await p.call(person, 'POST /auth/api/applications', { body: { displayName: 'Real', type: 'SPA' } }),
    ).application;
    assert.equal(plain.mode, 'Production');
    const tester = await testing(person);
    assert.equal((await p.call(tester, `GET ${path}`)).status, 200);
    assert.equal((await p.call(tester, `DELETE ${path}`)).status, 403);
    assert.equal((await p.call(tester, 'POST /auth/api/applications', { body })).status, 403);
  });
});

eachPlatform(
  'test mode that is switched off',
  (platform) => {
    it('is unknown to everybody, and its tokens are refused', async () => {
      const p = await platform();
      const person = await p.person();
      const tester = await testing(person);
      const without = { ...person, inTestMode: undefined };
      assert.equal((await p.call(tester, 'GET /twins/')).status, 401);
      assert.equal((await p.call(without, 'GET /testmode/')).status, 404);
      const body = { displayName: 'Trial', type: 'SPA', mode: 'Test' };
      const refused = await p.call(person, 'POST /auth/api/applications', { body });
      assert.deepEqual([refused.status, detailsOf(refused.body)], [422, ['InvalidValue mode']]);
      assert.ok(!p.app.apis.some(({ name }) => name === 'testmode'));
    });
  },
  { environment: { TEST_MODE: 'off' } },
);

const membersOf = async (p: Platform, who: Person, twinId: string): Promise<string[]> =>
  requireSuccess(await p.call(who, `GET /accesscontrol/twins/${twinId}/members/users`)).members.map(
    ({ id }: { id: string }) => id,
  );
