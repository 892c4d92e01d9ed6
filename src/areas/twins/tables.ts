import type { Static } from 'typebox';
import type { DataCenter, SubClass } from '../../api/ports/twin-shape.ts';
import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import type { JsonOf } from '../../std/json.ts';
import type { exportShape } from './export/schema.ts';
import type { repositoryCreate } from './repository/schema.ts';

export type TwinClass = 'Account' | 'Thing' | 'Endeavor';
export type TwinStatus = 'Active' | 'Inactive' | 'Trial';

/** A twin. `…_folded` columns are compared, `…_sorted` ones ordered by; times are milliseconds since 1970. */
export interface TwinRow {
  readonly id: string;
  readonly class: TwinClass;
  readonly sub_class: SubClass;
  readonly type: string | null;
  readonly type_folded: string | null;
  readonly type_sorted: string | null;
  readonly number: string;
  readonly number_folded: string;
  readonly number_sorted: string;
  readonly display_name: string;
  readonly display_name_folded: string;
  readonly display_name_sorted: string;
  readonly status: TwinStatus;
  readonly location: string | null;
  readonly location_folded: string | null;
  readonly location_sorted: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly time_zone: string | null;
  readonly time_zone_sorted: string | null;
  readonly data_center: DataCenter;
  readonly parent_id: string | null;
  readonly account_id: string;
  /** Owner of the Account, kept on every twin because it never changes and every permission check needs it. */
  readonly owner_organization_id: string | null;
  readonly owner_user_id: string | null;
  /** Null without image. */
  readonly image: JsonOf<TwinImage> | null;
  readonly created: number;
  readonly created_by: string;
  readonly modified: number;
  readonly modified_by: string;
  readonly version: number;
  readonly deleted: number | null;
  /** The sandbox that it belongs to: the id of its top twin. Null for a production twin. */
  readonly sandbox_id: string | null;
}

/** An image as the twin's row holds it. */
export interface TwinImage {
  readonly id: string;
  readonly small: StoredImage;
  readonly large: StoredImage;
}

export interface StoredImage {
  readonly blobId: string;
  readonly name: string;
  readonly type: string;
}

type RepositoryOptions = NonNullable<Static<typeof repositoryCreate>['options']>;

export interface RepositoryRow {
  readonly id: string;
  readonly twin_id: string;
  readonly class: string;
  readonly sub_class: string | null;
  readonly display_name: string;
  readonly display_name_folded: string;
  readonly uri: string;
  /** Sealed JSON: it holds keys and passwords. */
  readonly authentication: string | null;
  readonly options: JsonOf<RepositoryOptions> | null;
  readonly created: number;
  readonly version: number;
}

export interface RepositoryResourceRow {
  readonly repository_id: string;
  readonly id: string;
  readonly type: string | null;
  readonly display_name: string;
  readonly display_name_folded: string;
}

export type ExportStatus = 'Queued' | 'InProgress' | 'Completed' | 'Failed';

type ShownRequest = Static<typeof exportShape>['request'];

/** What was asked for, with null for each member that was not given: a server of the release before reads it so. */
export type ExportRequest = Pick<ShownRequest, 'outputFormat'> & {
  readonly [Name in Exclude<keyof ShownRequest, 'outputFormat'>]-?: NonNullable<ShownRequest[Name]> | null;
};

export interface ExportRow {
  readonly id: string;
  readonly created_by: string;
  readonly client_id: string;
  readonly request: JsonOf<ExportRequest>;
  readonly status: ExportStatus;
  readonly blob_id: string | null;
  readonly file_name: string | null;
  readonly created: number;
  readonly started: number | null;
  readonly completed: number | null;
}

export interface TwinTables {
  twins: TwinRow;
  twin_repositories: RepositoryRow;
  twin_repository_resources: RepositoryResourceRow;
  twin_exports: ExportRow;
  twin_favorites: { user_id: string; twin_id: string; added: number };
  twin_recents: { user_id: string; twin_id: string; used: number };
}

export const q = tables<TwinTables>();

export const twinMigrations: Migration[] = [
  {
    id: 'twins-1',
    statements: [
      `CREATE TABLE twins (id {text} PRIMARY KEY, class {text} NOT NULL, sub_class {text} NOT NULL,
        type {text}, type_folded {text}, type_sorted {text},
        number {text} NOT NULL, number_folded {text} NOT NULL, number_sorted {text} NOT NULL,
        display_name {text} NOT NULL, display_name_folded {text} NOT NULL, display_name_sorted {text} NOT NULL,
        status {text} NOT NULL, location {text}, location_folded {text}, location_sorted {text},
        latitude double precision, longitude double precision, time_zone {text}, time_zone_sorted {text},
        data_center {text} NOT NULL, parent_id {text}, account_id {text} NOT NULL,
        owner_organization_id {text}, owner_user_id {text}, image {text},
        created bigint NOT NULL, created_by {text} NOT NULL, modified bigint NOT NULL, modified_by {text} NOT NULL,
        version bigint NOT NULL, deleted bigint)`,
      `CREATE UNIQUE INDEX twins_number ON twins (account_id, sub_class, number_folded) WHERE deleted IS NULL`,
      'CREATE INDEX twins_parent ON twins (parent_id)',
      'CREATE INDEX twins_name ON twins (display_name_sorted, id)',
      `CREATE UNIQUE INDEX twins_organization_account ON twins (owner_organization_id) WHERE class = 'Account'`,
      `CREATE UNIQUE INDEX twins_personal_account ON twins (owner_user_id) WHERE class = 'Account'`,
      'CREATE INDEX twins_deleted ON twins (deleted) WHERE deleted IS NOT NULL',
      `CREATE TABLE twin_favorites (user_id {text} NOT NULL, twin_id {text} NOT NULL, added bigint NOT NULL,
        PRIMARY KEY (user_id, twin_id))`,
      `CREATE TABLE twin_recents (user_id {text} NOT NULL, twin_id {text} NOT NULL, used bigint NOT NULL,
        PRIMARY KEY (user_id, twin_id))`,
      `CREATE TABLE twin_repositories (id {text} PRIMARY KEY, twin_id {text} NOT NULL, class {text} NOT NULL,
        sub_class {text}, display_name {text} NOT NULL, display_name_folded {text} NOT NULL, uri {text} NOT NULL,
        authentication {text}, options {text}, created bigint NOT NULL, version bigint NOT NULL)`,
      'CREATE INDEX twin_repositories_twin ON twin_repositories (twin_id, created, id)',
      `CREATE TABLE twin_repository_resources (repository_id {text} NOT NULL, id {text} NOT NULL, type {text},
        display_name {text} NOT NULL, display_name_folded {text} NOT NULL, PRIMARY KEY (repository_id, id))`,
      `CREATE TABLE twin_exports (id {text} PRIMARY KEY, created_by {text} NOT NULL, client_id {text} NOT NULL,
        request {text} NOT NULL, status {text} NOT NULL, blob_id {text}, file_name {text}, created bigint NOT NULL,
        started bigint, completed bigint)`,
      'CREATE INDEX twin_exports_user ON twin_exports (created_by, created)',
    ],
  },
  {
    // administrators list all twins of their accounts
    id: 'twins-owners',
    statements: [
      'CREATE INDEX twins_of_organization ON twins (owner_organization_id)',
      'CREATE INDEX twins_of_person ON twins (owner_user_id)',
    ],
  },
  {
    // numbers of sandboxes are apart from those of production twins
    id: 'twins-sandboxes',
    statements: [
      'ALTER TABLE twins ADD COLUMN sandbox_id {text}',
      'CREATE INDEX twins_of_sandbox ON twins (sandbox_id) WHERE sandbox_id IS NOT NULL',
      'CREATE INDEX twins_of_account ON twins (account_id) WHERE deleted IS NULL',
      'DROP INDEX twins_number',
      `CREATE UNIQUE INDEX twins_number ON twins (account_id, sub_class, number_folded)
        WHERE deleted IS NULL AND sandbox_id IS NULL`,
      `CREATE UNIQUE INDEX twins_number_in_sandboxes ON twins (account_id, sub_class, number_folded)
        WHERE deleted IS NULL AND sandbox_id IS NOT NULL`,
    ],
  },
];
