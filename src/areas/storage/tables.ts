import { sql } from 'kysely';
import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';

/** Sorts folders before files. */
export const folderKind = 0 as const;
export const fileKind = 1 as const;
export type ItemKind = typeof folderKind | typeof fileKind;

/**
 * `pending`: a file whose first upload is not completed. `recycled`: a top entry of the recycle bin. `gone`: deleted
 * for good, its rows and bytes still to be removed. What lies below a folder keeps its own state, so that deleting,
 * restoring and moving a folder change one row: an item can be reached while all folders above it are live.
 */
export type ItemState = 'pending' | 'live' | 'recycled' | 'gone';

/** States for queries, written into their text: only so does SQLite see that an index of some rows will do. */
export const states = {
  pending: sql.lit<ItemState>('pending'),
  live: sql.lit<ItemState>('live'),
  recycled: sql.lit<ItemState>('recycled'),
  gone: sql.lit<ItemState>('gone'),
};

/** A folder or a file. Times are milliseconds since 1970. */
export interface ItemRow {
  /** The public id. */
  id: string;
  twin_id: string;
  /** Null for the root folder of a twin only. */
  parent_id: string | null;
  kind: ItemKind;
  state: ItemState;
  /** Empty for the root folder, which is called like its twin. */
  name: string;
  name_folded: string;
  description: string | null;
  /** The content of a file; null while pending. */
  blob_id: string | null;
  size: number;
  /** The blob that a running upload goes to, and when that ends. */
  upload_id: string | null;
  upload_due: number | null;
  /** User who locked a file. */
  locked_by: string | null;
  created: number;
  created_by: string;
  modified: number;
  modified_by: string;
  /** Counts the changes of what is shown of the item itself. */
  version: number;
  /** When it was deleted, in microseconds since 1970 and never the same twice: the order of the recycle bin. */
  recycled: number | null;
  /** Where a recycled item was. */
  recycled_path: string | null;
}

export interface StorageTables {
  storage_items: ItemRow;
}

export const q = tables<StorageTables>();

export const storageMigrations: readonly Migration[] = [
  {
    id: 'storage-1',
    statements: [
      `CREATE TABLE storage_items (id {text} PRIMARY KEY, twin_id {text} NOT NULL, parent_id {text},
        kind integer NOT NULL, state {text} NOT NULL, name {text} NOT NULL, name_folded {text} NOT NULL,
        description {text}, blob_id {text}, size bigint NOT NULL, upload_id {text}, upload_due bigint,
        locked_by {text}, created bigint NOT NULL, created_by {text} NOT NULL, modified bigint NOT NULL,
        modified_by {text} NOT NULL, version integer NOT NULL, recycled bigint, recycled_path {text})`,
      'CREATE UNIQUE INDEX storage_items_root ON storage_items (twin_id) WHERE parent_id IS NULL',
      `CREATE UNIQUE INDEX storage_items_name ON storage_items (parent_id, kind, name_folded) WHERE state = 'live'`,
      `CREATE INDEX storage_items_locked ON storage_items (twin_id) WHERE locked_by IS NOT NULL`,
      `CREATE INDEX storage_items_bin ON storage_items (twin_id, recycled) WHERE state = 'recycled'`,
      `CREATE INDEX storage_items_recycled ON storage_items (recycled) WHERE state = 'recycled'`,
      `CREATE INDEX storage_items_gone ON storage_items (id) WHERE state = 'gone'`,
      'CREATE INDEX storage_items_upload ON storage_items (upload_due) WHERE upload_due IS NOT NULL',
    ],
  },
  {
    // the end of an id is that of the item's GUID; see `idOfGuid`
    id: 'storage-2',
    statements: ['CREATE INDEX storage_items_guid ON storage_items (substr(id, 23))'],
  },
  {
    id: 'storage-parents',
    // for what lies in the recycle bin and what is not uploaded yet, too: trees are moved and purged with both
    statements: ['CREATE INDEX storage_items_parent ON storage_items (parent_id)'],
  },
];
