import type { Context } from '../../../api/http/context.ts';
import { empty, endpoint, file, noContent, reply } from '../../../api/http/endpoint.ts';
import { fileBodyOf } from '../../../api/http/file-body.ts';
import { fail } from '../../../api/http/problem.ts';
import { need } from '../access.ts';
import { fileNotFound } from '../errors.ts';
import { onAttachment, onForm } from '../form/access.ts';
import type { AttachmentRow } from '../tables.ts';
import { firstPhoto } from './first-photo.ts';
import { copiesOf, findAttachment } from './store.ts';
import { makeThumbnails } from './thumbnails.ts';

/* Small copies of photos, for lists of them and of forms; additions, in version 2 only. */

const picture = file(['image/jpeg'], 'The picture.');

async function thumbnailOf(row: AttachmentRow | undefined, { ports, db }: Context) {
  const small = row && copiesOf(row)?.small;
  if (!small) return noContent;
  const label = { fileName: `${row.name}.jpg`, type: 'image/jpeg', inline: true };
  const body = await fileBodyOf(ports.blobs, db, small, label);
  return body === undefined ? noContent : reply(200, body);
}

const ofAttachment = endpoint({
  id: 'forms.getAttachmentThumbnail',
  method: 'GET',
  path: '/forms/{id}/attachments/{attachmentId}/thumbnail',
  title: 'Get thumbnail of attachment',
  description:
    'A JPEG of at most 320 × 320 pixels, upright. It is made behind the upload, or when it is asked for before, with those of the other pictures of the form.',
  access: onAttachment(need.view),
  answers: { 200: picture, 204: empty('The file is no picture that can be decoded.') },
  errors: [fileNotFound],
  async run({ target: { part } }, context) {
    if (part.blob_id === null) return fail(fileNotFound);
    if (copiesOf(part) === undefined) await makeThumbnails(part.form_id, context);
    return thumbnailOf(await findAttachment(context.db, part.form_id, part.id), context);
  },
});

const ofForm = endpoint({
  id: 'forms.getFormThumbnail',
  method: 'GET',
  path: '/forms/{id}/thumbnail',
  title: 'Get thumbnail of form data',
  description: 'That of the photo that was attached first; drawn signatures are none.',
  access: onForm(need.view),
  answers: { 200: picture, 204: empty('The form has no photo.') },
  run: async ({ target: { resource } }, context) => thumbnailOf(await firstPhoto(resource, context), context),
});

export const thumbnailEndpoints = [ofAttachment, ofForm];
