import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { actionsOfTwins, auditMigrations } from '../../../test/support/audit.ts';
import { eachDatabase } from '../../../test/support/databases.ts';
import { eventually } from '../../../test/support/eventually.ts';
import {
  eachPlatform,
  type Person,
  type Platform,
  requireSuccess,
  startPlatform,
} from '../../../test/support/platform.ts';
import { newSociety, newWorld } from '../../../test/support/world.ts';
import type { Ports } from '../../api/ports/ports.ts';
import { type AuditAction, theSystem } from '../../kernel/audit.ts';
import { silentLog } from '../../std/log.ts';
import { auditArea } from './area.ts';
import { auditLog } from './log.ts';

const day = 86_400_000;

interface Entry {
  readonly id: string;
  readonly action: AuditAction;
  readonly actor?: { readonly email: string };
  readonly dateTime?: string;
  readonly correlationId?: string;
  readonly source?: object;
  readonly [name: string]: unknown;
}

eachPlatform('audit', (platform) => {
  const read = async (p: Platform, who: Person, query = ''): Promise<Entry[]> =>
    requireSuccess(await p.call(who, `GET /audit/entries${query}`)).entries;

  it('records every action of its catalogue that concerns twins, with who, from where and about what', async () => {
    const p = await platform();
    const society = await newSociety(p);
    const { administrator, organizationId } = society;
    const world = newWorld(p, society);
    const twinId = await world.idOf('twin');
    const base = `/accesscontrol/twins/${twinId}`;
    const make = async (operation: string, body?: unknown) =>
      requireSuccess(await p.call(administrator, operation, { body, headers: { 'User-Agent': 'audit-test/1' } }));
    const { role } = await make(`POST ${base}/roles`, { displayName: 'Diver', description: 'Dives', permissions: [] });
    await make(`PATCH ${base}/roles/${role.id}`, { permissions: ['models_read'] });
    const colleague = await p.person({ organizationId });
    const person = { email: colleague.email, roleIds: [role.id] };
    await make(`POST ${base}/members/users`, { members: [person] });
    const other = (await make(`POST ${base}/roles`, { displayName: 'Other', description: 'Other' })).role;
    await make(`PATCH ${base}/members/users/${colleague.userId}`, { roleIds: [role.id, other.id] });
    await make(`DELETE ${base}/members/users/${colleague.userId}`);
    const invited = await make(`POST ${base}/members/users`, {
      members: [{ email: `${randomUUID()}@elsewhere.example.com`, roleIds: [role.id] }],
    });
    await make(`DELETE ${base}/members/invitations/${invited.invitations[0].id}`);
    const { group } = await make(`POST ${base}/groups`, { name: 'Crew', description: 'All' });
    await make(`PATCH ${base}/groups/${group.id}`, { members: [colleague.email] });
    await make(`DELETE ${base}/groups/${group.id}`);
    const { share } = await make(`POST ${base}/shares`, {});
    await make(`DELETE ${base}/shares/${share.id}`);
    await make(`DELETE ${base}/roles/${role.id}`);
    const entries = await read(p, administrator, `?twinId=${twinId}&$top=1000`);
    const seen = new Set(entries.map(({ action }) => action));
    assert.deepEqual(
      actionsOfTwins.filter((action) => !seen.has(action)),
      [],
    );
    const changed = entries.find(({ action }) => action === 'member.changed');
    assert.ok(changed);
    const { id: _, dateTime, correlationId, source, ...rest } = changed;
    assert.match(String(dateTime), /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.match(String(correlationId), /^[\w-]{36}$/);
    assert.match(
      JSON.stringify(source),
      /"address":"(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)","userAgent":"audit-test\/1"/,
    );
    assert.deepEqual(rest, {
      action: 'member.changed',
      outcome: 'Succeeded',
      actor: { userId: administrator.userId, clientId: administrator.clientId, email: administrator.email },
      about: { type: 'User', id: colleague.userId, name: colleague.email },
      twinId,
      detail: 'Diver, Other',
    });
    assert.ok(!JSON.stringify(entries).includes(share.shareKey), 'no secrets');
  });

  it('records what a job does for who asked for it, and applications by the API', async () => {
    const p = await platform();
    const society = await newSociety(p);
    const { administrator, organizationId } = society;
    const world = newWorld(p, society);
    const colleague = await p.person({ organizationId });
    const base = `/accesscontrol/twins/${await world.idOf('twin')}`;
    const roleIds = [await world.idOf('emptyRole')];
    const body = { actions: { assignRoles: [{ email: colleague.email, roleIds }] } };
    const job = requireSuccess(await p.call(administrator, `POST ${base}/jobs`, { body }));
    await eventually(async () => {
      const { status } = requireSuccess(await p.call(administrator, `GET ${base}/jobs/${job.id}`));
      assert.equal(status, 'Completed');
    });
    const [added] = await read(p, administrator, `?about=${colleague.userId}&action=member.added`);
    assert.equal(added?.actor?.email, administrator.email);
    const application = { displayName: 'Viewer', type: 'Web' };
    const made = requireSuccess(await p.call(administrator, 'POST /auth/api/applications', { body: application }));
    const [created] = await read(p, administrator, '?action=application.created');
    assert.deepEqual(created?.about, { type: 'Application', id: made.application.clientId, name: 'Viewer' });
    assert.ok(!JSON.stringify(created).includes(made.clientSecret));
  });

  describe('entries', () => {
    it('are listed the newest first, in pages that neither lose nor repeat any', async () => {
      const p = await platform();
      const { administrator } = await newSociety(p);
      for (let i = 0; i < 7; i++) {
        requireSuccess(
          await p.call(administrator, 'POST /auth/api/applications', { body: { displayName: `A${i}`, type: 'SPA' } }),
        );
      }
      const names: string[] = [];
      let next: string | undefined = '/audit/entries?$top=3&action=application.created';
      while (next !== undefined) {
        const page: { entries: Entry[]; _links: { self: { href: string }; next?: { href: string } } } = requireSuccess(
          await p.call(administrator, `GET ${next}`),
        );
        names.push(...page.entries.map(({ about }) => (about as { name: string }).name));
        next = page._links.next?.href;
      }
      assert.deepEqual(names, ['A6', 'A5', 'A4', 'A3', 'A2', 'A1', 'A0']);
    });

    it('are filtered by time, action, actor, subject, twin and outcome', async () => {
      const p = await platform();
      const society = await newSociety(p);
      const { administrator } = society;
      const twinId = await newWorld(p, society).idOf('twin');
      const all = await read(p, administrator);
      assert.ok(all.length > 0);
      const count = async (query: string) => (await read(p, administrator, query)).length;
      assert.equal(await count(`?actor=${encodeURIComponent(administrator.email.toUpperCase())}`), all.length);
      assert.equal(await count(`?actor=${administrator.clientId}`), all.length);
      assert.equal(await count(`?actor=${administrator.userId}&action=member.added&twinId=${twinId.toUpperCase()}`), 1);
      assert.equal(await count(`?about=${encodeURIComponent(administrator.email)}&action=member.added`), 1);
      assert.equal(await count('?outcome=Refused'), 0);
      assert.equal(await count(`?actor=${randomUUID()}`), 0);
      assert.equal(await count(`?twinId=${randomUUID()}`), 0);
      assert.equal(await count('?to=2020-01-01'), 0);
      assert.equal(await count('?from=2099-01-01'), 0);
      const hour = new Date(Date.now() - 3_600_000).toISOString();
      assert.equal(await count(`?from=${hour}`), all.length);
      assert.equal(await count(`?to=${hour}`), 0);
    });

    it('wrong filters and tokens are refused, each told', async () => {
      const p = await platform();
      const { administrator } = await newSociety(p);
      for (const [query, target] of [
        ['from=yesterday', 'from'],
        ['to=x', 'to'],
        ['action=user.danced', 'action'],
        ['outcome=Maybe', 'outcome'],
        ['twinId=x', 'twinId'],
        ['$top=0', '$top'],
        ['$top=1001', '$top'],
        ['continuationToken=x.y', 'continuationToken'],
      ]) {
        const answer = await p.call(administrator, `GET /audit/entries?${query}`);
        assert.deepEqual([answer.status, answer.body.error.code], [422, 'InvalidAuditRequest'], query);
        assert.equal(answer.body.error.details[0].target, target);
      }
    });

    it('are for administrators of the organization and their services only; who has none sees the own', async () => {
      const p = await platform();
      const { administrator, colleague, service } = await newSociety(p);
      assert.equal((await p.call(colleague, 'GET /audit/entries')).status, 403);
      assert.equal((await p.call(await p.person({ service: true }), 'GET /audit/entries')).status, 200);
      assert.equal((await p.call(undefined, 'GET /audit/entries')).status, 401);
      const body = { displayName: 'Ours', type: 'SPA' };
      requireSuccess(await p.call(administrator, 'POST /auth/api/applications', { body }));
      assert.deepEqual(await read(p, service), await read(p, administrator));
      const stranger = await newSociety(p);
      const foreign = await read(p, stranger.administrator);
      assert.ok(!JSON.stringify(foreign).includes('Ours'));
      const loner = await p.person();
      const twin = await p.twin(loner);
      const own = await read(p, loner);
      assert.deepEqual(
        own.map(({ action, twinId }) => [action, twinId]),
        [['member.added', twin.id]],
      );
      assert.deepEqual(await read(p, await p.person()), []);
    });

    it('of another caller do not continue with a token that was theirs', async () => {
      const p = await platform();
      const { administrator } = await newSociety(p);
      for (const displayName of ['One', 'Two']) {
        requireSuccess(
          await p.call(administrator, 'POST /auth/api/applications', { body: { displayName, type: 'SPA' } }),
        );
      }
      const page = requireSuccess(await p.call(administrator, 'GET /audit/entries?$top=1'));
      const { href } = page._links.next;
      const stranger = await newSociety(p);
      assert.equal((await p.call(stranger.administrator, `GET ${href}`)).status, 422);
      assert.equal((await p.call(administrator, `GET ${href}&outcome=Refused`)).status, 422, 'nor with another filter');
    });
  });
});

describe('audit lines of the log', () => {
  it('are written once the change is durable, one for each entry, structured and without secrets', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = {
      ...silentLog,
      info: (facts: object, message?: string) => void (message === 'audit' && lines.push({ ...facts })),
    };
    const p = await startPlatform({ log });
    try {
      const { administrator, organizationId } = await newSociety(p);
      const body = { displayName: 'Logged', type: 'Web' };
      const made = requireSuccess(await p.call(administrator, 'POST /auth/api/applications', { body }));
      const [line] = lines.filter(({ audit }) => audit === 'application.created');
      assert.equal(line?.organization, organizationId);
      assert.equal(line?.user, administrator.userId);
      assert.equal(line?.about, `Application ${made.application.clientId}`);
      assert.equal(line?.outcome, 'Succeeded');
      assert.ok(!JSON.stringify(lines).includes(made.clientSecret));
    } finally {
      await p.stop();
    }
  });
});

eachDatabase('audit entries', (open) => {
  it('are kept as long as the setting says; 0 is for ever', async () => {
    const db = await open();
    await db.migrate(auditMigrations);
    let now = Date.now();
    const clock = () => now;
    const audit = auditLog(silentLog, clock);
    const owner = { organizationId: 'o', userId: null };
    const write = () =>
      db.write((tx) =>
        audit.record(tx, { action: 'user.changed', owner, by: theSystem, about: { type: 'User', id: 'u', name: 'u' } }),
      );
    const kit = { db, ports: {} as Ports, baseUrl: '', log: silentLog, now: clock };
    const removal = (days: number) => auditArea(kit, days).maintenance?.[0];
    await write();
    now += 30 * day;
    await write();
    assert.equal(removal(0), undefined);
    await removal(31)?.run(new AbortController().signal);
    assert.equal((await audit.list(db, owner, {}, 10)).length, 2);
    await removal(30)?.run(new AbortController().signal);
    assert.equal((await audit.list(db, owner, {}, 10)).length, 2, 'to the day');
    now += 1;
    await removal(30)?.run(new AbortController().signal);
    assert.equal((await audit.list(db, owner, {}, 10)).length, 1);
  });
});
