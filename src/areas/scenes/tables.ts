import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import type { JsonOf } from '../../std/json.ts';

/** A scene. Times are milliseconds since 1970. */
export interface SceneRow {
  readonly id: string;
  readonly twin_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly parent_id: string | null;
  readonly created: number;
  readonly created_by: string;
  readonly modified: number;
  /** Counts the changes of the scene and of its objects. */
  readonly version: number;
}

export type ObjectData = JsonOf<Record<string, unknown>>;

/** An object of a scene without its data, which may be large. */
export interface ObjectRow {
  readonly id: string;
  readonly scene_id: string;
  readonly kind: string;
  readonly schema_version: string;
  readonly name: string | null;
  readonly name_folded: string | null;
  /** Place in lists. */
  readonly place: number | null;
  readonly display_order: number | null;
  /** 0 and 1 stand for false and true. */
  readonly visible: number | null;
  readonly parent_id: string | null;
  readonly related_id: string | null;
  /** Of resources and repositories: the twin that the data names, and the class in lower case. */
  readonly resource_twin_id: string | null;
  readonly resource_class: string | null;
  readonly created: number;
  readonly created_by: string;
  readonly modified: number;
  /** The version of the scene that changed it last. */
  readonly version: number;
  /** Bytes of the data. */
  readonly data_size: number;
}

export interface TagRow {
  readonly id: string;
  readonly twin_id: string;
  readonly name: string;
  readonly name_folded: string;
  readonly created: number;
  readonly created_by: string;
  readonly modified: number;
  readonly version: number;
}

export interface SceneTables {
  scenes: SceneRow;
  scene_objects: ObjectRow & {
    readonly data: ObjectData;
  };
  scene_tags: TagRow;
  /** Which scenes carry which tags. */
  scene_tagged: { readonly scene_id: string; readonly tag_id: string };
}

export const q = tables<SceneTables>();

export const sceneMigrations: readonly Migration[] = [
  {
    id: 'scenes-1',
    statements: [
      `CREATE TABLE scenes (id {text} PRIMARY KEY, twin_id {text} NOT NULL, name {text} NOT NULL, description {text},
        parent_id {text}, created bigint NOT NULL, created_by {text} NOT NULL, modified bigint NOT NULL,
        version integer NOT NULL)`,
      'CREATE INDEX scenes_twin ON scenes (twin_id, created, id)',
      'CREATE INDEX scenes_parent ON scenes (parent_id) WHERE parent_id IS NOT NULL',
      `CREATE TABLE scene_objects (id {text} PRIMARY KEY, scene_id {text} NOT NULL, kind {text} NOT NULL,
        schema_version {text} NOT NULL, name {text}, name_folded {text}, place double precision,
        display_order double precision, visible integer, parent_id {text}, related_id {text}, resource_twin_id {text},
        resource_class {text}, created bigint NOT NULL, created_by {text} NOT NULL, modified bigint NOT NULL,
        version integer NOT NULL, data_size bigint NOT NULL, data {text} NOT NULL)`,
      'CREATE INDEX scene_objects_scene ON scene_objects (scene_id, kind, created, id)',
      `CREATE INDEX scene_objects_resource ON scene_objects (scene_id, resource_class, resource_twin_id)
        WHERE resource_class IS NOT NULL`,
      `CREATE TABLE scene_tags (id {text} PRIMARY KEY, twin_id {text} NOT NULL, name {text} NOT NULL,
        name_folded {text} NOT NULL, created bigint NOT NULL, created_by {text} NOT NULL, modified bigint NOT NULL,
        version integer NOT NULL)`,
      'CREATE UNIQUE INDEX scene_tags_name ON scene_tags (twin_id, name_folded)',
      'CREATE TABLE scene_tagged (scene_id {text} NOT NULL, tag_id {text} NOT NULL, PRIMARY KEY (scene_id, tag_id))',
      'CREATE INDEX scene_tagged_tag ON scene_tagged (tag_id)',
    ],
  },
];
