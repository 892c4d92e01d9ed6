import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eachDatabase } from '../../../test/support/databases.ts';
import { eventually } from '../../../test/support/eventually.ts';
import type { Database } from '../../kernel/db/database.ts';
import { addDelivery } from './outbox.ts';
import { q, webhookMigrations } from './tables.ts';
import { accountId, type Harness, harness, memberAdded, quick, secret, twinEvent, twinOf } from './testing/harness.ts';
import { isSigned, type Receiver, startReceiver } from './testing/receiver.ts';
import { deactivate } from './webhook.store.ts';

eachDatabase('delivery of events', (open) => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  const receiver = async (): Promise<Receiver> => {
    const started = await startReceiver();
    closing.push(started.close);
    return started;
  };
  const start = (db: Database, settings: Parameters<typeof harness>[1] = {}): Harness => {
    const made = harness(db, settings);
    made.webhooks.start();
    closing.unshift(() => made.webhooks.stop(2000));
    return made;
  };
  const migrated = async (): Promise<Database> => {
    const db = await open();
    await db.migrate(webhookMigrations);
    return db;
  };
  const settled = (h: Harness, id: string, count: number) =>
    eventually(async () => {
      const rows = await h.deliveries(id);
      assert.deepEqual(
        rows.map((row) => row.state !== 'Pending' && row.taken_until === null),
        Array.from({ length: count }, () => true),
      );
    });

  it('sends the signed envelope at once, and never one of a change that was rolled back', async () => {
    const to = await receiver();
    const db = await migrated();
    const h = start(db, { pollMs: 60_000 });
    const id = await h.add(to.url);
    const twin = twinOf();
    await assert.rejects(
      db.write(async (tx) => {
        await h.webhooks.raise(tx, memberAdded(twin));
        throw new Error('no');
      }),
    );
    const before = Date.now();
    await h.raise(memberAdded(twin));
    await settled(h, id, 1);
    assert.equal(to.received.length, 1);
    const [received] = to.received;
    assert.ok(received && isSigned(received, secret));
    assert.ok(received.at - before < 1000);
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
    const db = await migrated();
    const h = harness(db);
    const twin = twinOf();
    const child = twinOf({ parentId: twin.id });
    const url = 'http://127.0.0.1:1/';
    const ids = {
      account: await h.add(url),
      otherAccount: await h.add(url, { scope_id: twinOf().id }),
      otherType: await h.add(url, { event_types: '["forms.formCreated.v1"]' }),
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
    const to = await receiver();
    const db = await migrated();
    const h = start(db);
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
    const to = await receiver();
    const db = await migrated();
    const h = start(db);
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

  it('stops at 410: the webhook is inactive and nothing waits for it', async () => {
    const to = await receiver();
    const db = await migrated();
    const h = start(db);
    const id = await h.add(to.url);
    to.answerWith((response, _received, nth) => response.writeHead(nth === 1 ? 500 : 410).end());
    await h.raise(memberAdded(twinOf()));
    await eventually(async () => assert.equal(to.received.length, 1));
    await h.raise(memberAdded(twinOf()));
    await settled(h, id, 2);
    assert.equal((await h.webhook(id))?.active, 0);
    await h.raise(memberAdded(twinOf()));
    assert.equal((await h.deliveries(id)).length, 2);
  });

  it('is dropped when the webhook is switched off, the one under way excepted', async () => {
    const to = await receiver();
    const db = await migrated();
    const h = start(db, { perWebhook: 1 });
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

  it('has at most 10 requests in flight per webhook over all processes, and passes over to others', async () => {
    const [slow, fast] = [await receiver(), await receiver()];
    const db = await migrated();
    const [h] = [start(db), start(db), start(db)];
    assert.ok(h);
    const slowId = await h.add(slow.url);
    const fastId = await h.add(fast.url, { event_types: '["twins.twinCreated.v1"]' });
    let flying = 0;
    let most = 0;
    slow.answerWith(async (response) => {
      most = Math.max(most, ++flying);
      await sleep(60);
      flying--;
      response.end();
    });
    for (let n = 0; n < 30; n++) await h.raise(memberAdded(twinOf()));
    await h.raise(twinEvent('twins.twinCreated.v1', twinOf()));
    await settled(h, fastId, 1);
    await settled(h, slowId, 31);
    assert.equal(most, 10);
    assert.equal(new Set(slow.received.map((one) => JSON.parse(one.body).messageId)).size, 31);
    const fastAt = fast.received[0]?.at ?? Number.POSITIVE_INFINITY;
    assert.ok(slow.received.filter((one) => one.at > fastAt).length > 5, 'the other webhook had to wait');
  });

  it('is taken up by another process when its own died in the middle', async () => {
    const to = await receiver();
    const db = await migrated();
    const dead = harness(db);
    const id = await dead.add(to.url);
    await dead.raise(memberAdded(twinOf()));
    const until = Date.now() + 300;
    await db.write((tx) => tx.run(q.updateTable('webhook_deliveries').set({ due: until, taken_until: until })));
    const h = start(db);
    await sleep(150);
    assert.equal(to.received.length, 0);
    await settled(h, id, 1);
    assert.equal(to.received.length, 1);
    assert.ok((to.received[0]?.at ?? 0) >= until);
  });

  it('ends when the application was disabled or lost its permission, and the webhook with a deleted one', async () => {
    const to = await receiver();
    const db = await migrated();
    const h = start(db);
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
    const to = await receiver();
    const db = await migrated();
    const h = start(db);
    const twin = twinOf();
    const account = await h.add(to.url);
    const wanting = await h.add(to.url, { scope: 'twin', scope_id: twin.id });
    const other = await h.add(to.url, { scope: 'twin', scope_id: twin.id, event_types: '["forms.formCreated.v1"]' });
    to.answerWith((response, _received, nth) => response.writeHead(nth <= 2 ? 500 : 200).end());
    await h.raise(twinEvent('twins.twinDeleted.v1', twin));
    assert.equal(await h.webhook(other), undefined, 'nothing was pending for it');
    assert.ok(await h.webhook(wanting));
    h.application.state = 'unentitled'; // nobody has a permission in a twin that is gone
    await eventually(async () => assert.equal(await h.webhook(wanting), undefined));
    assert.ok(to.received.filter((one) => JSON.parse(one.body).webhookId === wanting).length >= 2);
    assert.ok(await h.webhook(account));
  });

  it('of a test reaches an inactive webhook, once', async () => {
    const to = await receiver();
    const db = await migrated();
    const h = start(db);
    const id = await h.add(to.url, { active: 0 });
    to.answerWith((response) => response.writeHead(500).end());
    const event = { type: 'webhooks.test.v1', content: { message: 'test' }, twin: { id: accountId } } as const;
    await db.write((tx) => addDelivery(tx, id, event));
    await settled(h, id, 1);
    assert.equal(to.received.length, 1);
    assert.deepEqual(JSON.parse(to.received[0]?.body ?? '').content, { message: 'test' });
    assert.equal((await h.deliveries(id))[0]?.state, 'Failed');
  });

  it('costs one look-up where nobody listens', async () => {
    const db = await migrated();
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
      await h.webhooks.raise(counted, memberAdded(twinOf()));
    });
    assert.equal(queries, 1);
  });

  it('is forgotten after 7 days', async () => {
    const db = await migrated();
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
    const removal = h.webhooks.area.maintenance?.find((task) => task.name === 'webhooks.removeDeliveries');
    await removal?.run(new AbortController().signal);
    assert.equal((await h.deliveries(id)).length, 1);
  });
});
