import { Type } from 'typebox';
import { empty, endpoint, json, noContent, reply } from '../../kernel/http/endpoint.ts';
import { problems } from '../../kernel/http/problem.ts';
import { arrayOf, integer, link, optional, output, uuid } from '../../kernel/schema/shapes.ts';
import type { Networks } from './dispatch/destination.ts';
import { invalidCreate, invalidUpdate, invalidWebhooks, twinNotFound } from './errors.ts';
import { webhookExample } from './examples.ts';
import { addDelivery } from './outbox.ts';
import { createWebhook } from './webhook/create.ts';
import { listDeliveries } from './webhook/deliveries.ts';
import { updateWebhook } from './webhook/update.ts';
import { webhookCallers, webhookCreators, webhookForChanging, webhookForReading } from './webhook.access.ts';
import { checkCreate, checkUpdate, describeWebhook } from './webhook.rules.ts';
import { createdWebhook, delivery, webhook, webhookCreate, webhookUpdate } from './webhook.schema.ts';
import { deleteWebhook, webhooksOfCreator, webhooksOfOrganization } from './webhook.store.ts';
import { webhookView } from './webhook.view.ts';

const webhooksAnswer = output({ webhooks: arrayOf(webhook) }, 'Webhooks');
const testAnswer = output({ messageId: uuid() }, 'WebhookTest');
const deliveriesAnswer = output(
  { deliveries: arrayOf(delivery), _links: output({ self: link, next: optional(link) }) },
  'Deliveries',
);

/** The endpoints of /webhooks; `allowed` are the networks to which http may go, `wake` starts a delivery at once. */
export const webhookEndpoints = (allowed: Networks, wake: () => void) => [
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
    id: 'webhooks.getWebhooks',
    method: 'GET',
    path: '/webhooks/',
    title: 'Get webhooks',
    description: "The caller's own webhooks; for organization administrators those of their applications as well.",
    access: webhookCallers,
    answers: { 200: json(webhooksAnswer, 'The webhooks, oldest first.', { webhooks: [webhookExample] }) },
    async run(_input, { caller, db }) {
      const all = caller.kind === 'user' && caller.organizationId !== null;
      const rows = all
        ? await webhooksOfOrganization(db, caller.organizationId, caller.userId)
        : await webhooksOfCreator(db, caller.userId);
      return reply(200, { webhooks: rows.map(webhookView) });
    },
  }),

  endpoint({
    id: 'webhooks.getWebhook',
    method: 'GET',
    path: '/webhooks/{webhookId}',
    title: 'Get webhook',
    access: webhookForReading,
    answers: { 200: json(webhook, 'The webhook, without its secret.', webhookExample) },
    run: async ({ target }) => reply(200, webhookView(target), { version: target.version }),
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

  endpoint({
    id: 'webhooks.deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    title: 'Delete webhook',
    description: 'Deletes the webhook and drops what waits for it.',
    access: webhookForReading,
    answers: { 204: empty('The webhook is gone.') },
    version: (target) => target.version,
    run: ({ target }, context) =>
      context.write(async (tx) => {
        await deleteWebhook(tx, target.id);
        return noContent;
      }),
  }),

  endpoint({
    id: 'webhooks.testWebhook',
    method: 'POST',
    path: '/webhooks/{webhookId}/test',
    title: 'Test webhook',
    description: 'Sends one webhooks.test.v1 event, even if the webhook is inactive. It is tried once.',
    access: webhookForChanging,
    answers: { 202: json(testAnswer, 'The message that is on its way.') },
    run: ({ target }, context) =>
      context.write(async (tx) => {
        const event = {
          type: 'webhooks.test.v1',
          content: { message: 'test' },
          twin: { id: target.scope_id },
        } as const;
        const messageId = await addDelivery(tx, target.id, event);
        tx.afterCommit(wake);
        return reply(202, { messageId });
      }),
  }),

  endpoint({
    id: 'webhooks.getDeliveries',
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries',
    title: 'Get deliveries',
    description: 'What was sent and what waits, newest first, kept 7 days.',
    access: webhookForReading,
    query: Type.Object({
      $top: optional(integer({ minimum: 1, maximum: 1000, description: 'Items in one page, at most 1000.' })),
      continuationToken: optional(Type.String({ maxLength: 2000 })),
    }),
    invalid: invalidWebhooks,
    answers: { 200: json(deliveriesAnswer, 'One page of deliveries.') },
    errors: [problems.insufficientPermissions],
    run: ({ target, query }, context) => listDeliveries(target.id, query, context),
  }),
];
