import { randomUUID } from 'node:crypto';
import { testAudit } from '../../../../test/support/audit.ts';
import type { Area } from '../../../api/area.ts';
import type { AccessControl } from '../../../api/ports/access.ts';
import type { Events, PlatformEvent } from '../../../api/ports/events.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Caller, People, User } from '../../../kernel/callers/people.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { jsonOf } from '../../../std/json.ts';
import { silentLog } from '../../../std/log.ts';
import { secretBox } from '../../../std/secret-box.ts';
import { webhooksArea } from '../area.ts';
import { usualPlan } from '../dispatch/verdict.ts';
import { type DispatchSettings, usualSettings } from '../dispatcher.ts';
import { type DeliveryRow, q, type WebhookRow } from '../tables.ts';
import { findWebhook, insertWebhook } from '../webhook/store.ts';

export const secret = 'a-secret-of-more-than-32-characters';
export const accountId = '5c9d64cf-d22f-4149-ad08-c24ff395c3a0';

/** Retries within milliseconds instead of hours. */
export const quick: DispatchSettings = {
  ...usualSettings,
  pollMs: 50,
  timeoutMs: 120_000,
  lostAfterMs: 240_000,
  plan: { ...usualPlan, delays: [20, 30, 40], jitter: 0 },
};

/** The delivery of events on a database, with an application that is what a test says. */
export interface Harness {
  readonly area: Area;
  readonly events: Events;
  /** What has become of the application that made the webhooks. */
  readonly application: { state: 'entitled' | 'unentitled' | 'disabled' | 'deleted' };
  add(callbackUrl: string, change?: Partial<WebhookRow>): Promise<string>;
  change(webhookId: string, columns: Partial<WebhookRow>): Promise<unknown>;
  seal(text: string): string;
  raise(event: PlatformEvent): Promise<void>;
  deliveries(webhookId: string): Promise<DeliveryRow[]>;
  webhook(id: string): Promise<WebhookRow | undefined>;
}

export const twinOf = (change: Partial<TwinFacts> = {}): TwinFacts => ({
  id: randomUUID(),
  class: 'Endeavor',
  subClass: 'Project',
  number: 'B-1',
  displayName: 'Bridge',
  parentId: accountId,
  accountId,
  ownerOrganizationId: null,
  ownerUserId: null,
  timeZone: null,
  version: 1,
  sandboxId: null,
  ...change,
});

export const memberAdded = (twin: TwinFacts): PlatformEvent => ({
  type: 'accessControl.memberAdded.v1',
  twin,
  content: {
    memberId: 'e5c7ae4f-2d72-4319-b96a-d46492e4f860',
    eventCreatedBy: '6411cfcf-d188-4788-9267-43eb0f208c8e',
    memberType: 'User',
    roleId: null,
    roleName: null,
  },
});

export const twinEvent = (type: 'twins.twinCreated.v1' | 'twins.twinDeleted.v1', twin: TwinFacts): PlatformEvent => ({
  type,
  twin,
  content: {
    eventCreatedBy: '6411cfcf-d188-4788-9267-43eb0f208c8e',
    parentId: twin.parentId ?? accountId,
    accountOwnerId: accountId,
    accountOwnerType: 'User',
    twinClass: twin.class,
    twinSubClass: twin.subClass,
  },
});

export function harness(db: Database, settings: Partial<DispatchSettings> = {}): Harness {
  const secrets = secretBox(Buffer.alloc(32, 'key'));
  const application: Harness['application'] = { state: 'entitled' };
  const ports: Partial<Ports> = {
    audit: testAudit,
    twins: { find: async () => undefined } as Partial<Ports['twins']> as Ports['twins'],
    secrets,
    people: {
      callerOf: async () => (['entitled', 'unentitled'].includes(application.state) ? ({} as Caller) : undefined),
      byIds: async () => (application.state === 'deleted' ? [] : [{} as User]),
    } as unknown as People,
    access: { of: async () => ({ may: () => application.state === 'entitled' }) } as unknown as AccessControl,
  };
  const kit = { db, ports: ports as Ports, baseUrl: 'http://localhost', log: silentLog, now: Date.now };
  const area = webhooksArea(kit, { allowedNetworks: ['127.0.0.0/8'], settings: { ...quick, ...settings } });
  const events = area.ports?.events as Events;
  return {
    area,
    events,
    application,
    async add(callbackUrl, change = {}) {
      const row: WebhookRow = {
        id: randomUUID(),
        scope: 'Account',
        scope_id: accountId,
        active: 1,
        ending: 0,
        callback_url: callbackUrl,
        event_types: jsonOf(['accessControl.memberAdded.v1', 'twins.twinCreated.v1', 'twins.twinDeleted.v1']),
        secret: secrets.seal(secret),
        created_by: randomUUID(),
        client_id: 'service-x',
        organization_id: null,
        created: Date.now(),
        modified: Date.now(),
        version: 1,
        failing_since: null,
        failed_messages: 0,
        names: 0,
        mode: 'Production',
        ...change,
      };
      await db.write((tx) => insertWebhook(tx, row));
      return row.id;
    },
    change: (id, columns) => db.write((tx) => tx.run(q.updateTable('webhooks').set(columns).where('id', '=', id))),
    seal: secrets.seal,
    raise: (event) => db.write((tx) => events.raise(tx, event)),
    deliveries: (webhookId) =>
      db.all(q.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId).orderBy('position')),
    webhook: (id) => findWebhook(db, id),
  };
}
