import type { Mode } from '../../kernel/callers/people.ts';
import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import type { JsonOf } from '../../std/json.ts';

export type WebhookScope = 'Account' | 'twin';
export type DeliveryState = 'Pending' | 'Delivered' | 'Failed';

export interface WebhookRow {
  id: string;
  scope: WebhookScope;
  scope_id: string;
  active: number;
  /** 1 once its twin was deleted: it takes no further events and goes when its pending deliveries have ended. */
  ending: number;
  callback_url: string;
  event_types: JsonOf<string[]>;
  /** 1: it was made in words of the table of names, and gets its events in them. */
  names: number;
  /** Sealed. */
  secret: string;
  created_by: string;
  client_id: string;
  /** The organization that owns the application, or that of a person who made it. */
  organization_id: string | null;
  created: number;
  modified: number;
  version: number;
  /** Time of the first failure since the last success; null when there is none. */
  failing_since: number | null;
  /** Messages that have failed since the last success. */
  failed_messages: number;
  /** Of the token that made it: events of sandboxes go to those of mode Test, all others to all others. */
  mode: Mode;
}

export interface DeliveryRow {
  message_id: string;
  webhook_id: string;
  event_type: string;
  twin_id: string;
  /** The envelope, byte for byte as it is sent and signed. */
  body: string;
  enqueued: number;
  /** Order of making. */
  position: number;
  state: DeliveryState;
  attempts: JsonOf<AttemptRecord[]>;
  /** How many attempts there were when it was last sent again by hand: the plan of waits begins anew after them. */
  attempts_before: number;
  /** When to try next; while an attempt is under way, when it counts as lost. Null once it has ended. */
  due: number | null;
  /** The end of the attempt under way at the latest; null between attempts. */
  taken_until: number | null;
}

export interface AttemptRecord {
  readonly dateTime: string;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

interface WebhookTables {
  webhooks: WebhookRow;
  webhook_deliveries: DeliveryRow;
}

export const q = tables<WebhookTables>();

export const webhookMigrations: Migration[] = [
  {
    id: 'webhooks-1',
    statements: [
      `CREATE TABLE webhooks (
        id {text} PRIMARY KEY, scope {text} NOT NULL, scope_id {text} NOT NULL, active integer NOT NULL,
        ending integer NOT NULL, callback_url {text} NOT NULL, event_types {text} NOT NULL, secret {text} NOT NULL,
        created_by {text} NOT NULL, client_id {text} NOT NULL, organization_id {text}, created bigint NOT NULL,
        modified bigint NOT NULL, version bigint NOT NULL, failing_since bigint, failed_messages bigint NOT NULL)`,
      'CREATE INDEX webhooks_by_scope ON webhooks (scope_id, active)',
      'CREATE INDEX webhooks_by_creator ON webhooks (created_by)',
      'CREATE INDEX webhooks_by_organization ON webhooks (organization_id)',
      `CREATE TABLE webhook_deliveries (
        message_id {text} PRIMARY KEY, webhook_id {text} NOT NULL, event_type {text} NOT NULL, twin_id {text} NOT NULL,
        body {text} NOT NULL, enqueued bigint NOT NULL, position bigint NOT NULL, state {text} NOT NULL,
        attempts {text} NOT NULL, due bigint, taken_until bigint)`,
      'CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due, position) WHERE due IS NOT NULL',
      'CREATE INDEX webhook_deliveries_taken ON webhook_deliveries (taken_until) WHERE taken_until IS NOT NULL',
      'CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, position)',
      'CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (enqueued)',
    ],
  },
  {
    id: 'webhooks-2',
    statements: ['ALTER TABLE webhook_deliveries ADD COLUMN attempts_before integer NOT NULL DEFAULT 0'],
  },
  { id: 'webhooks-3', statements: ['CREATE INDEX webhooks_by_client ON webhooks (client_id)'] },
  { id: 'webhooks-4', statements: ['ALTER TABLE webhooks ADD COLUMN names integer NOT NULL DEFAULT 0'] },
  {
    id: 'webhooks-modes',
    statements: [`ALTER TABLE webhooks ADD COLUMN mode {text} NOT NULL DEFAULT 'Production'`],
  },
];
