import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { cached, empty, endpoint, json, type RawInput } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { onDeletableFile, onFile, onFolder, onUploadableFile, read, versionOf, write } from '../access.ts';
import {
  fileExists,
  fileLocked,
  folderNotFound,
  invalidComplete,
  invalidCreateFile,
  invalidMove,
  invalidUpdateFile,
} from '../errors.ts';
import { fileExample, uploadExample } from '../examples.ts';
import { moveItem } from '../folder/move.ts';
import { itemCreate, itemMove, itemUpdate, oneFile, uploadLinks } from '../item/schema.ts';
import type { ItemInTree } from '../item/store.ts';
import { checkHarmless, describeName } from '../rules.ts';
import { completeFile } from './complete.ts';
import { createFile } from './create.ts';
import { deleteFile } from './delete.ts';
import { downloadFile } from './download.ts';
import { fileReply } from './reply.ts';
import { updateFile } from './update.ts';
import { updateContent } from './update-content.ts';

const describe = describeName('InvalidCreateFileRequest');
const check = (raw: RawInput, _: Located<ItemInTree>, { ports }: Context) =>
  checkHarmless(raw, ports.settings.refusedExtensions);
const example = { file: fileExample };
const movePath = '/storage/files/{fileId}/move';

const moveEndpoint = <const Path extends typeof movePath | `/storage${typeof movePath}`>(
  id: string,
  path: Path,
  title: string,
) =>
  endpoint({
    id,
    method: 'POST',
    path: path as typeof movePath,
    title,
    description: 'Moves the file into another folder of the twin. Its id stays the same.',
    access: onFile(write),
    body: itemMove,
    invalid: invalidMove,
    answers: { 200: json(oneFile, 'The file in its new place.', example) },
    errors: [folderNotFound, fileExists, fileLocked],
    ...(path === movePath ? {} : { deprecated: { since: '2022-01-01', successor: movePath } }),
    run: async ({ target, body }, context) => {
      const moved = await moveItem(target, body.parentFolderId, fileExists, context);
      return isFailed(moved) ? moved : fileReply({ ...target, resource: moved }, context);
    },
  });

export const fileEndpoints = [
  endpoint({
    id: 'storage.createFile',
    method: 'POST',
    path: '/storage/folders/{folderId}/files',
    title: 'Create file',
    description:
      'Gives the signed address to upload the content to, by the block-blob protocol, and the one to complete the file with. Until then nobody sees it; after 24 hours it is gone. Names are unique among the files of a folder, without case.',
    access: onFolder(write),
    body: itemCreate,
    invalid: invalidCreateFile,
    describe,
    check,
    secret: true,
    answers: { 202: json(uploadLinks, 'Where to upload to, and how to complete.', uploadExample) },
    errors: [fileExists],
    run: ({ target, body }, context) => createFile(target, body, context),
  }),

  endpoint({
    id: 'storage.completeFileUpload',
    method: 'POST',
    path: '/storage/files/{fileId}/complete',
    title: 'Complete file upload',
    description:
      'Makes what was uploaded the content of the file. When nothing waits for completion, answers with the file.',
    access: onUploadableFile(write),
    invalid: invalidComplete,
    beginsJobs: true,
    answers: { 200: json(oneFile, 'The file with its new content.', example) },
    errors: [folderNotFound, fileExists, fileLocked],
    run: ({ target }, context) => completeFile(target, context),
  }),

  endpoint({
    id: 'storage.updateFileContent',
    method: 'POST',
    path: '/storage/files/{fileId}/updatecontent',
    title: 'Update file content',
    description:
      'Gives addresses as Create file does. The old content is served until the new one is completed. A second call voids the upload of the first. With `If-Match`, the ETag of the file as it was read, nobody takes away what another person has brought since: 412.',
    access: onFile(write),
    version: versionOf,
    secret: true,
    answers: { 202: json(uploadLinks, 'Where to upload to, and how to complete.', uploadExample) },
    errors: [fileLocked],
    run: ({ target }, context) => updateContent(target, context),
  }),

  endpoint({
    id: 'storage.getFile',
    method: 'GET',
    path: '/storage/files/{fileId}',
    title: 'Get file',
    access: onFile(read),
    answers: { 200: json(oneFile, 'The file.', example) },
    run: ({ target }, context) => fileReply(target, context),
  }),

  endpoint({
    id: 'storage.downloadFile',
    method: 'GET',
    path: '/storage/files/{fileId}/download',
    title: 'Download file',
    description: 'Redirects to a signed address of the content. It serves ranges and needs no token.',
    access: onFile(read),
    secret: true,
    answers: { 302: cached(empty('`Location` is valid for an hour.'), 'no-store') },
    run: async ({ target }, context) => downloadFile(target.resource.row, context),
  }),

  endpoint({
    id: 'storage.updateFile',
    method: 'PATCH',
    path: '/storage/files/{fileId}',
    title: 'Update file',
    access: onFile(write),
    body: itemUpdate,
    bodyTypes: ['application/json-patch+json'],
    invalid: invalidUpdateFile,
    describe,
    check,
    version: versionOf,
    beginsJobs: true,
    answers: { 200: json(oneFile, 'The file as it is now.', example) },
    errors: [fileExists, fileLocked],
    run: ({ target, body }, context) => updateFile(target, body, context),
  }),

  moveEndpoint('storage.moveFile', movePath, 'Move file'),
  moveEndpoint('storage.moveFileLegacy', `/storage${movePath}`, 'Move file (legacy)'),

  endpoint({
    id: 'storage.deleteFile',
    method: 'DELETE',
    path: '/storage/files/{fileId}',
    title: 'Delete file',
    description: 'The file goes to the recycle bin for 30 days; one that was never completed is removed at once.',
    access: onDeletableFile,
    version: versionOf,
    answers: { 204: empty('The file is in the recycle bin.') },
    errors: [fileLocked],
    run: ({ target }, context) => deleteFile(target, context),
  }),
];
