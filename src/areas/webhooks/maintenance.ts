import type { Kit } from '../../api/area.ts';
import type { Maintenance } from '../../kernel/jobs/job.ts';
import { q } from './tables.ts';
import { enforceEntitlement } from './webhook/entitlement.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const keptMs = 7 * day;
const atOnce = 500;

/** Removes deliveries 7 days after their event. */
export const removeOldDeliveries = (kit: Kit): Maintenance => ({
  name: 'webhooks.removeDeliveries',
  everyMs: 60 * minute,
  async run(signal) {
    let removed = atOnce;
    while (removed === atOnce && !signal.aborted) {
      const old = q
        .selectFrom('webhook_deliveries')
        .select('message_id')
        .where('enqueued', '<', kit.now() - keptMs);
      removed = await kit.db.write((tx) =>
        tx.run(q.deleteFrom('webhook_deliveries').where('message_id', 'in', old.limit(atOnce))),
      );
    }
  },
});

/** Looks after webhooks whose application was deleted, disabled or lost its permission, if nothing is sent to them. */
export const checkEntitlements = (kit: Kit): Maintenance => ({
  name: 'webhooks.checkEntitlements',
  everyMs: 10 * minute,
  async run(signal) {
    for (const webhook of await kit.db.all(q.selectFrom('webhooks').selectAll())) {
      if (signal.aborted) return;
      await enforceEntitlement(kit.db, webhook, kit.ports);
    }
  },
});
