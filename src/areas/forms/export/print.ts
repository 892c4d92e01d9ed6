import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Context } from '../../../api/http/context.ts';
import { namesOf } from '../../../api/ports/names.ts';
import { workOf } from '../../../api/request-work.ts';
import type { PdfDocument, PdfPart } from '../../../engines/pdf/params.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { settleAll } from '../../../std/settle-all.ts';
import { fetchBlob } from '../attachment/fetch.ts';
import { isPicture } from '../attachment/files.ts';
import { allAttachments, copiesOf } from '../attachment/store.ts';
import { makeThumbnails } from '../attachment/thumbnails.ts';
import { imagesOf } from '../definition/store.ts';
import { keyOf } from '../layout/controls.ts';
import { loadLayout } from '../layout/store.ts';
import { type AttachmentRow, type FormRow, q } from '../tables.ts';
import { type Printed, partOf, type StoredPicture } from './document.ts';

const mostMs = 30_000;
const mostBytes = 50 * 2 ** 20;
const mostComments = 1000;
const pieceBytes = 256 * 1024;

type Used = Pick<Context, 'db' | 'ports' | 'write' | 'caller' | 'baseUrl'>;

/**
 * Prints forms into one PDF, each on a new page: a file that has no name any more when this answers. The same forms give
 * the same bytes. Throws when it cannot be made.
 */
export function printForms(
  rows: readonly FormRow[],
  includeHeader: boolean,
  context: Used,
): Promise<{ readonly size: number; readonly stream: Readable }> {
  const { ports } = context;
  return ports.engines.workFolder(async (folder) => {
    const parts: PdfPart[] = [];
    for (const [at, row] of rows.entries()) {
      parts.push(partOf(await printed(row, join(folder, `${at}`), context), includeHeader));
    }
    const [input, output] = [join(folder, 'document.json'), join(folder, 'document.pdf')];
    const title = rows.map(({ number }) => number).join(', ');
    const document: PdfDocument = { title, time: Math.max(...rows.map(({ modified }) => modified)), parts };
    await writeFile(input, JSON.stringify(document));
    const outcome = await workOf(ports, { who: context.caller.userId, mostMs }, (run) =>
      run('pdf', { input, output, bytes: mostBytes }),
    );
    if ('failure' in outcome) throw new Error(`The PDF of ${title} was not made: ${outcome.failure}`);
    const file = await open(output);
    return { size: outcome.result.size, stream: file.createReadStream({ highWaterMark: pieceBytes }) };
  });
}

/** A form with everything that is printed of it. `prefix` of the paths of its pictures. */
async function printed(row: FormRow, prefix: string, context: Used): Promise<Printed> {
  const { db, ports } = context;
  await makeThumbnails(row.id, context);
  const attachments = await allAttachments(db, row.id);
  const comments = await commentsOf(db, row);
  const names = await namesOf(db, [row.created_by, ...comments.map((one) => one.created_by)], ports);
  const twin = await ports.twins.find(db, row.twin_id);
  return {
    row,
    layout: await loadLayout(db, row.definition_id, row.layout_version),
    twinName: twin?.displayName ?? '',
    baseUrl: context.baseUrl,
    createdBy: names.get(row.created_by) ?? '',
    comments: comments.map((one) => ({ author: names.get(one.created_by) ?? '', time: one.created, text: one.text })),
    attachments: attachments.map(({ name, size }) => ({ name, size })),
    pictures: await picturesOf(attachments, prefix, ports),
    staticPictures: await staticPicturesOf(row, prefix, { db, ports }),
  };
}

const commentsOf = (db: Reader, { id }: FormRow) =>
  db.all(
    q
      .selectFrom('form_comments')
      .selectAll()
      .where('form_id', '=', id)
      .orderBy('position')
      .orderBy('id')
      .limit(mostComments),
  );

/** Pictures that belong to controls, as files. */
async function picturesOf(attachments: readonly AttachmentRow[], prefix: string, ports: Context['ports']) {
  const fetched = await settleAll(
    attachments.map(async (one): Promise<[string, StoredPicture][]> => {
      const { binding, blob_id, name, uid } = one;
      if (binding === null || blob_id === null || !isPicture(one)) return [];
      const path = `${prefix}-${uid}`;
      const isThere = await fetchBlob(copiesOf(one)?.large ?? blob_id, path, ports);
      return isThere ? [[keyOf(binding), { uid, path, name }]] : [];
    }),
  );
  const found = new Map<string, StoredPicture[]>();
  for (const [key, picture] of fetched.flat()) found.set(key, [...(found.get(key) ?? []), picture]);
  return found;
}

async function staticPicturesOf({ definition_id }: FormRow, prefix: string, { db, ports }: Pick<Used, 'db' | 'ports'>) {
  const found = new Map<number, StoredPicture>();
  for (const { file_id, blob_id } of await imagesOf(db, definition_id)) {
    const path = `${prefix}-static-${file_id}`;
    if (await fetchBlob(blob_id, path, ports)) found.set(file_id, { path, name: '' });
  }
  return found;
}
