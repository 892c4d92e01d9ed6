import { newId } from '../../std/ids.ts';
import type { Reader, Transaction } from '../db/database.ts';
import { hashInto, readSlices } from './content.ts';
import { type BlobDeps, discard, isFault, type UploadFault } from './deps.ts';
import { openBlob } from './open-blob.ts';
import {
  type BlobRow,
  type BlockRow,
  blocksOf,
  deleteBlocks,
  deleteParts,
  type PartRow,
  partsOf,
  q,
} from './tables.ts';

/** What was committed last. */
export interface Content {
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
  /** Undefined keeps the one before. */
  readonly contentType: string | undefined;
  /** Milliseconds since 1970. */
  readonly committed: number;
}

/** An entry of a block list: where the block is looked for, and its id. */
export interface ListedBlock {
  readonly from: 'Latest' | 'Uncommitted' | 'Committed';
  readonly id: string;
}

type Part = Pick<PartRow, 'block_id' | 'key' | 'start' | 'size'>;

const rowsPerInsert = 500;
/** Many blocks smaller than this on average are joined, since each costs a read and a file or request of its own. */
const smallBlock = 2 ** 20;
const manyBlocks = 32;

/**
 * Makes the listed blocks, in their order, the content of an open blob. No bytes are copied, except where blocks are
 * many and small: the content is the list of its parts. It is read once for its SHA-256, outside of any transaction;
 * when a block changes meanwhile, that is done again.
 */
export async function commitBlocks(
  deps: BlobDeps,
  id: string,
  list: readonly ListedBlock[],
  contentType: string | undefined,
): Promise<Content | UploadFault> {
  for (;;) {
    const found = await findBlocks(deps.db, id, list);
    if (isFault(found)) return found;
    const prepared = await prepare(deps, id, found).catch(async (error) => {
      if (same(found, await findBlocks(deps.db, id, list))) throw error;
      return undefined; // a block was replaced under our eyes
    });
    if (prepared === undefined) continue;
    const content: Content = { ...prepared, contentType, committed: deps.now() };
    const result = await deps.db.write(async (tx) => {
      const blob = await openBlob(deps, tx, id);
      if (blob === undefined) return 'BlobNotFound';
      if (!same(found, await findBlocks(tx, id, list))) return 'changed';
      await replaceContent(deps, tx, blob, prepared.parts, content);
      return content;
    });
    if (isFault(result) && prepared.joined !== undefined) discard(deps, [prepared.joined]);
    if (result !== 'changed') return result;
  }
}

/** The parts that a block list names, or `InvalidBlockList` when one of them is unknown. */
async function findBlocks(db: Reader, id: string, list: readonly ListedBlock[]): Promise<Part[] | UploadFault> {
  const uncommitted = new Map((await db.all(blocksOf, { blob: id })).map((row) => [row.block_id, partOf(row)]));
  const committed = new Map((await db.all(partsOf, { blob: id })).map((row) => [row.block_id, partOf(row)]));
  const parts: Part[] = [];
  for (const { from, id: blockId } of list) {
    const part =
      (from === 'Committed' ? undefined : uncommitted.get(blockId)) ??
      (from === 'Uncommitted' ? undefined : committed.get(blockId));
    if (part === undefined) return 'InvalidBlockList';
    parts.push(part);
  }
  return parts;
}

const partOf = (row: BlockRow | PartRow): Part => ({
  block_id: row.block_id,
  key: row.key,
  start: 'start' in row ? row.start : 0,
  size: row.size,
});

function same(found: Part[], now: Part[] | UploadFault): boolean {
  if (isFault(now) || now.length !== found.length) return false;
  return found.every((part, index) => part.key === now[index]?.key && part.start === now[index]?.start);
}

interface Prepared {
  readonly parts: readonly Part[];
  readonly size: number;
  readonly sha256: string;
  /** Key of the object into which small blocks were joined. */
  readonly joined: string | undefined;
}

/** Reads the content once, or what of it was not hashed as it came: for its hash, and to join small blocks. */
async function prepare(deps: BlobDeps, id: string, parts: readonly Part[]): Promise<Prepared> {
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (parts.length < manyBlocks || size / parts.length >= smallBlock) {
    const keys = parts.map((part) => part.key);
    const { hash, count } = deps.hashes.known(id, keys);
    await hashInto(hash, await readSlices(deps.store, parts.slice(count)));
    return { parts, size, sha256: hash.digest('hex'), joined: undefined };
  }
  const stream = await readSlices(deps.store, parts);
  const key = newId();
  const { digests } = await deps.store.put(key, stream, { length: size, digests: ['sha256'] });
  let start = 0;
  const joined = parts.map((part) => {
    const moved = { block_id: part.block_id, key, start, size: part.size };
    start += part.size;
    return moved;
  });
  return { parts: joined, size, sha256: digests.sha256 ?? '', joined: key };
}

/** Replaces what is committed and tells of it, drops all uncommitted blocks, and after the commit the objects nobody needs any more. */
export async function replaceContent(
  deps: BlobDeps,
  tx: Transaction,
  { id, area, container }: BlobRow,
  parts: readonly Part[],
  { size, sha256, contentType, committed }: Content,
): Promise<void> {
  const former = [...(await tx.all(blocksOf, { blob: id })), ...(await tx.all(partsOf, { blob: id }))];
  await tx.run(deleteBlocks, { blob: id });
  await tx.run(deleteParts, { blob: id });
  await insertParts(tx, id, parts);
  const change = {
    size,
    sha256,
    committed,
    block_id_length: parts[0]?.block_id?.length ?? null,
    ...(contentType === undefined ? {} : { content_type: contentType }),
  };
  await tx.run(q.updateTable('blobs').set(change).where('id', '=', id));
  const needed = new Set(parts.map((part) => part.key));
  const dropped = new Set(former.map((row) => row.key).filter((key) => !needed.has(key)));
  tx.afterCommit(() => discard(deps, [...dropped]));
  await deps.watch.committed(tx, { area, container, id, size, sha256 });
}

async function insertParts(tx: Transaction, blob: string, parts: readonly Part[]): Promise<void> {
  let offset = 0;
  const rows = parts.map((part, position) => {
    const row: PartRow = { ...part, blob, position, offset };
    offset += part.size;
    return row;
  });
  for (let first = 0; first < rows.length; first += rowsPerInsert) {
    await tx.run(q.insertInto('blob_parts').values(rows.slice(first, first + rowsPerInsert)));
  }
}
