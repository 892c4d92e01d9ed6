import type { Static } from 'typebox';
import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import type { JsonOf } from '../../std/json.ts';
import type { savedViewData } from './schema/data.ts';

/** What views, groups and tags have in common. Times are milliseconds since 1970; 0 and 1 stand for false and true. */
export interface ItemRow {
  /** The public id. */
  readonly id: string;
  readonly twin_id: string;
  readonly model_id: string | null;
  readonly name: string;
  readonly name_folded: string;
  readonly created: number;
  readonly created_by: string;
  /** Counts the changes of what is shown of the item itself. */
  readonly version: number;
}

/** The picture of a view. */
export interface ViewImage {
  readonly type: 'image/png' | 'image/jpeg';
  /** Blobs by size. */
  readonly full: string;
  readonly thumbnail: string;
}

export type ViewData = JsonOf<Static<typeof savedViewData>>;

/** A saved view without what may be large. */
export interface ViewRow extends ItemRow {
  readonly group_id: string | null;
  readonly shared: number;
  readonly modified: number;
  /** Null without image. */
  readonly image: JsonOf<ViewImage> | null;
  /** Bytes of `data`, and of the data of all extensions. */
  readonly data_size: number;
  readonly extensions_size: number;
}

export interface GroupRow extends ItemRow {
  readonly shared: number;
  readonly read_only: number;
}

export type TagRow = ItemRow;

export interface ExtensionRow {
  readonly view_id: string;
  readonly name: string;
  readonly markdown_url: string | null;
  readonly schema_url: string | null;
  readonly version: number;
  /** JSON text as it was given. */
  readonly data: string;
}

export interface SavedViewTables {
  saved_views: ViewRow & {
    readonly data: ViewData;
  };
  saved_view_groups: GroupRow;
  saved_view_tags: TagRow;
  /** Which views carry which tags. */
  saved_view_tagged: { readonly view_id: string; readonly tag_id: string };
  saved_view_extensions: ExtensionRow;
}

export const q = tables<SavedViewTables>();

const item = `id {text} PRIMARY KEY, twin_id {text} NOT NULL, model_id {text}, name {text} NOT NULL,
  name_folded {text} NOT NULL, created bigint NOT NULL, created_by {text} NOT NULL, version integer NOT NULL`;

export const savedViewMigrations: readonly Migration[] = [
  {
    id: 'saved-views-1',
    statements: [
      `CREATE TABLE saved_views (${item}, group_id {text}, shared integer NOT NULL, modified bigint NOT NULL,
        image {text}, data_size bigint NOT NULL, extensions_size bigint NOT NULL, data {text} NOT NULL)`,
      'CREATE INDEX saved_views_twin ON saved_views (twin_id, name_folded, id)',
      'CREATE INDEX saved_views_model ON saved_views (model_id, name_folded, id) WHERE model_id IS NOT NULL',
      'CREATE INDEX saved_views_group ON saved_views (group_id, name_folded, id) WHERE group_id IS NOT NULL',
      `CREATE TABLE saved_view_groups (${item}, shared integer NOT NULL, read_only integer NOT NULL)`,
      'CREATE INDEX saved_view_groups_twin ON saved_view_groups (twin_id, name_folded, id)',
      `CREATE TABLE saved_view_tags (${item})`,
      'CREATE INDEX saved_view_tags_twin ON saved_view_tags (twin_id, name_folded, id)',
      `CREATE TABLE saved_view_tagged (view_id {text} NOT NULL, tag_id {text} NOT NULL, PRIMARY KEY (view_id, tag_id))`,
      'CREATE INDEX saved_view_tagged_tag ON saved_view_tagged (tag_id)',
      `CREATE TABLE saved_view_extensions (view_id {text} NOT NULL, name {text} NOT NULL, markdown_url {text},
        schema_url {text}, version integer NOT NULL, data {text} NOT NULL, PRIMARY KEY (view_id, name))`,
    ],
  },
];
