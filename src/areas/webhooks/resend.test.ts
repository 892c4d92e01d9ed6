import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { eachDatabase } from '../../../test/support/databases.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { eachPlatform } from '../../../test/support/platform.ts';
import { eachScenario, type ScenarioOf } from '../../../test/support/scenarios.ts';
import type { Context } from '../../api/http/context.ts';
import { type SendingCast, sendingCastOf } from './testing/fixture.ts';
import { memberAdded, twinOf } from './testing/harness.ts';
import { deliveryRig, settled } from './testing/rig.ts';
import { resendDelivery } from './webhook/resend.ts';

const unknownId = randomUUID();
const one = '/webhooks/{webhookId}';
const again = `POST ${one}/deliveries/{deliveryId}/resend`;

const scenarios: readonly ScenarioOf<SendingCast>[] = [
  {
    name: 'send a delivery again, as the same message, and its attempts go on',
    call: again,
    as: 'admin',
    status: 202,
    async proves({ body: { messageId } }, { p, service, webhookId, deliveryId }) {
      assert.equal(messageId, deliveryId);
      await eventually(async () => {
        const { deliveries } = (await p.call(service, `GET /webhooks/${webhookId}/deliveries`)).body;
        const same = deliveries.filter((one: { messageId: string }) => one.messageId === messageId);
        assert.equal(same.length, 1);
        assert.ok(same[0].attempts.length >= 1);
      });
    },
  },
  {
    name: 'send an event again to an inactive webhook',
    call: `POST ${one}/deliveries/{eventDeliveryId}/resend`,
    as: 'service',
    status: 409,
    code: 'WebhookInactive',
  },
  { name: 'send again without a token', call: again, status: 401, code: 'HeaderNotFound' },
  { name: 'send again as a person', call: again, as: 'colleague', status: 403 },
  ...[unknownId, 'x'].map(
    (id): ScenarioOf<SendingCast> => ({
      name: `send again what is not there: ${id === 'x' ? 'a malformed id' : 'an unknown id'}`,
      call: `POST ${one}/deliveries/${id}/resend`,
      as: 'service',
      status: 404,
      code: 'DeliveryNotFound',
    }),
  ),
  {
    name: 'send a delivery of another webhook again',
    call: `POST /webhooks/{otherWebhookId}/deliveries/{deliveryId}/resend`,
    as: 'service',
    status: 404,
    code: 'DeliveryNotFound',
  },
  {
    name: 'send again for a webhook that is not there',
    call: `POST /webhooks/${unknownId}/deliveries/{deliveryId}/resend`,
    as: 'service',
    status: 404,
    code: 'WebhookNotFound',
  },
];

eachPlatform('sending deliveries again', (platform) =>
  eachScenario(platform, async () => sendingCastOf(await platform()), scenarios),
);

eachDatabase('a delivery that has failed', (open) => {
  const rig = deliveryRig(open);

  it('is sent again by hand as the same message, with the whole plan of attempts anew', async () => {
    const to = await rig.receiver();
    const db = await rig.database();
    const h = rig.start(db);
    const id = await h.add(to.url);
    const planned = 4; // the first and three more
    to.answerWith((response, _received, nth) => response.writeHead(nth < 2 * planned ? 500 : 200).end());
    await h.raise(memberAdded(twinOf()));
    await settled(h, id, 1);
    assert.equal(to.received.length, planned);
    const [failed] = await h.deliveries(id);
    assert.equal(failed?.state, 'Failed');

    const write = ((work) => db.write(work)) as Context['write'];
    const answer = await resendDelivery(id, failed?.message_id ?? '', () => {}, { write, now: Date.now() });
    assert.deepEqual(answer, { status: 202, body: { messageId: failed?.message_id } });
    await eventually(async () => assert.equal((await h.deliveries(id))[0]?.state, 'Delivered'));
    assert.deepEqual(
      to.received.map(({ headers }) => headers['x-webhook-attempt']),
      Array.from({ length: 2 * planned }, (_, at) => String(at + 1)),
    );
    assert.equal(new Set(to.received.map(({ body }) => body)).size, 1, 'the same message each time');
    assert.equal((await h.webhook(id))?.failed_messages, 0);
  });
});
