import { Type } from 'typebox';
import { empty, endpoint, json, noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, problems } from '../../../api/http/problem.ts';
import { arrayOf, integer, link, optional, output } from '../../../kernel/schema/shapes.ts';
import { invalidWebhooks, webhookNotFound } from '../errors.ts';
import { recordWebhook } from '../recording.ts';
import { webhookCallers, webhookForReading } from './access.ts';
import { listDeliveries } from './deliveries.ts';
import { webhookExample } from './examples.ts';
import { delivery, webhook } from './schema.ts';
import { deleteWebhook, webhooksOfCreator, webhooksOfOrganization } from './store.ts';
import { webhookView } from './view.ts';

const webhooksAnswer = output({ webhooks: arrayOf(webhook) }, 'Webhooks');
const deliveriesAnswer = output(
  { deliveries: arrayOf(delivery), _links: output({ self: link, next: optional(link) }) },
  'Deliveries',
);

/** Reading and deleting webhooks. */
export const webhookEndpoints = [
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
        ? await webhooksOfOrganization(db, caller.organizationId, caller)
        : await webhooksOfCreator(db, caller);
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
    id: 'webhooks.deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    title: 'Delete webhook',
    description: 'Deletes the webhook and drops what waits for it.',
    access: webhookForReading,
    answers: { 204: empty('The webhook is gone.') },
    errors: [webhookNotFound],
    version: (target) => target.version,
    run: ({ target }, context) =>
      context.write(async (tx) => {
        if (!(await deleteWebhook(tx, target.id))) return fail(webhookNotFound);
        await recordWebhook(tx, 'webhook.deleted', target, context);
        return noContent;
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
