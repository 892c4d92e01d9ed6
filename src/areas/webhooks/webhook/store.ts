import type { Caller } from '../../../kernel/callers/people.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { pick, prepared } from '../../../kernel/db/query.ts';
import { q, type WebhookRow } from '../tables.ts';

/** Who asks, and by which kind of token. */
type Asking = Pick<Caller, 'userId' | 'mode'>;

const byId = prepared((p: { id: string }) => q.selectFrom('webhooks').selectAll().where('id', '=', p.id));
const byCreator = prepared((p: Asking) =>
  q
    .selectFrom('webhooks')
    .selectAll()
    .where('created_by', '=', p.userId)
    .where('mode', '=', p.mode)
    .orderBy('created')
    .orderBy('id'),
);
const byOrganization = prepared((p: Asking & { organizationId: string }) =>
  q
    .selectFrom('webhooks')
    .selectAll()
    .where((on) => on.or([on('created_by', '=', p.userId), on('organization_id', '=', p.organizationId)]))
    .where('mode', '=', p.mode)
    .orderBy('created')
    .orderBy('id'),
);
const insert = prepared((p: WebhookRow) =>
  q
    .insertInto('webhooks')
    .values(
      pick(
        p,
        'id',
        'scope',
        'scope_id',
        'active',
        'ending',
        'callback_url',
        'event_types',
        'secret',
        'created_by',
        'client_id',
        'organization_id',
        'created',
        'modified',
        'version',
        'failing_since',
        'failed_messages',
        'names',
        'mode',
      ),
    ),
);
const dropPending = prepared((p: { webhookId: string; now: number }) =>
  q
    .updateTable('webhook_deliveries')
    .set({ state: 'Failed', due: null, taken_until: null })
    .where('webhook_id', '=', p.webhookId)
    .where('state', '=', 'Pending')
    .where((on) => on.or([on('taken_until', 'is', null), on('taken_until', '<', p.now)])),
);
const switchOff = prepared((p: { id: string; now: number }) =>
  q
    .updateTable('webhooks')
    .set((eb) => ({ active: 0, modified: p.now, version: eb('version', '+', 1) }))
    .where('id', '=', p.id)
    .where('active', '=', 1),
);
const deleteRow = prepared((p: { id: string }) => q.deleteFrom('webhooks').where('id', '=', p.id));
const deleteDeliveries = prepared((p: { id: string }) =>
  q.deleteFrom('webhook_deliveries').where('webhook_id', '=', p.id),
);

export const findWebhook = (db: Reader, id: string): Promise<WebhookRow | undefined> => db.first(byId, { id });

/** The caller's own, of the mode in which they ask. */
export const webhooksOfCreator = (db: Reader, { userId, mode }: Asking): Promise<WebhookRow[]> =>
  db.all(byCreator, { userId, mode });

/** Those of the applications of an organization, and the caller's own. */
export const webhooksOfOrganization = (
  db: Reader,
  organizationId: string,
  { userId, mode }: Asking,
): Promise<WebhookRow[]> => db.all(byOrganization, { organizationId, userId, mode });

export const insertWebhook = (tx: Transaction, row: WebhookRow): Promise<number> => tx.run(insert, row);

/** Sets a webhook inactive and drops what waits for it; attempts under way end, and are not repeated. */
export async function deactivate(tx: Transaction, id: string, now: number): Promise<void> {
  await tx.run(switchOff, { id, now });
  await tx.run(dropPending, { webhookId: id, now });
}

/** Deletes a webhook and all of its deliveries; false when there is none. */
export async function deleteWebhook(tx: Transaction, id: string): Promise<boolean> {
  const removed = await tx.run(deleteRow, { id });
  await tx.run(deleteDeliveries, { id });
  return removed > 0;
}
