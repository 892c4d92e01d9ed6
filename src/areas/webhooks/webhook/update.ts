import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { jsonOf } from '../../../std/json.ts';
import { webhookNotFound } from '../errors.ts';
import { recordWebhook } from '../recording.ts';
import { q, type WebhookRow } from '../tables.ts';
import type { webhookUpdate } from './schema.ts';
import { deactivate, findWebhook } from './store.ts';
import { webhookView } from './view.ts';

type Change = Static<typeof webhookUpdate>;

/** Changes the given properties. Switching off drops what waits; a new secret signs from the next attempt on. */
export async function updateWebhook(id: string, body: Change, context: Context) {
  return context.write(async (tx) => {
    const row = await findWebhook(tx, id);
    if (row === undefined) return fail(webhookNotFound);
    const change = changesOf(row, body, context);
    if (Object.keys(change).length === 0) return reply(200, webhookView(row), { version: row.version });
    const updated = { ...row, ...change, modified: context.now, version: row.version + 1 };
    const { id: _, ...columns } = updated;
    if (change.active === 0) await deactivate(tx, id, context.now);
    await tx.run(q.updateTable('webhooks').set(columns).where('id', '=', id));
    const detail = Object.keys(change)
      .filter((name) => !['failing_since', 'failed_messages'].includes(name))
      .map((name) =>
        name === 'active' ? (change.active === 1 ? 'switched on' : 'switched off') : name.replace('_', ' '),
      )
      .join(', ');
    await recordWebhook(tx, 'webhook.changed', updated, { ports: context.ports, by: context.by, detail });
    return reply(200, webhookView(updated), { version: updated.version });
  });
}

function changesOf(row: WebhookRow, body: Change, { ports }: Context): Partial<WebhookRow> {
  const active = body.active === undefined ? row.active : Number(body.active);
  const types = body.eventTypes && jsonOf([...new Set(body.eventTypes)]);
  return {
    ...(active !== row.active ? { active } : {}),
    ...(active > row.active ? { failing_since: null, failed_messages: 0 } : {}),
    ...(types !== undefined && types !== row.event_types ? { event_types: types } : {}),
    ...(body.callbackUrl !== undefined && body.callbackUrl !== row.callback_url
      ? { callback_url: body.callbackUrl }
      : {}),
    ...(body.secret !== undefined ? { secret: ports.secrets.seal(body.secret) } : {}),
  };
}
