import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';

export type MemberType = 'User' | 'Group';

/** `Owner` exists on every twin, the others on Accounts; null for the roles that people define. */
export type BuiltIn = 'Owner' | 'Administrator' | 'Contributor' | 'Viewer';

export interface RoleRow {
  readonly id: string;
  readonly twin_id: string;
  readonly display_name: string;
  readonly description: string;
  /** JSON array of names; unused for built-in roles, whose permissions the program knows. */
  readonly permissions: string;
  readonly built_in: BuiltIn | null;
  readonly created: number;
  readonly version: number;
}

export interface AccessControlTables {
  roles: RoleRow;
  members: { twin_id: string; member_type: MemberType; member_id: string; joined: number };
  role_assignments: {
    twin_id: string;
    member_type: MemberType;
    member_id: string;
    role_id: string;
    /** Order of assignment. */
    place: number;
  };
  groups: {
    id: string;
    twin_id: string;
    name: string;
    name_folded: string;
    description: string;
    created: number;
    version: number;
  };
  group_users: { group_id: string; user_id: string; place: number };
  group_directories: { group_id: string; directory: string; place: number };
}

export const q = tables<AccessControlTables>();

export const accessControlMigrations: Migration[] = [
  {
    id: 'access-control-1',
    statements: [
      `CREATE TABLE roles (id {text} PRIMARY KEY, twin_id {text} NOT NULL, display_name {text} NOT NULL,
        description {text} NOT NULL, permissions {text} NOT NULL, built_in {text}, created bigint NOT NULL,
        version bigint NOT NULL)`,
      'CREATE INDEX roles_twin ON roles (twin_id)',
      `CREATE TABLE members (twin_id {text} NOT NULL, member_type {text} NOT NULL, member_id {text} NOT NULL,
        joined bigint NOT NULL, PRIMARY KEY (twin_id, member_type, member_id))`,
      'CREATE INDEX members_member ON members (member_id, member_type)',
      `CREATE TABLE role_assignments (twin_id {text} NOT NULL, member_type {text} NOT NULL, member_id {text} NOT NULL,
        role_id {text} NOT NULL, place bigint NOT NULL, PRIMARY KEY (twin_id, member_type, member_id, role_id))`,
      'CREATE INDEX role_assignments_role ON role_assignments (role_id)',
      `CREATE TABLE groups (id {text} PRIMARY KEY, twin_id {text} NOT NULL, name {text} NOT NULL,
        name_folded {text} NOT NULL, description {text} NOT NULL, created bigint NOT NULL, version bigint NOT NULL)`,
      'CREATE UNIQUE INDEX groups_name ON groups (twin_id, name_folded)',
      `CREATE TABLE group_users (group_id {text} NOT NULL, user_id {text} NOT NULL, place bigint NOT NULL,
        PRIMARY KEY (group_id, user_id))`,
      'CREATE INDEX group_users_user ON group_users (user_id)',
      `CREATE TABLE group_directories (group_id {text} NOT NULL, directory {text} NOT NULL, place bigint NOT NULL,
        PRIMARY KEY (group_id, directory))`,
      'CREATE INDEX group_directories_name ON group_directories (directory)',
    ],
  },
];
