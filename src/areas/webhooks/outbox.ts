import type { Events, PlatformEvent } from '../../api/ports/events.ts';
import { modeOf } from '../../kernel/callers/mode.ts';
import type { Mode } from '../../kernel/callers/people.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { pick, prepared } from '../../kernel/db/query.ts';
import { noteOrigin } from '../../kernel/jobs/origins.ts';
import { newId } from '../../std/ids.ts';
import { isoTime } from '../../std/iso-time.ts';
import { jsonOf, readJson } from '../../std/json.ts';
import { nextSequence } from '../../std/sequence.ts';
import { type RecordingPorts, recordWebhook } from './recording.ts';
import { type DeliveryRow, q, type WebhookRow } from './tables.ts';

type Subscriber = Pick<WebhookRow, 'id' | 'scope' | 'scope_id' | 'event_types' | 'names'>;

/** Events in words of the table of names. */
export interface EventNames {
  event(envelope: { readonly eventType: string; readonly content: unknown }): unknown;
}
type Names = () => EventNames | undefined;
const noNames: Names = () => undefined;

const subscribers = prepared((p: { account: string; twin: string; parent: string; mode: Mode }) =>
  q
    .selectFrom('webhooks')
    .select(['id', 'scope', 'scope_id', 'event_types', 'names'])
    .where('scope_id', 'in', [p.account, p.twin, p.parent])
    .where('active', '=', 1)
    .where('ending', '=', 0)
    .where('mode', '=', p.mode),
);
const insert = prepared((p: DeliveryRow) =>
  q
    .insertInto('webhook_deliveries')
    .values(
      pick(
        p,
        'message_id',
        'webhook_id',
        'event_type',
        'twin_id',
        'body',
        'enqueued',
        'position',
        'state',
        'attempts',
        'attempts_before',
        'due',
        'taken_until',
      ),
    ),
);
const ofTwin = prepared((p: { twin: string }) =>
  q
    .selectFrom('webhooks')
    .selectAll()
    .where('scope', '=', 'twin')
    .where('scope_id', '=', p.twin)
    .where('ending', '=', 0)
    .orderBy('id'),
);
const startEnding = prepared((p: { twin: string }) =>
  q.updateTable('webhooks').set({ ending: 1 }).where('scope', '=', 'twin').where('scope_id', '=', p.twin),
);
const deleteEnded = prepared((p: { twin: string }) =>
  q
    .deleteFrom('webhooks')
    .where('scope', '=', 'twin')
    .where('scope_id', '=', p.twin)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhook_deliveries')
            .select('message_id')
            .whereRef('webhook_id', '=', 'webhooks.id')
            .where('state', '=', 'Pending'),
        ),
      ),
    ),
);

/**
 * Writes an event into the outbox, once for each active webhook that wants it, in the transaction of the change.
 * Where nobody listens it costs one look-up by index.
 */
export const raiseWith =
  (wake: () => void, ports: RecordingPorts, names = noNames): Events['raise'] =>
  async (tx, event) => {
    const { twin, type } = event;
    tx.notes?.event(type, twin.id);
    const parent = type === 'twins.twinCreated.v1' ? (twin.parentId ?? twin.id) : twin.id;
    const scope = { account: twin.accountId, twin: twin.id, parent, mode: modeOf(twin) };
    const found = await tx.all(subscribers, scope);
    const wanting = found.filter((webhook) => wants(webhook, event, parent));
    for (const webhook of wanting) await addDelivery(tx, webhook, event, names);
    if (wanting.length > 0) tx.afterCommit(wake);
    if (type === 'twins.twinDeleted.v1') await endWith(tx, twin, ports);
  };

/** The webhooks of a deleted twin take no further events; those for which nothing waits go at once, others after it. */
async function endWith(tx: Transaction, twin: PlatformEvent['twin'], ports: RecordingPorts): Promise<void> {
  for (const webhook of await tx.all(ofTwin, { twin: twin.id })) {
    await recordWebhook(tx, 'webhook.deleted', webhook, { ports, twin, detail: 'with its twin' });
  }
  await tx.run(startEnding, { twin: twin.id });
  await tx.run(deleteEnded, { twin: twin.id });
}

/** Scope Account: every twin of the account. Scope twin: that very twin, and the creation of its children. */
function wants(webhook: Subscriber, { type, twin }: PlatformEvent, parent: string): boolean {
  const inScope =
    webhook.scope === 'Account'
      ? webhook.scope_id === twin.accountId
      : webhook.scope_id === twin.id || webhook.scope_id === parent;
  return inScope && readJson(webhook.event_types).includes(type);
}

/** Adds one message for one webhook, in its words, and returns its id. The body is kept as it will be sent. */
export async function addDelivery(
  tx: Transaction,
  { id: webhookId, names: inTable }: Pick<WebhookRow, 'id' | 'names'>,
  event: Pick<PlatformEvent, 'type' | 'content'> & { readonly twin: { readonly id: string } },
  names = noNames,
): Promise<string> {
  const messageId = newId();
  const now = Date.now();
  const envelope = {
    content: event.content,
    eventType: event.type,
    enqueuedDateTime: isoTime(now),
    twinId: event.twin.id,
    messageId,
    webhookId,
  };
  await tx.run(insert, {
    message_id: messageId,
    webhook_id: webhookId,
    event_type: event.type,
    twin_id: event.twin.id,
    body: JSON.stringify((inTable === 1 ? names()?.event(envelope) : undefined) ?? envelope),
    enqueued: now,
    position: nextSequence(now),
    state: 'Pending',
    attempts: jsonOf([]),
    attempts_before: 0,
    due: now,
    taken_until: null,
  });
  await noteOrigin(tx, messageId);
  return messageId;
}
