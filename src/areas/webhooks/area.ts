import type { Area, Kit } from '../../api/area.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { parseNetworks } from '../../std/network.ts';
import { webhooksArchive } from './archived-tables.ts';
import { type DispatchSettings, openDispatcher, usualSettings } from './dispatcher.ts';
import { checkEntitlements, removeOldDeliveries } from './maintenance.ts';
import { deliveryFigures } from './metrics.ts';
import { type EventNames, raiseWith } from './outbox.ts';
import { recordWebhook } from './recording.ts';
import { q, type WebhookRow, webhookMigrations } from './tables.ts';
import { webhookEndpoints } from './webhook/endpoints.ts';
import { enforceEntitlement } from './webhook/entitlement.ts';
import { deactivate, deleteWebhook } from './webhook/store.ts';
import { webhookChangeEndpoints, webhookSendingEndpoints } from './webhook-change/endpoints.ts';

export interface WebhooksOptions {
  /** WEBHOOKS_ALLOWED_NETWORKS: addresses that are not public, but may be called. */
  readonly allowedNetworks: readonly string[];
  readonly settings?: Partial<DispatchSettings>;
  /** The table of names, where there is one: complete once something is raised. */
  readonly names?: () => EventNames | undefined;
}

/** A webhook's entitlement is looked up anew after this time, in milliseconds. */
const trustMs = 10_000;

/** Webhooks: the outbox behind the port `events`, the delivery of what is in it, and the API of subscriptions. */
export function webhooksArea(kit: Kit, options: WebhooksOptions): Area {
  const allowed = parseNetworks(options.allowedNetworks);
  const dispatcher = openDispatcher({
    db: kit.db,
    log: kit.log,
    tracer: kit.tracer,
    secrets: () => kit.ports.secrets,
    ports: kit.ports,
    allowed,
    settings: { ...usualSettings, ...options.settings },
    entitled: trusting((webhook) => enforceEntitlement(kit.db, webhook, kit.ports)),
  });
  return {
    name: 'webhooks',
    apis: [
      {
        name: 'webhooks',
        title: 'Webhooks',
        version: 2,
        prefix: '/webhooks',
        description:
          'Subscriptions to the events of the platform: each event is sent as one signed POST request to the callback of every active webhook that wants it.',
        endpoints: [
          ...webhookChangeEndpoints(allowed),
          ...webhookSendingEndpoints(dispatcher.wake, options.names),
          ...webhookEndpoints,
        ],
        changelog: [
          {
            date: '2026-11-27',
            text: 'Webhooks that are made with test tokens are told of sandboxes; all others of everything else. Neither are seen in the other mode.',
          },
          { date: '2026-11-27', text: 'A secret may have 12 characters.' },
          { date: '2026-11-20', text: 'First edition: every operation of the specification.' },
          {
            date: '2026-11-22',
            text: 'Deliveries can be sent again; a test is tried again like any other; events of Storage, Models and Mesh Export; what is wrong with an address is said.',
          },
          {
            date: '2026-11-27',
            text: 'An https address in a network or at a port that the server may not connect to is refused when a webhook is made or changed.',
          },
        ],
      },
    ],
    archive: webhooksArchive,
    migrations: webhookMigrations,
    maintenance: [removeOldDeliveries(kit), checkEntitlements(kit)],
    figures: deliveryFigures(kit.db, kit.now),
    ports: { events: { raise: raiseWith(dispatcher.wake, kit.ports, options.names), removeWebhooks } },
    listeners: {
      applications: { ended: (tx, clientId, how) => applicationEnded(tx, clientId, how, kit) },
      twins: { purged: removeWebhooks },
    },
    start: dispatcher.start,
    stop: dispatcher.stop,
  };
}

/** Those of a deleted twin that has told of its end go by themselves, once that is delivered. */
async function removeWebhooks(tx: Transaction, twinId: string): Promise<void> {
  const ofTwin = q.selectFrom('webhooks').select('id').where('scope', '=', 'twin').where('scope_id', '=', twinId);
  for (const { id } of await tx.all(ofTwin.where('ending', '=', 0))) await deleteWebhook(tx, id);
}

/** Switches the webhooks of an application off when it is disabled, and deletes them with it. */
async function applicationEnded(tx: Transaction, clientId: string, how: 'deleted' | 'disabled', { ports, now }: Kit) {
  const rows = await tx.all(q.selectFrom('webhooks').selectAll().where('client_id', '=', clientId));
  for (const row of rows) {
    if (how === 'deleted') await deleteWebhook(tx, row.id);
    else await deactivate(tx, row.id, now());
    const detail = `its application was ${how}`;
    await recordWebhook(tx, how === 'deleted' ? 'webhook.deleted' : 'webhook.changed', row, { ports, detail });
  }
}

/** Remembers for a while which webhooks were found entitled; a refusal is never remembered. */
function trusting(check: (webhook: WebhookRow) => Promise<boolean>): (webhook: WebhookRow) => Promise<boolean> {
  const trusted = new Map<string, number>();
  return async (webhook) => {
    if ((trusted.get(webhook.id) ?? 0) > Date.now() - trustMs) return true;
    const entitled = await check(webhook);
    if (entitled) trusted.set(webhook.id, Date.now());
    else trusted.delete(webhook.id);
    return entitled;
  };
}
