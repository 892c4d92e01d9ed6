import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../../api/http/context.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { workOf } from '../../../api/request-work.ts';
import { jsonOf } from '../../../std/json.ts';
import { settleAll } from '../../../std/settle-all.ts';
import { type AttachmentRow, type PictureCopies, q } from '../tables.ts';
import { fetchBlob } from './fetch.ts';
import { findAttachment } from './store.ts';

export type Used = Pick<Context, 'db' | 'ports' | 'write'>;

const copyPlace = { area: 'forms', container: 'copies' } as const;
const copyType = 'image/jpeg';
const [thumbnail, print] = [320, 1600];
const mostMs = 30_000;

/** A picture with the files of its copies. */
interface Piece {
  readonly row: AttachmentRow;
  readonly input: string;
  readonly small: string;
  readonly large: string;
}

/**
 * Makes the copies of some pictures, by one engine; answers why that could not be done. Those that somebody removed
 * meanwhile are passed over.
 */
export async function makeSomeThumbnails(
  rows: readonly AttachmentRow[],
  context: Used,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { ports } = context;
  return ports.engines.workFolder(async (folder) => {
    const fetched = await settleAll(
      rows.map(async (row, at): Promise<Piece[]> => {
        const input = join(folder, `${at}`);
        const isThere = await fetchBlob(row.blob_id ?? '', input, ports);
        return isThere ? [{ row, input, small: `${input}-small`, large: `${input}-large` }] : [];
      }),
    );
    const pieces = fetched.flat();
    const pictures = pieces.map(({ input, small, large }) => ({
      input,
      copies: [
        { widest: thumbnail, output: small },
        { widest: print, output: large },
      ],
    }));
    const outcome = await workOf(ports, { who: rows[0]?.form_id ?? '', mostMs, until: signal }, (run) =>
      run('pictures', { pictures }),
    );
    if ('failure' in outcome) return outcome.failure;
    await keepAll(pieces, outcome.result.made, context);
    return undefined;
  });
}

type Copied = readonly [row: AttachmentRow, copies: PictureCopies];

/** What is not kept in the end, for whatever reason, leaves no blob. */
async function keepAll(pieces: readonly Piece[], made: readonly boolean[], context: Used): Promise<void> {
  const { blobs } = context.ports;
  const open = new Set<string>();
  const saved = async (path: string): Promise<string> => {
    const { id } = await blobs.save(copyPlace, createReadStream(path), { contentType: copyType });
    open.add(id);
    return id;
  };
  const copied = async ({ row, small, large }: Piece, at: number): Promise<Copied> => {
    if (!made[at]) return [row, { small: null, large: null }];
    const [ofSmall, ofLarge] = await settleAll([saved(small), saved(large)]);
    return [row, { small: ofSmall, large: ofLarge }];
  };
  try {
    const kept = await keep(await settleAll(pieces.map(copied)), context);
    for (const id of kept) open.delete(id);
  } finally {
    for (const id of open) await blobs.drop(id).catch(() => {}); // another error is the one to tell; it is collected later
  }
}

/** Keeps copies with their pictures, unless one has another file meanwhile or somebody else was faster; answers the blobs. */
async function keep(all: readonly Copied[], { write, ports }: Used): Promise<readonly string[]> {
  const kept = await write(async (tx) => {
    const taken: string[] = [];
    for (const [row, copies] of all) {
      const now = await findAttachment(tx, row.form_id, row.id);
      if (now?.blob_id !== row.blob_id || now.copies !== null) continue;
      const ids = [copies.small, copies.large].flatMap((id) => id ?? []);
      await ports.blobs.take(tx, ids);
      const change = q.updateTable('form_attachments').set({ copies: jsonOf(copies) });
      await tx.run(change.where('id', '=', row.id));
      taken.push(...ids);
    }
    return taken;
  });
  return isFailed(kept) ? [] : kept;
}
