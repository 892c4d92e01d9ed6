import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';

/** A sandbox; its name and number are those of its top twin, which has the same id. Times are milliseconds since 1970. */
export interface SandboxRow {
  readonly id: string;
  readonly template: string;
  /** Who owns its Account, as of its twins. */
  readonly owner_organization_id: string | null;
  readonly owner_user_id: string | null;
  readonly created_by: string;
  readonly client_id: string;
  readonly created: number;
  /** When its time is over. */
  readonly ends: number;
  /** When it was deleted, or its time was over: what is left of it is on its way out. */
  readonly ended: number | null;
  /** Of the key by which people of the Account claim it; null where nobody was given one. */
  readonly key_hash: string | null;
}

export interface MailRow {
  readonly id: string;
  readonly sandbox_id: string;
  /** In the order of their making. */
  readonly position: number;
  readonly created: number;
  /** Sealed: it may hold links that let people in. */
  readonly content: string;
}

export const q = tables<{ test_sandboxes: SandboxRow; test_mails: MailRow }>();

export const testmodeMigrations: readonly Migration[] = [
  {
    id: 'testmode-1',
    statements: [
      `CREATE TABLE test_sandboxes (id {text} PRIMARY KEY, template {text} NOT NULL, owner_organization_id {text},
        owner_user_id {text}, created_by {text} NOT NULL, client_id {text} NOT NULL, created bigint NOT NULL,
        ends bigint NOT NULL, ended bigint, key_hash {text})`,
      'CREATE INDEX test_sandboxes_by_creator ON test_sandboxes (created_by, client_id)',
      'CREATE INDEX test_sandboxes_by_organization ON test_sandboxes (owner_organization_id)',
      'CREATE INDEX test_sandboxes_by_person ON test_sandboxes (owner_user_id)',
      'CREATE INDEX test_sandboxes_due ON test_sandboxes (ends) WHERE ended IS NULL',
      'CREATE INDEX test_sandboxes_ended ON test_sandboxes (ended) WHERE ended IS NOT NULL',
      `CREATE TABLE test_mails (id {text} PRIMARY KEY, sandbox_id {text} NOT NULL, position bigint NOT NULL,
        created bigint NOT NULL, content {text} NOT NULL)`,
      'CREATE INDEX test_mails_of_sandbox ON test_mails (sandbox_id, position)',
    ],
  },
];
