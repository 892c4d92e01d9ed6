import type { Context } from '../../../api/http/context.ts';
import type { RawInput } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed } from '../../../api/http/problem.ts';
import { nextSequence } from '../../../std/sequence.ts';
import { invalidAttachment } from '../errors.ts';
import { formAgain } from '../form/store.ts';
import { newIds } from '../item-id.ts';
import type { AttachmentRow, FormRow } from '../tables.ts';
import { extensionOf } from './files.ts';
import { countAttachments, insertAttachment } from './store.ts';

export interface NewAttachment {
  readonly fileName: string;
  readonly caption?: string | null;
  readonly binding?: string | null;
}

const most = 200;

/** Files that systems execute are refused by the extension of their name. */
export function checkName({ body }: RawInput, refusedExtensions: readonly string[]): Detail[] {
  const name = (body as { fileName?: unknown } | null)?.fileName;
  const extension = typeof name === 'string' ? extensionOf(name).toLowerCase() : '';
  if (!refusedExtensions.includes(extension)) return [];
  return [{ code: 'InvalidValue', message: `Files of the type '${extension}' are not allowed.`, target: 'fileName' }];
}

/** Makes an attachment, whose file is put to its address then. */
export async function createAttachment({ id: formId }: FormRow, body: NewAttachment, context: Context) {
  const { write, caller, now, baseUrl } = context;
  const outcome = await write(async (tx) => {
    const form = await formAgain(tx, formId);
    if ((await countAttachments(tx, form.id)) >= most) return fail(invalidAttachment, { details: tooMany });
    const row: AttachmentRow = {
      ...newIds(form.twin_id, now),
      twin_id: form.twin_id,
      form_id: form.id,
      position: nextSequence(now),
      name: body.fileName,
      caption: body.caption ?? null,
      binding: body.binding ?? null,
      blob_id: null,
      size: 0,
      sha256: null,
      copies: null,
      created: now,
      created_by: caller.userId,
    };
    await insertAttachment(tx, row);
    return row;
  });
  if (isFailed(outcome)) return outcome;
  return { status: 201, headers: { Location: `${baseUrl}/forms/${formId}/attachments/${outcome.id}` } } as const;
}

const tooMany = [
  { code: 'ResourceQuotaExceeded', message: `A form has at most ${most} attachments.`, target: 'attachments' },
];
