import type { Ports } from '../../../api/ports/ports.ts';
import type { Database, Reader } from '../../../kernel/db/database.ts';
import { recordWebhook } from '../recording.ts';
import type { WebhookRow } from '../tables.ts';
import { deactivate, deleteWebhook } from './store.ts';

/** The permission that webhooks need in their twin. */
export const maintainer = 'webhooks_maintainer';

export type EntitlementPorts = Pick<Ports, 'access' | 'people' | 'audit' | 'twins'>;

/** Whether the application that made a webhook may still have it. */
export async function entitlementOf(
  db: Reader,
  webhook: WebhookRow,
  ports: EntitlementPorts,
): Promise<'kept' | 'lost' | 'gone'> {
  const caller = await ports.people.callerOf(db, webhook.created_by, webhook.client_id);
  if (caller === undefined) {
    const known = await ports.people.byIds(db, [webhook.created_by]);
    return known.length > 0 ? 'lost' : 'gone';
  }
  if (webhook.ending === 1) return 'kept'; // its twin is deleted: the last events, that of the deletion included, still go
  const access = await ports.access.of(db, caller, webhook.scope_id);
  return access?.may(maintainer) ? 'kept' : 'lost';
}

/** Switches a webhook off whose application was disabled or lost its permission; deletes that of a deleted one. */
export async function enforceEntitlement(db: Database, webhook: WebhookRow, ports: EntitlementPorts): Promise<boolean> {
  const entitlement = await entitlementOf(db, webhook, ports);
  if (entitlement === 'lost') {
    await db.write(async (tx) => {
      await deactivate(tx, webhook.id, Date.now());
      if (webhook.active === 0) return;
      const detail = 'switched off: its application has no permission any more';
      await recordWebhook(tx, 'webhook.changed', webhook, { ports, detail });
    });
  }
  if (entitlement === 'gone') {
    await db.write(async (tx) => {
      if (!(await deleteWebhook(tx, webhook.id))) return;
      await recordWebhook(tx, 'webhook.deleted', webhook, { ports, detail: 'its application is gone' });
    });
  }
  return entitlement === 'kept';
}
