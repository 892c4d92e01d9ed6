import { anyType, empty, endpoint, file, json, reply, streamedBody } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import {
  arrayOf,
  dateTime,
  input,
  integer,
  line,
  nullable,
  optional,
  output,
  paragraphs,
} from '../../../kernel/schema/shapes.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { need } from '../access.ts';
import { id } from '../definition/schema.ts';
import { fileNotFound, invalidAttachment, invalidList } from '../errors.ts';
import { type OnAttachment, onAttachment, onForm } from '../form/access.ts';
import { linksIfPaged, pageCheck, pageLinks, pageOf, pageQuery } from '../paging.ts';
import type { AttachmentRow, FormRow } from '../tables.ts';
import { type FormsApi, idIn, pathIn } from '../version.ts';
import { checkName, createAttachment } from './create.ts';
import { attachmentPlace, deleteAttachment, extensionOf, getFile, isPicture, putFile } from './files.ts';
import { attachmentsOf } from './store.ts';
import type { ThumbnailQueue } from './thumbnail-queue.ts';

const largestFile = 30 * 2 ** 20;

const attachment = output(
  {
    id: id(),
    fileName: line({ untrimmed: true }),
    type: line({ untrimmed: true, description: 'The extension of the name.' }),
    caption: nullable(paragraphs()),
    createdDateTime: dateTime(),
    size: integer({ minimum: 0, description: 'Bytes; 0 until the file is there.' }),
    binding: nullable(line({ untrimmed: true, description: 'The control that the file belongs to.' })),
  },
  'FormAttachment',
);
const attachmentList = output(
  { attachments: arrayOf(attachment), _links: optional(pageLinks) },
  'FormAttachmentsResponse',
);
export const attachmentCreate = input(
  {
    fileName: line({ min: 1, max: 255, untrimmed: true, format: 'item-name' }),
    caption: optional(nullable(paragraphs({ max: 1000 }))),
    binding: optional(nullable(line({ max: 100 }))),
  },
  'FormAttachmentCreate',
);

const version = ({ part }: OnAttachment): string => part.sha256 ?? 'none';
const addressOf = (baseUrl: string, form: FormRow): string => `${baseUrl}/forms/${form.id}/attachments`;

const viewOf = (row: AttachmentRow) => ({
  id: row.id,
  fileName: row.name,
  type: extensionOf(row.name),
  caption: row.caption,
  createdDateTime: isoTime(row.created),
  size: row.size,
  binding: row.binding,
});

const listAll = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'getAttachments'),
    method: 'GET',
    path: pathIn(api, '/forms/{id}/attachments'),
    title: 'Get form data attachments',
    access: onForm(need.view),
    query: input(pageQuery),
    invalid: invalidList,
    check: pageCheck(({ baseUrl }, target: { resource: FormRow }) => addressOf(baseUrl, target.resource)),
    answers: { 200: json(attachmentList, 'The newest first.') },
    async run({ target: { resource }, query }, context) {
      const page = await pageOf(
        { address: addressOf(context.baseUrl, resource), query },
        context,
        (asked) => attachmentsOf(context.db, resource.id, asked),
        (row) => [row.position, row.id],
      );
      return reply(200, { attachments: page.rows.map(viewOf), ...linksIfPaged(page, query) });
    },
  });

const create = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'createAttachment'),
    method: 'POST',
    path: pathIn(api, '/forms/{id}/attachments'),
    title: 'Add attachment to form',
    description: 'What is known of the file; the file itself is put to the address in Location.',
    access: onForm(need.comment),
    body: attachmentCreate,
    bodyTypes: [''],
    invalid: invalidAttachment,
    check: (raw, _target, { ports }) => checkName(raw, ports.settings.refusedExtensions),
    answers: { 201: empty('The attachment is there and waits for its file.') },
    run: ({ target, body }, context) => createAttachment(target.resource, body, context),
  });

const put = (copies: ThumbnailQueue) => (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'uploadAttachmentFile'),
    method: 'PUT',
    path: pathIn(api, '/forms/{id}/attachments/{attachmentId}'),
    title: 'Upload attachment file',
    description: 'Replaces a former file. Smaller copies of a picture are made behind the answer.',
    access: onAttachment(need.comment),
    body: streamedBody(attachmentPlace, anyType, largestFile),
    version,
    answers: { 201: empty('The file is there.') },
    async run({ target, body }, context) {
      const outcome = await putFile(target, body, context);
      const { name, form_id } = target.part;
      if (!isFailed(outcome) && isPicture({ name, blob_id: body.id })) copies.ofForm(form_id);
      return outcome;
    },
  });

const get = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'getAttachmentFile'),
    method: 'GET',
    path: pathIn(api, '/forms/{id}/attachments/{attachmentId}'),
    title: 'Get attachment file by ID',
    description: 'What a browser could run comes as application/octet-stream.',
    access: onAttachment(need.view),
    answers: { 200: file(['*/*'], 'The file.') },
    errors: [fileNotFound],
    run: ({ target }, context) => getFile(target, context),
  });

const remove = (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'deleteAttachment'),
    method: 'DELETE',
    path: pathIn(api, '/forms/{id}/attachments/{attachmentId}'),
    title: 'Delete attachment',
    access: onAttachment(need.comment),
    version,
    answers: { 204: empty('The attachment and its file are gone.') },
    run: ({ target }, context) => deleteAttachment(target, context),
  });

export const attachmentEndpoints = (copies: ThumbnailQueue) => [listAll, create, put(copies), get, remove];
