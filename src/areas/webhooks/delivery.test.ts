import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachDatabase } from '../../../test/support/databases.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { jsonOf } from '../../std/json.ts';
import { q } from './tables.ts';
import { accountId, harness, memberAdded, secret, twinEvent, twinOf } from './testing/harness.ts';
import { isSigned } from './testing/receiver.ts';
import { deliveryRig, settled } from './testing/rig.ts';

eachDatabase('delivery of events', (open) => {
  const rig = deliveryRig(open);

  it('sends the signed envelope at once, and never one of a change that was rolled back', async () => {
    const to = await rig.receiver();
    const db = await rig.database();
    const h = rig.start(db, { pollMs: 3_600_000 });
    const id = await h.add(to.url);
    const twin = twinOf();
    await assert.rejects(
      db.write(async (tx) => {
        await h.events.raise(tx, memberAdded(twin));
        throw new Error('no');
      }),
    );
    await h.raise(memberAdded(twin));
    await settled(h, id, 1);
    assert.equal(to.received.length, 1);
    const [received] = to.received;
    assert.ok(received && isSigned(received, secret));
    const [delivery] = await h.deliveries(id);
    const envelope = JSON.parse(received.body);
    assert.deepEqual(envelope, {
      content: memberAdded(twin).content,
      eventType: 'accessControl.memberAdded.v1',
      enqueuedDateTime: new Date(delivery?.enqueued ?? 0).toISOString(),
      twinId: twin.id,
      messageId: delivery?.message_id,
      webhookId: id,
    });
    assert.equal(delivery?.state, 'Delivered');
    const [attempt] = JSON.parse(delivery?.attempts ?? '');
    assert.deepEqual([attempt.statusCode, attempt.error], [200, null]);
  });

  it('goes to the webhooks whose scope, types and state want it', async () => {
    const db = await rig.database();
    const h = harness(db);
    const twin = twinOf();
    const child = twinOf({ parentId: twin.id });
    const url = 'http://127.0.0.1:1/';
    const ids = {
      account: await h.add(url),
      otherAccount: await h.add(url, { scope_id: twinOf().id }),
      otherType: await h.add(url, { event_types: jsonOf(['forms.formCreated.v1']) }),
      inactive: await h.add(url, { active: 0 }),
      twin: await h.add(url, { scope: 'twin', scope_id: twin.id }),
      child: await h.add(url, { scope: 'twin', scope_id: child.id }),
      accountTwin: await h.add(url, { scope: 'twin', scope_id: accountId }),
    };
    const got = async () => {
      const rows = await db.all(q.selectFrom('webhook_deliveries').select('webhook_id'));
      await db.write((tx) => tx.run(q.deleteFrom('webhook_deliveries')));
      return Object.entries(ids).flatMap(([name, id]) => (rows.some((row) => row.webhook_id === id) ? [name] : []));
    };
    await h.raise(memberAdded(twin));
    assert.deepEqual(await got(), ['account', 'twin']);
    await h.raise(memberAdded(child));
    assert.deepEqual(await got(), ['account', 'child'], 'an event of a child is not one of its parent');
    await h.raise(twinEvent('twins.twinCreated.v1', child));
    assert.deepEqual(await got(), ['account', 'twin', 'child'], 'its creation is');
    await h.raise(memberAdded(twinOf({ accountId: twinOf().id })));
    assert.deepEqual(await got(), []);
  });

  it('is repeated with the same message id until it succeeds, with the secret of that moment', async () => {
    const to = await rig.receiver();
    const db = await rig.database();
    const h = rig.start(db);
    const id = await h.add(to.url);
    const newSecret = 'another-secret-of-32-characters-or-more';
    to.answerWith(async (response, _received, nth) => {
      if (nth === 2) await h.change(id, { secret: h.seal(newSecret) });
      response.writeHead(nth < 3 ? 500 : 204).end();
    });
    await h.raise(memberAdded(twinOf()));
    await settled(h, id, 1);
    assert.equal(to.received.length, 3);
    assert.deepEqual(
      to.received.map((one) => one.headers['x-webhook-attempt']),
      ['1', '2', '3'],
    );
    assert.equal(new Set(to.received.map((one) => JSON.parse(one.body).messageId)).size, 1);
    assert.deepEqual(
      to.received.map((one) => isSigned(one, secret)),
      [true, true, false],
    );
    assert.ok(to.received[2] && isSigned(to.received[2], newSecret));
    const [delivery] = await h.deliveries(id);
    const codes = JSON.parse(delivery?.attempts ?? '').map((one: { statusCode: number }) => one.statusCode);
    assert.deepEqual([delivery?.state, codes], ['Delivered', [500, 500, 204]]);
    assert.equal((await h.webhook(id))?.failed_messages, 0);
  });

  it('fails after the last retry', async () => {
    const to = await rig.receiver();
    const db = await rig.database();
    const h = rig.start(db);
    const id = await h.add(to.url);
    to.answerWith((response) => response.writeHead(404).end());
    await h.raise(memberAdded(twinOf()));
    await settled(h, id, 1);
    const [delivery] = await h.deliveries(id);
    assert.deepEqual([delivery?.state, delivery?.due, to.received.length], ['Failed', null, 4]);
    const webhook = await h.webhook(id);
    assert.deepEqual([webhook?.active, webhook?.failed_messages], [1, 1]);
    assert.ok(webhook?.failing_since);
  });

  it('has at most 10 requests in flight per webhook over all processes, and passes over to others', async () => {
    const [slow, fast] = [await rig.receiver(), await rig.receiver()];
    const db = await rig.database();
    const [h] = [rig.start(db), rig.start(db), rig.start(db)];
    assert.ok(h);
    const slowId = await h.add(slow.url);
    const fastId = await h.add(fast.url, { event_types: jsonOf(['twins.twinCreated.v1']) });
    const goOn = Promise.withResolvers<void>();
    let flying = 0;
    let most = 0;
    slow.answerWith(async (response) => {
      most = Math.max(most, ++flying);
      await goOn.promise;
      flying--;
      response.end();
    });
    for (let n = 0; n < 30; n++) await h.raise(memberAdded(twinOf()));
    await h.raise(twinEvent('twins.twinCreated.v1', twinOf()));
    await eventually(async () => assert.equal(flying, 10));
    await settled(h, fastId, 1); // the other webhook does not have to wait
    assert.equal(slow.received.length, 10);
    goOn.resolve();
    await settled(h, slowId, 31);
    assert.equal(most, 10);
    assert.equal(new Set(slow.received.map((one) => JSON.parse(one.body).messageId)).size, 31);
  });

  it('costs one look-up where nobody listens', async () => {
    const db = await rig.database();
    const h = harness(db);
    let queries = 0;
    await db.write(async (tx) => {
      const counted = {
        ...tx,
        all: (...query: [never]) => {
          queries++;
          return tx.all(...query) as never;
        },
      };
      await h.events.raise(counted, memberAdded(twinOf()));
    });
    assert.equal(queries, 1);
  });
});
