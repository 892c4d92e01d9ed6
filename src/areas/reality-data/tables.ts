import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import type { Classification } from './types.ts';

/** A folder or file of Storage that is reality data. Times are milliseconds since 1970. */
export interface DataRow {
  /** The GUID in the id of the item. */
  id: string;
  twin_id: string;
  /** Id of the folder or file. */
  item_id: string;
  /** As declared, or as found in the content. */
  type: string;
  /** 0 while the type is what the content says. */
  declared: number;
  display_name: string;
  dataset: string | null;
  group_name: string | null;
  description: string | null;
  attribution: string | null;
  terms: string | null;
  /** As declared, and as found in the content. */
  root_document: string | null;
  found_root: string | null;
  classification: Classification;
  /** JSON array of texts. */
  tags: string;
  acquired_from: number | null;
  acquired_to: number | null;
  acquirer: string | null;
  /** Degrees; all or none. */
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
  crs_id: string | null;
  crs_vertical: string | null;
  authoring: number;
  /** 1: the folder of a workspace, which lists leave out. */
  workspace: number;
  owner_id: string;
  size_bytes: number;
  /** Digest of names and contents that were looked at last; null: to be looked at. */
  content: string | null;
  /** What `$search` looks in, folded. */
  search: string;
  name_folded: string;
  created: number;
  modified: number;
  accessed: number;
  /** Counts the changes of what is shown of it. */
  version: number;
}

/** A further twin whose members may read it. */
export interface AssociationRow {
  data_id: string;
  twin_id: string;
}

export interface RealityTables {
  reality_data: DataRow;
  reality_data_twins: AssociationRow;
}

export const q = tables<RealityTables>();

export const realityMigrations: readonly Migration[] = [
  {
    id: 'reality-data-1',
    statements: [
      `CREATE TABLE reality_data (
        id {text} PRIMARY KEY, twin_id {text} NOT NULL, item_id {text} NOT NULL UNIQUE, type {text} NOT NULL,
        declared integer NOT NULL, display_name {text} NOT NULL, dataset {text}, group_name {text}, description {text},
        attribution {text}, terms {text}, root_document {text}, found_root {text}, classification {text} NOT NULL,
        tags {text} NOT NULL, acquired_from bigint, acquired_to bigint, acquirer {text}, west double precision,
        south double precision, east double precision, north double precision, crs_id {text}, crs_vertical {text},
        authoring integer NOT NULL, owner_id {text} NOT NULL, size_bytes bigint NOT NULL, content {text},
        search {text} NOT NULL, name_folded {text} NOT NULL, created bigint NOT NULL, modified bigint NOT NULL,
        accessed bigint NOT NULL, version integer NOT NULL)`,
      'CREATE INDEX reality_data_twin ON reality_data (twin_id, created)',
      `CREATE TABLE reality_data_twins (
        data_id {text} NOT NULL, twin_id {text} NOT NULL, PRIMARY KEY (data_id, twin_id))`,
      'CREATE INDEX reality_data_twins_twin ON reality_data_twins (twin_id)',
    ],
  },
  {
    id: 'reality-data-2',
    statements: ['ALTER TABLE reality_data ADD COLUMN workspace integer NOT NULL DEFAULT 0'],
  },
];
