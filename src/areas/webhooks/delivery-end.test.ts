import assert from 'node:assert/strict';
import { it } from 'node:test';
import { testAudit } from '../../../test/support/audit.ts';
import { eachDatabase } from '../../../test/support/databases.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { jsonOf } from '../../std/json.ts';
import { addDelivery } from './outbox.ts';
import { q } from './tables.ts';
import { accountId, harness, memberAdded, quick, twinEvent, twinOf } from './testing/harness.ts';
import { deliveryRig, settled } from './testing/rig.ts';
import { deactivate } from './webhook/store.ts';

eachDatabase('the end of deliveries', (open) => {
  const rig = deliveryRig(open);

  it('stops at 410: the webhook is inactive and nothing waits for it', async () => {
    const to = await rig.receiver();
    const db = await rig.database();
    const h = rig.start(db);
    const id = await h.add(to.url);
    to.answerWith((response, _received, nth) => response.writeHead(nth === 1 ? 500 : 410).end());
    await h.raise(memberAdded(twinOf()));
    await eventually(async () => assert.equal(to.received.length, 1));
    await h.raise(memberAdded(twinOf()));
    await settled(h, id, 2);
    const switchedOff = await h.webhook(id);
    assert.equal(switchedOff?.active, 0);
    const owner = { organizationId: null, userId: switchedOff?.created_by ?? '' };
    assert.deepEqual(
      (await testAudit.list(db, owner, { about: id }, 10)).map(({ action, detail }) => [action, detail]),
      [['webhook.changed', 'switched off: its address answered 410']],
    );
    await h.raise(memberAdded(twinOf()));
    assert.equal((await h.deliveries(id)).length, 2);
  });

  it('is dropped when the webhook is switched off, the one under way excepted', async () => {
    const to = await rig.receiver();
    const db = await rig.database();
    const h = rig.start(db, { perWebhook: 1 });
    const id = await h.add(to.url);
    const goOn = Promise.withResolvers<void>();
    to.answerWith(async (response) => {
      await goOn.promise;
      response.end();
    });
    for (let n = 0; n < 3; n++) await h.raise(memberAdded(twinOf()));
    await eventually(async () => assert.equal(to.received.length, 1));
    await db.write((tx) => deactivate(tx, id, Date.now()));
    goOn.resolve();
    await settled(h, id, 3);
    const states = (await h.deliveries(id)).map((row) => row.state);
    assert.deepEqual(states.sort(), ['Delivered', 'Failed', 'Failed']);
    assert.equal(to.received.length, 1);
  });

  it('is taken up by another process when its own died in the middle', async () => {
    const to = await rig.receiver();
    const db = await rig.database();
    const dead = harness(db);
    const id = await dead.add(to.url);
    await dead.raise(memberAdded(twinOf()));
    const until = Date.now() + 300;
    await db.write((tx) => tx.run(q.updateTable('webhook_deliveries').set({ due: until, taken_until: until })));
    const h = rig.start(db);
    await settled(h, id, 1);
    assert.equal(to.received.length, 1);
    assert.ok((to.received[0]?.at ?? 0) >= until);
  });

  it('ends when the application was disabled or lost its permission, and the webhook with a deleted one', async () => {
    const to = await rig.receiver();
    const db = await rig.database();
    const h = rig.start(db);
    for (const state of ['unentitled', 'disabled'] as const) {
      const id = await h.add(to.url, { scope: 'twin', scope_id: twinOf().id });
      h.application.state = state;
      const webhook = await h.webhook(id);
      await h.raise(memberAdded(twinOf({ id: webhook?.scope_id ?? '' })));
      await settled(h, id, 1);
      assert.equal((await h.webhook(id))?.active, 0);
      assert.equal((await h.deliveries(id))[0]?.state, 'Failed');
    }
    h.application.state = 'deleted';
    const id = await h.add(to.url);
    await h.raise(memberAdded(twinOf()));
    await eventually(async () => assert.equal(await h.webhook(id), undefined));
    assert.equal((await h.deliveries(id)).length, 0);
    assert.equal(to.received.length, 0);
  });

  it('of the deletion of a twin is the last one of its webhooks, which then go', async () => {
    const to = await rig.receiver();
    const db = await rig.database();
    const h = rig.start(db);
    const twin = twinOf();
    const account = await h.add(to.url);
    const wanting = await h.add(to.url, { scope: 'twin', scope_id: twin.id });
    const other = await h.add(to.url, {
      scope: 'twin',
      scope_id: twin.id,
      event_types: jsonOf(['forms.formCreated.v1']),
    });
    to.answerWith((response, _received, nth) => response.writeHead(nth <= 2 ? 500 : 200).end());
    await h.raise(twinEvent('twins.twinDeleted.v1', twin));
    assert.equal(await h.webhook(other), undefined, 'nothing was pending for it');
    assert.ok(await h.webhook(wanting));
    h.application.state = 'unentitled'; // nobody has a permission in a twin that is gone
    await eventually(async () => assert.equal(await h.webhook(wanting), undefined));
    assert.ok(to.received.filter((one) => JSON.parse(one.body).webhookId === wanting).length >= 2);
    assert.ok(await h.webhook(account));
  });

  it('of a test reaches an inactive webhook, and is tried again like any other', async () => {
    const to = await rig.receiver();
    const db = await rig.database();
    const h = rig.start(db);
    const id = await h.add(to.url, { active: 0 });
    to.answerWith((response, _received, nth) => response.writeHead(nth === 1 ? 500 : 200).end());
    const event = { type: 'webhooks.test.v1', content: { message: 'test' }, twin: { id: accountId } } as const;
    await db.write((tx) => addDelivery(tx, { id, names: 0 }, event));
    await settled(h, id, 1);
    assert.equal(to.received.length, 2);
    assert.deepEqual(JSON.parse(to.received[0]?.body ?? '').content, { message: 'test' });
    assert.equal((await h.deliveries(id))[0]?.state, 'Delivered');
  });

  it('is forgotten after 7 days', async () => {
    const db = await rig.database();
    const h = harness(db, quick);
    const id = await h.add('http://127.0.0.1:1/');
    await h.raise(memberAdded(twinOf()));
    await h.raise(memberAdded(twinOf()));
    const [old] = await h.deliveries(id);
    const week = 7 * 24 * 3_600_000;
    await db.write((tx) =>
      tx.run(
        q
          .updateTable('webhook_deliveries')
          .set({ enqueued: Date.now() - week - 1000 })
          .where('message_id', '=', old?.message_id ?? ''),
      ),
    );
    const removal = h.area.maintenance?.find((task) => task.name === 'webhooks.removeDeliveries');
    await removal?.run(new AbortController().signal);
    assert.equal((await h.deliveries(id)).length, 1);
  });
});
