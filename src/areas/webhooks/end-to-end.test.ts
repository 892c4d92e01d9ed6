import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { eachPlatform } from '../../../test/support/platform.ts';
import { tables } from '../../kernel/db/query.ts';
import { webhookBody as body, fixtureOf } from './testing/fixture.ts';
import { isSigned, startReceiver } from './testing/receiver.ts';

eachPlatform('webhooks', (platform) => {
  it('reach a receiver at once, signed with the secret of the answer', async () => {
    const p = await platform();
    const { service, admin } = await fixtureOf(p);
    const receiver = await startReceiver();
    try {
      const made = (await p.call(service, 'POST /webhooks', { body: { ...body, callbackUrl: receiver.url } })).body;
      await p.twin(admin, { displayName: 'Before' });
      await p.call(service, `PATCH /webhooks/${made.id}`, { body: { active: true } });
      const twin = await p.twin(admin, { displayName: 'After' });
      await eventually(async () => assert.equal(receiver.received.length, 2));
      const types = receiver.received.map((one) => JSON.parse(one.body).eventType);
      assert.deepEqual(types.sort(), ['accessControl.memberAdded.v1', 'twins.twinCreated.v1']);
      for (const received of receiver.received) {
        assert.ok(isSigned(received, made.secret));
        assert.deepEqual([JSON.parse(received.body).twinId, JSON.parse(received.body).webhookId], [twin.id, made.id]);
      }
    } finally {
      await receiver.close();
    }
  });

  it('stop at 100 per application', async () => {
    const p = await platform();
    const { service, sibling } = await fixtureOf(p);
    for (let n = 1; n < 100; n++) assert.equal((await p.call(service, 'POST /webhooks', { body })).status, 202);
    const answer = await p.call(service, 'POST /webhooks', { body });
    assert.equal(answer.status, 422);
    const [detail] = answer.body.error.details;
    assert.deepEqual([detail.code, detail.target], ['ResourceQuotaExceeded', 'webhooks']);
    assert.equal((await p.call(sibling, 'POST /webhooks', { body })).status, 202);
  });

  it('of an application that lost its permission cannot be changed by it, but read and deleted', async () => {
    const p = await platform();
    const { service, webhookId } = await fixtureOf(p);
    const users = tables<{ auth_users: { id: string; roles: string } }>();
    await p.app.db.write((tx) =>
      tx.run(users.updateTable('auth_users').set({ roles: '[]' }).where('id', '=', service.userId)),
    );
    const path = `/webhooks/${webhookId}`;
    const activate = await p.call(service, `PATCH ${path}`, { body: { active: true } });
    assert.deepEqual([activate.status, activate.body.error.code], [403, 'InsufficientPermissions']);
    assert.equal((await p.call(service, `POST ${path}/test`)).status, 403);
    assert.equal((await p.call(service, `GET ${path}`)).status, 200);
    assert.equal((await p.call(service, `DELETE ${path}`)).status, 204);
    assert.equal((await p.call(service, 'POST /webhooks', { body })).status, 403);
  });

  it('of a deleted twin are gone, active or not', async () => {
    const p = await platform();
    const { service, admin, twinId } = await fixtureOf(p);
    const made = await p.call(service, 'POST /webhooks', { body: { ...body, scope: 'twin', scopeId: twinId } });
    assert.equal((await p.call(admin, `DELETE /twins/${twinId}`)).status, 204);
    assert.equal((await p.call(service, `GET /webhooks/${made.body.id}`)).status, 404);
  });
});
