import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, type Person, type Platform, requireSuccess } from '../../../test/support/platform.ts';
import { exported } from '../archives/testing/fixture.ts';
import { detectors2, newDetector, readyVersion } from '../reality-analysis/testing/detectors.ts';

/* What areas record besides rights: what sends data to others, takes it from others, or takes it away. */
eachPlatform('audit of areas', (platform) => {
  async function administratorOf(p: Platform) {
    const who = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
    const twinId = (await p.twin(who)).id;
    const make = async (operation: string, body?: unknown) => requireSuccess(await p.call(who, operation, { body }));
    return { who, twinId, make };
  }

  /** Entries about a thing, the oldest first. */
  async function recorded(p: Platform, who: Person, about: string) {
    const { entries } = requireSuccess(await p.call(who, `GET /audit/entries?about=${about}&$top=100`));
    for (const { actor } of entries) assert.equal(actor.userId, who.userId);
    return entries.toReversed();
  }

  it('records who deletes a twin', async () => {
    const p = await platform();
    const { who, twinId, make } = await administratorOf(p);
    await make(`DELETE /twins/${twinId}`);
    const [deleted] = await recorded(p, who, twinId);
    assert.deepEqual([deleted.action, deleted.about.type, deleted.twinId], ['twin.deleted', 'Twin', twinId]);
  });

  it('records who asks for an archive of a twin, and who is given its address', async () => {
    const p = await platform();
    const { who, twinId } = await administratorOf(p);
    const id = await exported({ p, administrator: who }, twinId);
    assert.equal((await p.call(who, `GET /archives/exports/${id}/file`)).status, 302);
    const [asked] = await recorded(p, who, twinId);
    assert.deepEqual([asked.action, asked.about.type, asked.twinId], ['twin.exported', 'Twin', twinId]);
    const [fetched] = await recorded(p, who, id);
    assert.deepEqual([fetched.action, fetched.about.type, fetched.twinId], ['twin.archiveFetched', 'Archive', twinId]);
    assert.match(fetched.about.name, /^Bridge .*\.twin$/);
  });

  it('records who makes, changes, tries out and deletes webhooks, by the host of their address only', async () => {
    const p = await platform();
    const { who, twinId, make } = await administratorOf(p);
    const callbackUrl = 'https://hooks.example.com/s3cret-path?token=s3cret';
    const body = { callbackUrl, scope: 'twin', scopeId: twinId, eventTypes: ['twins.twinCreated.v1'] };
    const { id, secret } = await make('POST /webhooks/', body);
    await make(`PATCH /webhooks/${id}`, { active: true, secret: 'n'.repeat(40) });
    await make(`PATCH /webhooks/${id}`, { active: true });
    await make(`POST /webhooks/${id}/test`);
    await make(`DELETE /webhooks/${id}`);
    const entries = await recorded(p, who, id);
    assert.deepEqual(
      entries.map(({ action, detail }: { action: string; detail: string | null }) => [action, detail]),
      [
        ['webhook.created', 'twins.twinCreated.v1'],
        ['webhook.changed', 'switched on, secret'],
        ['webhook.changed', 'tested'],
        ['webhook.deleted', null],
      ],
    );
    assert.deepEqual([entries[0].about.name, entries[0].twinId], ['hooks.example.com', twinId]);
    for (const text of ['s3cret', secret, 'nnnn']) assert.ok(!JSON.stringify(entries).includes(text));
  });

  it('records that a webhook went with its twin, also where its last events are still to be sent', async () => {
    const p = await platform();
    const { who, twinId, make } = await administratorOf(p);
    const callbackUrl = 'https://hooks.example.com/hook';
    const ids: string[] = [];
    for (const eventType of ['twins.twinDeleted.v1', 'forms.formCreated.v1']) {
      const body = { callbackUrl, scope: 'twin', scopeId: twinId, eventTypes: [eventType] };
      const { id } = await make('POST /webhooks/', body);
      await make(`PATCH /webhooks/${id}`, { active: true });
      ids.push(id);
    }
    await make(`DELETE /twins/${twinId}`);
    for (const id of ids) {
      const { entries } = await make(`GET /audit/entries?about=${id}&action=webhook.deleted`);
      assert.deepEqual(
        entries.map((one: Record<string, unknown>) => [one.detail, one.twinId]),
        [['with its twin', twinId]],
      );
    }
    assert.equal((await p.call(who, `GET /webhooks/${ids[1]}`)).status, 404);
  });

  it('records who makes, replaces, tries out and deletes credentials of systems, and never what they are', async () => {
    const p = await platform();
    const { who, twinId, make } = await administratorOf(p);
    const systems = `/federation/twins/${twinId}/systems`;
    const system = { name: 'Register', systemId: 'register', systemType: 'Federation.Http' };
    const credentials = { BaseUrl: 'https://10.1.2.3/', AuthType: 'Bearer', Token: 's3cret' };
    const { id } = await make(`POST ${systems}`, { ...system, credentials });
    await make(`PUT ${systems}/${id}`, { ...system, name: 'Register 2' });
    await make(`PUT ${systems}/${id}`, { ...system, credentials: { ...credentials, Token: 's3cret-too' } });
    assert.equal((await make(`POST ${systems}/${id}/test`)).connected, false);
    await make(`DELETE ${systems}/${id}`);
    const entries = await recorded(p, who, id);
    assert.deepEqual(
      entries.map((one: Record<string, string>) => [one.action, one.outcome, one.detail]),
      [
        ['system.created', 'Succeeded', 'Federation.Http'],
        ['system.changed', 'Succeeded', 'credentials kept'],
        ['system.changed', 'Succeeded', 'credentials replaced'],
        ['system.tested', 'Refused', entries[3].detail],
        ['system.deleted', 'Succeeded', null],
      ],
    );
    assert.match(entries[3].detail, /may not connect/);
    assert.ok(!JSON.stringify(entries).includes('s3cret'));
  });

  it('records who publishes a detector to all, and who withdraws it', async () => {
    const p = await platform();
    const { who, make } = await administratorOf(p);
    await newDetector(p, who, 'cracks');
    await readyVersion(p, who, 'cracks', '1.0');
    await make(`POST ${detectors2}/cracks/versions/1.0/publish`);
    await make(`POST ${detectors2}/cracks/versions/1.0/unpublish`);
    const entries = await recorded(p, who, 'cracks');
    assert.deepEqual(
      entries.map((one: Record<string, string>) => [one.action, one.detail]),
      [
        ['detector.published', 'version 1.0'],
        ['detector.unpublished', 'version 1.0'],
      ],
    );
  });
});
