import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { readContinuation, writeContinuation } from '../../../api/query/continuation.ts';
import { condition } from '../../../kernel/db/condition.ts';
import { invalidWebhooks } from '../errors.ts';
import { q } from '../tables.ts';
import { deliveryView } from './view.ts';

interface DeliveriesQuery {
  readonly $top?: number;
  readonly continuationToken?: string;
}

const usualTop = 100;

/** The deliveries of a webhook, newest first. */
export async function listDeliveries(webhookId: string, query: DeliveriesQuery, context: Context) {
  const { $top: top = usualTop, continuationToken: token } = query;
  const { db, caller, now, baseUrl } = context;
  const { secrets } = context.ports;
  const binding = `deliveries ${caller.userId} ${webhookId}`;
  const after = token === undefined ? undefined : readContinuation(secrets, binding, token, now);
  if (token !== undefined && after === undefined) return badToken();
  let found = q.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId);
  const [position, messageId] = after ?? [];
  if (position !== undefined && messageId !== undefined) {
    found = found.where(condition`(position, message_id) < (${position}, ${messageId})`);
  }
  const rows = await db.all(
    found
      .orderBy('position', 'desc')
      .orderBy('message_id', 'desc')
      .limit(top + 1),
  );
  const page = rows.slice(0, top);
  const last = page.at(-1);
  const at = `${baseUrl}/webhooks/${webhookId}/deliveries?$top=${top}`;
  const linkTo = (next: string | undefined) => ({ href: next === undefined ? at : `${at}&continuationToken=${next}` });
  const more = rows.length > top && last !== undefined;
  const next = more ? { next: linkTo(writeContinuation(secrets, binding, [last.position, last.message_id], now)) } : {};
  return reply(200, { deliveries: page.map(deliveryView), _links: { self: linkTo(token), ...next } });
}

const badToken = () =>
  fail(invalidWebhooks, {
    details: [
      {
        code: 'InvalidParameter',
        message: 'The continuationToken query parameter value is incorrect.',
        target: 'continuationToken',
      },
    ],
  });
