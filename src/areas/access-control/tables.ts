import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import type { JsonOf } from '../../std/json.ts';
import type { JobActions, JobError } from './job/schema.ts';

/*
 * Rows are ordered by `position` (microseconds since 1970, see std/sequence.ts) or, within their parent, by `place`.
 * Other times are milliseconds since 1970.
 */

export type MemberType = 'User' | 'Group';

/** `Owner` exists on every twin, the others on Accounts; null for the roles that people define. */
export type BuiltIn = 'Owner' | 'Administrator' | 'Contributor' | 'Viewer';

export interface RoleRow {
  readonly id: string;
  readonly twin_id: string;
  readonly display_name: string;
  readonly description: string;
  /** Unused for built-in roles, whose permissions the program knows. */
  readonly permissions: JsonOf<string[]>;
  readonly built_in: BuiltIn | null;
  readonly position: number;
  readonly version: number;
}

/** A user or group with at least one role in a twin. */
export interface MemberRow {
  readonly twin_id: string;
  readonly member_type: MemberType;
  readonly member_id: string;
  /** Order of joining. */
  readonly position: number;
  /** Counts the changes of its roles. */
  readonly version: number;
}

export interface GroupRow {
  readonly id: string;
  readonly twin_id: string;
  readonly name: string;
  readonly name_folded: string;
  readonly description: string;
  readonly position: number;
  readonly version: number;
}

/** A pending invitation: into a twin, with the roles of `invitation_roles`, or into a group of an Account. */
export interface InvitationRow {
  readonly id: string;
  readonly twin_id: string;
  readonly group_id: string | null;
  readonly email: string;
  readonly email_folded: string;
  readonly invited_by: string;
  readonly invited_by_email: string;
  readonly created: number;
  readonly expires: number;
  readonly position: number;
  /** The job that sends its mail. */
  readonly mail_job: string | null;
  /** When it was taken back; it is kept until it expires, to tell that to who follows its link. */
  readonly withdrawn: number | null;
}

export interface ShareRow {
  readonly id: string;
  readonly twin_id: string;
  /** Sealed. */
  readonly share_key: string;
  readonly contract: string;
  readonly expires: number | null;
  readonly position: number;
}

export type JobStatus = 'Active' | 'Completed' | 'PartialCompleted' | 'Failed';

export interface JobRow {
  readonly id: string;
  readonly twin_id: string;
  /** As posted. */
  readonly actions: JsonOf<JobActions>;
  readonly status: JobStatus;
  /** Entries dealt with so far, in the order of execution; a new attempt goes on behind them. */
  readonly done: number;
  readonly failed: number;
  readonly errors: JsonOf<JobError[]>;
  readonly ended: number | null;
}

export interface AccessControlTables {
  roles: RoleRow;
  members: MemberRow;
  role_assignments: {
    twin_id: string;
    member_type: MemberType;
    member_id: string;
    role_id: string;
    /** Order of assignment. */
    place: number;
  };
  groups: GroupRow;
  group_users: { group_id: string; user_id: string; place: number };
  group_directories: { group_id: string; directory: string; place: number };
  invitations: InvitationRow;
  invitation_roles: { invitation_id: string; role_id: string; place: number };
  shares: ShareRow;
  access_jobs: JobRow;
}

export const q = tables<AccessControlTables>();

export const accessControlMigrations: Migration[] = [
  {
    id: 'access-control-1',
    statements: [
      `CREATE TABLE roles (id {text} PRIMARY KEY, twin_id {text} NOT NULL, display_name {text} NOT NULL,
        description {text} NOT NULL, permissions {text} NOT NULL, built_in {text}, position bigint NOT NULL,
        version bigint NOT NULL)`,
      'CREATE INDEX roles_twin ON roles (twin_id)',
      `CREATE TABLE members (twin_id {text} NOT NULL, member_type {text} NOT NULL, member_id {text} NOT NULL,
        position bigint NOT NULL, version bigint NOT NULL, PRIMARY KEY (twin_id, member_type, member_id))`,
      'CREATE INDEX members_member ON members (member_id, member_type)',
      'CREATE INDEX members_position ON members (twin_id, member_type, position, member_id)',
      `CREATE TABLE role_assignments (twin_id {text} NOT NULL, member_type {text} NOT NULL, member_id {text} NOT NULL,
        role_id {text} NOT NULL, place bigint NOT NULL, PRIMARY KEY (twin_id, member_type, member_id, role_id))`,
      'CREATE INDEX role_assignments_role ON role_assignments (role_id, twin_id, member_type, member_id)',
      `CREATE TABLE groups (id {text} PRIMARY KEY, twin_id {text} NOT NULL, name {text} NOT NULL,
        name_folded {text} NOT NULL, description {text} NOT NULL, position bigint NOT NULL, version bigint NOT NULL)`,
      'CREATE UNIQUE INDEX groups_name ON groups (twin_id, name_folded)',
      `CREATE TABLE group_users (group_id {text} NOT NULL, user_id {text} NOT NULL, place bigint NOT NULL,
        PRIMARY KEY (group_id, user_id))`,
      'CREATE INDEX group_users_user ON group_users (user_id)',
      `CREATE TABLE group_directories (group_id {text} NOT NULL, directory {text} NOT NULL, place bigint NOT NULL,
        PRIMARY KEY (group_id, directory))`,
      'CREATE INDEX group_directories_name ON group_directories (directory)',
      `CREATE TABLE invitations (id {text} PRIMARY KEY, twin_id {text} NOT NULL, group_id {text},
        email {text} NOT NULL, email_folded {text} NOT NULL, invited_by {text} NOT NULL,
        invited_by_email {text} NOT NULL, created bigint NOT NULL, expires bigint NOT NULL, position bigint NOT NULL)`,
      'CREATE INDEX invitations_twin ON invitations (twin_id, position)',
      'CREATE INDEX invitations_email ON invitations (email_folded)',
      'CREATE INDEX invitations_expires ON invitations (expires)',
      `CREATE TABLE invitation_roles (invitation_id {text} NOT NULL, role_id {text} NOT NULL, place bigint NOT NULL,
        PRIMARY KEY (invitation_id, role_id))`,
      'CREATE INDEX invitation_roles_role ON invitation_roles (role_id)',
      `CREATE TABLE shares (id {text} PRIMARY KEY, twin_id {text} NOT NULL, share_key {text} NOT NULL,
        contract {text} NOT NULL, expires bigint, position bigint NOT NULL)`,
      'CREATE INDEX shares_twin ON shares (twin_id, position)',
      `CREATE TABLE access_jobs (id {text} PRIMARY KEY, twin_id {text} NOT NULL, actions {text} NOT NULL,
        status {text} NOT NULL, done bigint NOT NULL, failed bigint NOT NULL, errors {text} NOT NULL, ended bigint)`,
      'CREATE INDEX access_jobs_twin ON access_jobs (twin_id)',
      'CREATE INDEX access_jobs_ended ON access_jobs (ended)',
    ],
  },
  {
    id: 'access-control-2',
    statements: [
      'ALTER TABLE invitations ADD COLUMN mail_job {text}',
      'ALTER TABLE invitations ADD COLUMN withdrawn bigint',
    ],
  },
  {
    id: 'access-control-3',
    statements: ['CREATE INDEX invitations_group ON invitations (group_id) WHERE group_id IS NOT NULL'],
  },
];
