import type { Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { jsonOf, readJson } from '../../../std/json.ts';
import type { SendResult } from '../dispatch/send.ts';
import { type RetryPlan, type Verdict, verdictOn } from '../dispatch/verdict.ts';
import { type RecordingPorts, recordWebhook } from '../recording.ts';
import { type AttemptRecord, type DeliveryRow, q, type WebhookRow } from '../tables.ts';
import { deactivate, deleteWebhook, findWebhook } from './store.ts';

const taken = prepared((p: { messageId: string; until: number }) =>
  q
    .selectFrom('webhook_deliveries')
    .select('message_id')
    .where('message_id', '=', p.messageId)
    .where('taken_until', '=', p.until),
);
const store = prepared((p: Pick<DeliveryRow, 'message_id' | 'state' | 'attempts' | 'due'>) =>
  q
    .updateTable('webhook_deliveries')
    .set({ state: p.state, attempts: p.attempts, due: p.due, taken_until: null })
    .where('message_id', '=', p.message_id),
);
const drop = prepared((p: { messageId: string; until: number }) =>
  q
    .updateTable('webhook_deliveries')
    .set({ state: 'Failed', due: null, taken_until: null })
    .where('message_id', '=', p.messageId)
    .where('taken_until', '=', p.until),
);
const storeHealth = prepared((p: Pick<WebhookRow, 'id' | 'failing_since' | 'failed_messages'>) =>
  q
    .updateTable('webhooks')
    .set({ failing_since: p.failing_since, failed_messages: p.failed_messages })
    .where('id', '=', p.id),
);
const onePending = prepared((p: { webhookId: string }) =>
  q
    .selectFrom('webhook_deliveries')
    .select('message_id')
    .where('webhook_id', '=', p.webhookId)
    .where('state', '=', 'Pending')
    .limit(1),
);

export interface Attempted {
  readonly delivery: DeliveryRow;
  readonly started: number;
  readonly durationMs: number;
  readonly result: SendResult;
}

/** Stores the outcome of an attempt, unless the delivery is no longer ours or was deleted meanwhile. */
export async function settle(
  tx: Transaction,
  attempted: Attempted,
  plan: RetryPlan,
  ports: RecordingPorts,
): Promise<void> {
  const { delivery, result } = attempted;
  if ((await tx.first(taken, tokenOf(delivery))) === undefined) return;
  const webhook = await findWebhook(tx, delivery.webhook_id);
  if (webhook === undefined) return;
  const now = Date.now();
  const attempts = [...attemptsOf(delivery), recordOf(attempted)];
  const situation = {
    now,
    attempts: attempts.length - delivery.attempts_before,
    resent: delivery.attempts_before > 0,
    test: isTest(delivery),
    webhook: {
      active: webhook.active === 1,
      failingSince: webhook.failing_since,
      failedMessages: webhook.failed_messages,
    },
  };
  const verdict = verdictOn(result, situation, plan, Math.random());
  const due = verdict.due === null ? null : Math.round(verdict.due);
  const { message_id } = delivery;
  await tx.run(store, { message_id, state: verdict.state, attempts: jsonOf(attempts), due });
  await storeVerdictOn(tx, webhook, verdict, now);
  if (!verdict.switchOff || webhook.active === 0) return;
  const why = result.statusCode === 410 ? 'its address answered 410' : 'too many of its messages failed';
  await recordWebhook(tx, 'webhook.changed', webhook, { ports, detail: `switched off: ${why}` });
}

/** Ends a taken delivery without a further attempt: its webhook no longer wants it. */
export const abandon = (tx: Transaction, delivery: DeliveryRow): Promise<number> => tx.run(drop, tokenOf(delivery));

/** What tells our hold of a delivery from a later one. */
const tokenOf = (delivery: DeliveryRow) => ({ messageId: delivery.message_id, until: delivery.taken_until ?? 0 });

/** Sent even to an inactive webhook. */
export const isTest = (delivery: DeliveryRow): boolean => delivery.event_type === 'webhooks.test.v1';

async function storeVerdictOn(tx: Transaction, webhook: WebhookRow, verdict: Verdict, now: number): Promise<void> {
  const { id } = webhook;
  const { failingSince: failing_since, failedMessages: failed_messages } = verdict;
  if (failing_since !== webhook.failing_since || failed_messages !== webhook.failed_messages) {
    await tx.run(storeHealth, { id, failing_since, failed_messages });
  }
  if (verdict.switchOff) await deactivate(tx, id, now);
  const over = webhook.ending === 1 && (await tx.first(onePending, { webhookId: id })) === undefined;
  if (over) await deleteWebhook(tx, id);
}

const recordOf = ({ started, durationMs, result }: Attempted): AttemptRecord => ({
  dateTime: isoTime(started),
  statusCode: result.statusCode,
  error: result.error,
  durationMs,
});

export const attemptsOf = (delivery: DeliveryRow): AttemptRecord[] => readJson(delivery.attempts);
