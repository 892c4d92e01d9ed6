import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../../kernel/http/context.ts';
import { isFailed } from '../../../kernel/http/problem.ts';
import { workOf } from '../../../kernel/jobs/request-work.ts';
import { jsonOf } from '../../../kernel/std/json.ts';
import { roomFor } from '../../../kernel/std/room.ts';
import { allAttachments, copiesOf, findAttachment } from '../attachment.store.ts';
import { type AttachmentRow, type PictureCopies, q } from '../tables.ts';
import { fetchBlob } from './fetch.ts';
import { isPicture } from './files.ts';

type Used = Pick<Context, 'db' | 'ports' | 'write'>;

const copyPlace = { area: 'forms', container: 'copies' } as const;
const copyType = 'image/jpeg';
const [thumbnail, print] = [320, 1600];
const atOnce = 10;
const formsAtOnce = 2;
const mostMs = 30_000;

/** The work that is under way in this process, by forms: all pictures of one are asked for together. */
const underWay = new Map<string, Promise<void>>();
/** A list of forms asks for the pictures of many at once. */
const room = roomFor(formsAtOnce);

/** Makes the copies of the pictures of a form that have none yet. What cannot be decoded has none then, for good. */
export async function makeCopies(formId: string, context: Used): Promise<void> {
  const known = underWay.get(formId);
  if (known) return known;
  const work = room(undefined, () => allOf(formId, context)).finally(() => underWay.delete(formId));
  underWay.set(formId, work);
  return work;
}

async function allOf(formId: string, context: Used): Promise<void> {
  const without = (row: AttachmentRow) => isPicture(row) && copiesOf(row) === undefined;
  const pictures = (await allAttachments(context.db, formId)).filter(without);
  for (let at = 0; at < pictures.length; at += atOnce) {
    const isDone = await someOf(pictures.slice(at, at + atOnce), context);
    if (!isDone) return;
  }
}

/** Answers false where the work could not be done now; it is tried again when somebody asks again. */
function someOf(rows: readonly AttachmentRow[], context: Used): Promise<boolean> {
  const { ports } = context;
  return ports.engines.workFolder(async (folder) => {
    const jobs = rows.map((row, at) => ({
      row,
      input: join(folder, `${at}`),
      small: join(folder, `${at}-small`),
      large: join(folder, `${at}-large`),
    }));
    const fetched = await Promise.all(jobs.map(({ row, input }) => fetchBlob(row.blob_id ?? '', input, ports)));
    if (fetched.includes(false)) return false;
    const pictures = jobs.map(({ input, small, large }) => ({
      input,
      copies: [
        { widest: thumbnail, output: small },
        { widest: print, output: large },
      ],
    }));
    const outcome = await workOf(ports, mostMs, (run) => run('pictures', { pictures }));
    if ('failure' in outcome) return false;
    const { made } = outcome.result;
    await Promise.all(
      jobs.map(async ({ row, small, large }, at) => {
        const [smallId, largeId] = made[at]
          ? await Promise.all([saved(small, ports), saved(large, ports)])
          : [null, null];
        await keep(row, { small: smallId, large: largeId }, context);
      }),
    );
    return true;
  });
}

const saved = async (path: string, { blobs }: Context['ports']): Promise<string> =>
  (await blobs.save(copyPlace, createReadStream(path), { contentType: copyType })).id;

/** Keeps copies with their picture, unless it has another file meanwhile or somebody else was faster. */
async function keep(row: AttachmentRow, copies: PictureCopies, { write, ports }: Used): Promise<void> {
  const ids = [copies.small, copies.large].flatMap((id) => id ?? []);
  const isKept = await write(async (tx) => {
    const now = await findAttachment(tx, row.form_id, row.id);
    if (now?.blob_id !== row.blob_id || now.copies !== null) return false;
    await ports.blobs.take(tx, ids);
    await tx.run(
      q
        .updateTable('form_attachments')
        .set({ copies: jsonOf(copies) })
        .where('id', '=', row.id),
    );
    return true;
  });
  if (isFailed(isKept) || !isKept) for (const id of ids) await ports.blobs.drop(id);
}
