import type { Ports } from '../../api/ports/ports.ts';
import { type Actor, type AuditAction, logOfPerson, logOfTwin, theSystem } from '../../kernel/audit.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import type { WebhookRow } from './tables.ts';

export type RecordingPorts = Pick<Ports, 'audit' | 'twins'>;

export interface Recording {
  readonly ports: RecordingPorts;
  /** Default: the server. */
  readonly by?: Actor;
  readonly detail?: string;
  /** Its twin, where that cannot be found any more. */
  readonly twin?: Parameters<typeof logOfTwin>[0];
}

/**
 * Records a change of a webhook: in the log of who owns the account of its twin, since it sends what happens there to others. Of the
 * address it tells the host: the rest may hold secrets.
 */
export async function recordWebhook(
  tx: Transaction,
  action: Extract<AuditAction, `webhook.${string}`>,
  webhook: WebhookRow,
  { ports, by = theSystem, detail, twin: known }: Recording,
): Promise<void> {
  const about = { type: 'Webhook', id: webhook.id, name: new URL(webhook.callback_url).host } as const;
  const owner = known ? logOfTwin(known) : await ownerOf(tx, webhook, ports);
  const twin = webhook.scope === 'twin' ? { twinId: webhook.scope_id } : {};
  await ports.audit.record(tx, {
    action,
    owner,
    by,
    about,
    mode: webhook.mode,
    ...twin,
    ...(detail === undefined ? {} : { detail }),
  });
}

/** A deleted twin tells no owner any more. */
async function ownerOf(db: Reader, { scope_id, created_by, organization_id }: WebhookRow, { twins }: RecordingPorts) {
  const twin = await twins.find(db, scope_id);
  return twin ? logOfTwin(twin) : logOfPerson({ id: created_by, organizationId: organization_id });
}
