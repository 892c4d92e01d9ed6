import { extname } from 'node:path';
import mime from 'mime-types';
import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fileBodyOf } from '../../../api/http/file-body.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { StreamedUpload } from '../../../api/http/streamed-upload.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { fileEntry, record } from '../audit/audit.ts';
import { fileNotFound } from '../errors.ts';
import type { OnAttachment } from '../form/access.ts';
import { formAgain } from '../form/store.ts';
import { type AttachmentRow, type FormRow, q } from '../tables.ts';
import { attachmentAgain, blobsOf } from './store.ts';

export const attachmentPlace = { area: 'forms', container: 'attachments' } as const;

export const extensionOf = (name: string): string => extname(name).slice(1);

/** Types that a browser might run as part of this server. */
const active = /html|svg|xml|javascript|ecmascript|wasm|flash/i;
const anyBytes = 'application/octet-stream';

/** The type that a file is given out with: by its name, and never one that could run anything. */
export function typeOf(name: string): string {
  const type = mime.lookup(name) || anyBytes;
  return active.test(type) ? anyBytes : type;
}

/** A picture whose file is there, as far as its name says. */
export const isPicture = ({ name, blob_id }: Pick<AttachmentRow, 'name' | 'blob_id'>): boolean =>
  blob_id !== null && typeOf(name).startsWith('image/');

type AttachmentEvent = 'forms.attachmentAttached.v1' | 'forms.attachmentUnattached.v1';

async function tell(
  tx: Transaction,
  type: AttachmentEvent,
  form: FormRow,
  { uid }: AttachmentRow,
  { twins, events }: Context['ports'],
): Promise<void> {
  const twin = await twins.find(tx, form.twin_id);
  const content = { attachmentId: uid, formId: form.uid, discipline: form.discipline };
  if (twin) await events.raise(tx, { type, twin, content });
}

/** Gives an attachment its file, in the place of a former one. */
export async function putFile({ part }: OnAttachment, body: StreamedUpload, { write, ports, caller, now }: Context) {
  const outcome = await write(async (tx) => {
    const row = await attachmentAgain(tx, part);
    const form = await formAgain(tx, row.form_id);
    await ports.blobs.remove(tx, blobsOf(row));
    await ports.blobs.take(tx, [body.id]);
    const change = { blob_id: body.id, size: body.size, sha256: body.sha256, copies: null };
    await tx.run(q.updateTable('form_attachments').set(change).where('id', '=', row.id));
    if (row.blob_id !== null) return;
    await record(tx, form, [fileEntry('File Attached', row.name)], { userId: caller.userId, now });
    await tell(tx, 'forms.attachmentAttached.v1', form, row, ports);
  });
  return isFailed(outcome) ? outcome : ({ status: 201 } as const);
}

/** The file of an attachment, which never runs as part of this server: files are sent with a sandbox. */
export async function getFile({ part }: OnAttachment, { db, ports }: Context) {
  const label = { fileName: part.name, type: typeOf(part.name), inline: true };
  const body = part.blob_id === null ? undefined : await fileBodyOf(ports.blobs, db, part.blob_id, label);
  if (body === undefined) return fail(fileNotFound);
  return reply(200, body);
}

/** Removes an attachment with its file. */
export async function deleteAttachment({ part }: OnAttachment, { write, ports, caller, now }: Context) {
  const outcome = await write(async (tx) => {
    const row = await attachmentAgain(tx, part);
    const form = await formAgain(tx, row.form_id);
    await tx.run(q.deleteFrom('form_attachments').where('id', '=', row.id));
    if (row.blob_id === null) return;
    await ports.blobs.remove(tx, blobsOf(row));
    await record(tx, form, [fileEntry('File Removed', row.name)], { userId: caller.userId, now });
    await tell(tx, 'forms.attachmentUnattached.v1', form, row, ports);
  });
  return isFailed(outcome) ? outcome : noContent;
}
