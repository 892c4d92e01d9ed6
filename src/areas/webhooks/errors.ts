import { problem } from '../../kernel/http/problem.ts';

/** Refusals of the Webhooks API (events.md section 3). */
export const webhookNotFound = problem(404, 'WebhookNotFound', 'Requested webhook is not available.');
export const twinNotFound = problem(404, 'twinNotFound', 'Requested twin is not available.');
export const invalidCreate = problem(
  422,
  'InvalidCreateWebhookRequest',
  'Cannot create a webhook. Make sure the request body is valid.',
);
export const invalidUpdate = problem(
  422,
  'InvalidUpdateWebhookRequest',
  'Cannot update a webhook. Make sure the request body is valid.',
);
export const invalidWebhooks = problem(422, 'InvalidWebhooksRequest', 'Request query is invalid.');
