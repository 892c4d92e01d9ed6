import { createHash } from 'node:crypto';
import type { PlacedFile } from '../../../api/ports/files.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { findRow, searchColumns, updateData } from '../store.ts';
import type { DataRow } from '../tables.ts';
import { detect } from './detect.ts';
import { sourceOf } from './source.ts';

interface Looking {
  readonly db: Reader;
  readonly ports: Pick<Ports, 'blobs' | 'files'>;
}

interface Keeping extends Looking {
  write<R>(work: (tx: Transaction) => Promise<R>): Promise<R>;
}

/** What was found in some content. */
export interface Seen {
  readonly type: string;
  readonly root: string | null;
  readonly size: number;
  /** Digest of names and contents. */
  readonly content: string;
}

/** Looks at content that has changed since somebody last did; undefined where it has not. */
export async function seenIn(row: DataRow, { db, ports }: Looking): Promise<Seen | undefined> {
  const files = await ports.files.trees.walk(db, row.item_id);
  const content = digestOf(files);
  if (content === row.content) return undefined;
  const { type, root } = await detect(sourceOf(ports.blobs, files));
  return { type, root, size: files.reduce((sum, file) => sum + file.size, 0), content };
}

/** The row with what was seen: size, and type and root document where nobody declared them. */
export const withSeen = (row: DataRow, seen: Seen | undefined): DataRow =>
  seen === undefined
    ? row
    : {
        ...row,
        type: row.declared === 1 ? row.type : seen.type,
        found_root: seen.root,
        size_bytes: seen.size,
        content: seen.content,
      };

/** The row as its content is now, which is kept for lists. */
export async function lookedAt(row: DataRow, { db, ports, write }: Keeping): Promise<DataRow> {
  const seen = await seenIn(row, { db, ports });
  if (seen === undefined) return row;
  return write(async (tx) => {
    const found = await findRow(tx, row.id);
    if (found === undefined) return row;
    const next = { ...withSeen(found, seen), version: found.version + 1 };
    const whole = { ...next, ...searchColumns(next) };
    await updateData(tx, row.id, whole);
    return whole;
  });
}

function digestOf(files: readonly PlacedFile[]): string {
  const lines = files.map(({ path, blobId }) => `${path}\n${blobId}\n`).toSorted();
  return createHash('sha1').update(lines.join('')).digest('hex');
}
