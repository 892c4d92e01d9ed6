import { endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { output, uuid } from '../../../kernel/schema/shapes.ts';
import type { Networks } from '../../../std/network.ts';
import { deliveryNotFound, invalidCreate, invalidUpdate, twinNotFound, webhookInactive } from '../errors.ts';
import { addDelivery, type EventNames } from '../outbox.ts';
import { recordWebhook } from '../recording.ts';
import { webhookCreators, webhookForChanging } from '../webhook/access.ts';
import { createWebhook } from '../webhook/create.ts';
import { webhookExample } from '../webhook/examples.ts';
import { resendDelivery } from '../webhook/resend.ts';
import { checkCreate, checkUpdate, describeWebhook } from '../webhook/rules.ts';
import { createdWebhook, webhook, webhookCreate, webhookUpdate } from '../webhook/schema.ts';
import { updateWebhook } from '../webhook/update.ts';

const testAnswer = output({ messageId: uuid() }, 'WebhookTest');

/** Making and changing webhooks. `allowed`: the networks to which http may go. */
export const webhookChangeEndpoints = (allowed: Networks) => [
  endpoint({
    id: 'webhooks.createWebhook',
    method: 'POST',
    path: '/webhooks/',
    title: 'Create webhook',
    description:
      'Makes an inactive webhook; activate it by PATCH. The answer is the only one with the secret. At most 100 per application.',
    access: webhookCreators,
    body: webhookCreate,
    invalid: invalidCreate,
    describe: describeWebhook,
    check: (raw) => checkCreate(raw, allowed),
    secret: true,
    answers: { 202: json(createdWebhook, 'The new webhook.') },
    errors: [twinNotFound],
    run: ({ body }, context) => createWebhook(body, context),
  }),

  endpoint({
    id: 'webhooks.updateWebhook',
    method: 'PATCH',
    path: '/webhooks/{webhookId}',
    title: 'Update webhook',
    description:
      'Changes the given properties. `active` switches the delivery on or off; switching off drops what waits. A new secret signs from the next attempt on.',
    access: webhookForChanging,
    body: webhookUpdate,
    invalid: invalidUpdate,
    describe: describeWebhook,
    check: (raw) => checkUpdate(raw, allowed),
    answers: { 200: json(webhook, 'The webhook as it is now.', webhookExample) },
    version: (target) => target.version,
    run: ({ target, body }, context) => updateWebhook(target.id, body, context),
  }),
];

/** Sending messages by hand. `wake` delivers at once. */
export const webhookSendingEndpoints = (wake: () => void, names?: () => EventNames | undefined) => [
  endpoint({
    id: 'webhooks.testWebhook',
    method: 'POST',
    path: '/webhooks/{webhookId}/test',
    title: 'Test webhook',
    description: 'Sends one webhooks.test.v1 event, even if the webhook is inactive. It is tried again like any other.',
    access: webhookForChanging,
    answers: { 202: json(testAnswer, 'The message that is on its way.') },
    run: ({ target }, context) =>
      context.write(async (tx) => {
        const event = {
          type: 'webhooks.test.v1',
          content: { message: 'test' },
          twin: { id: target.scope_id },
        } as const;
        const messageId = await addDelivery(tx, target, event, names);
        await recordWebhook(tx, 'webhook.changed', target, { ports: context.ports, by: context.by, detail: 'tested' });
        tx.afterCommit(wake);
        return reply(202, { messageId });
      }),
  }),

  endpoint({
    id: 'webhooks.resendDelivery',
    method: 'POST',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}/resend',
    title: 'Resend delivery',
    description:
      'Sends a message again, at once and then by the usual plan, whatever became of it: {deliveryId} is its messageId, which stays the same. Its list of attempts goes on.',
    access: webhookForChanging,
    answers: { 202: json(testAnswer, 'The message that is on its way.') },
    errors: [deliveryNotFound, webhookInactive],
    run: ({ target, params }, context) => resendDelivery(target.id, params.deliveryId, wake, context),
  }),
];
