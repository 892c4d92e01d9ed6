import type { JsonOf } from '../../std/json.ts';
import { condition } from '../db/condition.ts';
import type { Migration } from '../db/database.ts';
import { prepared, tables } from '../db/query.ts';
import type { Writer } from './rights.ts';

/**
 * `open`: content may be uploaded; `kept`: its owner took it, it changes no more; `removed`: nobody can reach it, its
 * bytes are collected later.
 */
export type BlobState = 'open' | 'kept' | 'removed';

export interface BlobRow {
  id: string;
  area: string;
  container: string;
  state: BlobState;
  content_type: string;
  /** Length of the block ids in use; all of one blob must be equal. */
  block_id_length: number | null;
  /** Null until content is committed, like `sha256` (hexadecimal) and `committed` (ms since 1970). */
  size: number | null;
  sha256: string | null;
  committed: number | null;
  /** When an open blob expires, a kept one is to be removed, or a removed one was. Milliseconds since 1970. */
  due: number | null;
  /** JSON of the `Writer` to whom the address of an upload was given. */
  writer: JsonOf<Writer> | null;
}

/** An uploaded block that no block list has taken yet. */
export interface BlockRow {
  blob: string;
  /** Base64, as the client named it. */
  block_id: string;
  key: string;
  size: number;
}

/** A piece of the committed content: `size` bytes from `start` on in an object of the store. */
export interface PartRow {
  blob: string;
  position: number;
  /** Where it begins in the content. */
  offset: number;
  block_id: string | null;
  key: string;
  start: number;
  size: number;
}

/** The blob that gathers the blocks which a person has sent for a file of a signed container. */
export interface DraftRow {
  /** Path of the container. */
  container: string;
  name: string;
  user_id: string;
  blob: string;
}

/** A blob whose bytes stay although its owner removes it, until its holder lets it go. */
export interface PinRow {
  holder: string;
  blob: string;
}

export interface BlobTables {
  blobs: BlobRow;
  blob_blocks: BlockRow;
  blob_parts: PartRow;
  blob_drafts: DraftRow;
  blob_pins: PinRow;
}

export const blobMigrations: readonly Migration[] = [
  {
    id: 'blobs-1',
    statements: [
      `CREATE TABLE blobs (
        id {text} PRIMARY KEY, area {text} NOT NULL, container {text} NOT NULL, state {text} NOT NULL,
        content_type {text} NOT NULL, block_id_length integer, size bigint, sha256 {text}, committed bigint, due bigint)`,
      'CREATE INDEX blobs_due ON blobs (due) WHERE due IS NOT NULL',
      `CREATE TABLE blob_blocks (
        blob {text} NOT NULL, block_id {text} NOT NULL, key {text} NOT NULL, size bigint NOT NULL,
        PRIMARY KEY (blob, block_id))`,
      'CREATE INDEX blob_blocks_key ON blob_blocks (key)',
      `CREATE TABLE blob_parts (
        blob {text} NOT NULL, position integer NOT NULL, "offset" bigint NOT NULL, block_id {text},
        key {text} NOT NULL, start bigint NOT NULL, size bigint NOT NULL, PRIMARY KEY (blob, position))`,
      'CREATE INDEX blob_parts_key ON blob_parts (key)',
    ],
  },
  { id: 'blobs-2-writers', statements: ['ALTER TABLE blobs ADD COLUMN writer {text}'] },
  {
    id: 'blobs-3-drafts',
    statements: [
      `CREATE TABLE blob_drafts (container {text} NOT NULL, name {text} NOT NULL, user_id {text} NOT NULL,
        blob {text} NOT NULL, PRIMARY KEY (container, name, user_id))`,
      'CREATE INDEX blob_drafts_blob ON blob_drafts (blob)',
    ],
  },
  {
    id: 'blobs-5-pins',
    statements: [
      'CREATE TABLE blob_pins (holder {text} NOT NULL, blob {text} NOT NULL, PRIMARY KEY (holder, blob))',
      'CREATE INDEX blob_pins_blob ON blob_pins (blob)',
    ],
  },
];

export const q = tables<BlobTables>();

export const blobById = prepared((p: { id: string }) => q.selectFrom('blobs').selectAll().where('id', '=', p.id));

export const blocksOf = prepared((p: { blob: string }) =>
  q.selectFrom('blob_blocks').selectAll().where('blob', '=', p.blob).orderBy('block_id'),
);

export const partsOf = prepared((p: { blob: string }) =>
  q.selectFrom('blob_parts').selectAll().where('blob', '=', p.blob).orderBy('position'),
);

/** The parts that lie in a range of the content, its ends included. */
export const partsIn = prepared((p: { blob: string; start: number; end: number }) =>
  q
    .selectFrom('blob_parts')
    .select(['key', 'start', 'size', 'offset'])
    .where('blob', '=', p.blob)
    .where('offset', '<=', p.end)
    .where(condition`"offset" + size > ${p.start}`)
    .orderBy('position'),
);

export const blockById = prepared((p: { blob: string; blockId: string }) =>
  q.selectFrom('blob_blocks').selectAll().where('blob', '=', p.blob).where('block_id', '=', p.blockId),
);

export const putBlockRow = prepared((p: BlockRow) =>
  q
    .insertInto('blob_blocks')
    .values({ blob: p.blob, block_id: p.block_id, key: p.key, size: p.size })
    .onConflict((conflict) => conflict.columns(['blob', 'block_id']).doUpdateSet({ key: p.key, size: p.size })),
);

export const deleteBlocks = prepared((p: { blob: string }) => q.deleteFrom('blob_blocks').where('blob', '=', p.blob));

export const deleteParts = prepared((p: { blob: string }) => q.deleteFrom('blob_parts').where('blob', '=', p.blob));

export const isOpen = (row: BlobRow | undefined, now: number): row is BlobRow =>
  row?.state === 'open' && (row.due ?? 0) > now;
