import type { AuditAction, AuditOutcome, AuditSubject } from '../../kernel/audit.ts';
import type { Mode } from '../../kernel/callers/people.ts';
import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';

/** Times are milliseconds since 1970; what is not known is null, a source that there is none of is empty. */
export interface EntryRow {
  id: string;
  /** In the order of their making, never the same twice in a process. */
  position: number;
  time: number;
  /** Whose log it stands in: an organization's, or that of a person without one; nobody's for unknown accounts. */
  organization_id: string | null;
  user_id: string | null;
  action: AuditAction;
  outcome: AuditOutcome;
  actor_id: string | null;
  actor_client: string | null;
  actor_email: string | null;
  /** `fold` of it, as of the other name. */
  actor_folded: string | null;
  address: string;
  user_agent: string;
  about_type: AuditSubject['type'];
  about_id: string;
  about_name: string;
  about_folded: string;
  twin_id: string | null;
  detail: string | null;
  correlation_id: string;
  /** In which mode it is seen; null: of nothing that is in a sandbox. */
  mode: Mode | null;
}

export const q = tables<{ audit_entries: EntryRow }>();

export const auditMigrations: readonly Migration[] = [
  {
    id: 'audit-1',
    statements: [
      `CREATE TABLE audit_entries (
        id {text} PRIMARY KEY,
        position bigint NOT NULL,
        time bigint NOT NULL,
        organization_id {text},
        user_id {text},
        action {text} NOT NULL,
        outcome {text} NOT NULL,
        actor_id {text},
        actor_client {text},
        actor_email {text},
        actor_folded {text},
        address {text} NOT NULL,
        user_agent {text} NOT NULL,
        about_type {text} NOT NULL,
        about_id {text} NOT NULL,
        about_name {text} NOT NULL,
        about_folded {text} NOT NULL,
        twin_id {text},
        detail {text},
        correlation_id {text} NOT NULL
      )`,
      'CREATE INDEX audit_entries_by_organization ON audit_entries (organization_id, position)',
      'CREATE INDEX audit_entries_by_user ON audit_entries (user_id, position)',
      'CREATE INDEX audit_entries_by_time ON audit_entries (time)',
    ],
  },
  {
    id: 'audit-twins',
    statements: ['CREATE INDEX audit_entries_by_twin ON audit_entries (twin_id) WHERE twin_id IS NOT NULL'],
  },
  { id: 'audit-modes', statements: ['ALTER TABLE audit_entries ADD COLUMN mode {text}'] },
];
