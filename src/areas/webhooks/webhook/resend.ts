import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { isUuid } from '../../../std/ids.ts';
import { deliveryNotFound, webhookInactive, webhookNotFound } from '../errors.ts';
import { q } from '../tables.ts';
import { attemptsOf, isTest } from './settle.ts';
import { findWebhook } from './store.ts';

type Writing = Pick<Context, 'write' | 'now'>;

/**
 * Sends a delivery once more, at once and then by the usual plan, whatever became of it; the message stays the same, so
 * that its receiver knows it again. One that is just under way is left alone.
 */
export function resendDelivery(webhookId: string, deliveryId: string, wake: () => void, { write, now }: Writing) {
  const messageId = deliveryId.toLowerCase();
  return write(async (tx) => {
    const webhook = await findWebhook(tx, webhookId);
    if (webhook === undefined) return fail(webhookNotFound);
    const row = isUuid(messageId)
      ? await tx.first(
          q
            .selectFrom('webhook_deliveries')
            .selectAll()
            .where('message_id', '=', messageId)
            .where('webhook_id', '=', webhookId),
        )
      : undefined;
    if (row === undefined) return fail(deliveryNotFound);
    if (webhook.active === 0 && !isTest(row)) return fail(webhookInactive);
    if ((row.taken_until ?? 0) <= now) {
      await tx.run(
        q
          .updateTable('webhook_deliveries')
          .set({ state: 'Pending', due: now, taken_until: null, attempts_before: attemptsOf(row).length })
          .where('message_id', '=', messageId),
      );
      tx.afterCommit(wake);
    }
    return reply(202, { messageId });
  });
}
