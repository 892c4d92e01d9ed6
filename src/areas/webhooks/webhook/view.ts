import type { Static } from 'typebox';
import { isoTime, isoTimeOrNull } from '../../../std/iso-time.ts';
import { readJson } from '../../../std/json.ts';
import type { DeliveryRow, WebhookRow } from '../tables.ts';
import type { createdWebhook, delivery, webhook } from './schema.ts';
import { attemptsOf } from './settle.ts';

const shared = (row: WebhookRow) => ({
  id: row.id,
  scope: row.scope,
  scopeId: row.scope_id,
  active: row.active === 1,
  callbackUrl: row.callback_url,
  eventTypes: readJson(row.event_types),
});

export const webhookView = (row: WebhookRow): Static<typeof webhook> => ({
  ...shared(row),
  created: isoTime(row.created),
  modified: isoTime(row.modified),
});

export const createdView = (row: WebhookRow, secret: string): Static<typeof createdWebhook> => ({
  ...shared(row),
  secret,
});

export const deliveryView = (row: DeliveryRow): Static<typeof delivery> => ({
  messageId: row.message_id,
  eventType: row.event_type,
  twinId: row.twin_id,
  enqueuedDateTime: isoTime(row.enqueued),
  attempts: attemptsOf(row),
  state: row.state,
  nextAttemptDateTime: isoTimeOrNull(row.due),
});
