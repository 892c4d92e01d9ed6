import { problem } from '../../api/http/problem.ts';

/** Refusals of the Webhooks API (events.md section 3). */
export const webhookNotFound = problem(404, 'WebhookNotFound', 'Requested webhook is not available.');
export const deliveryNotFound = problem(404, 'DeliveryNotFound', 'Requested delivery is not available.');
export const webhookInactive = problem(
  409,
  'WebhookInactive',
  'The webhook is inactive. Activate it before events are sent again.',
);
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
