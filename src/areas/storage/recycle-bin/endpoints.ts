import { anyCaller } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { checkTwin, twinQuery } from '../../../api/query/asked-twin.ts';
import { pageQuery } from '../../../api/query/paging.ts';
import { input } from '../../../kernel/schema/shapes.ts';
import { onRecycledFile, onRecycledFolder } from '../access.ts';
import { fileExists, folderExists, twinNotFound } from '../errors.ts';
import { itemList } from '../item/schema.ts';
import { listing } from '../list/endpoints.ts';
import { deleteForGood } from './delete.ts';
import { listRecycleBin } from './list.ts';
import { restoreItem } from './restore.ts';

const restoreText =
  'Back into the former folder with the same id, or into the root folder when that is gone or recycled itself.';

export const recycleBinEndpoints = [
  endpoint({
    id: 'storage.getFoldersAndFilesInRecycleBin',
    method: 'GET',
    path: '/storage/recyclebin',
    title: 'Get folders and files in recycle bin',
    description:
      'What was deleted in the last 30 days, the latest first, with the path it had; not what lies in deleted folders. Needs the permission `storage_read` in the twin.',
    access: anyCaller,
    query: input({ ...twinQuery, ...pageQuery() }),
    ...listing,
    check: checkTwin,
    answers: { 200: json(itemList, 'A page of entries.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    run: ({ query }, context) => listRecycleBin(query, context),
  }),

  endpoint({
    id: 'storage.restoreFolder',
    method: 'POST',
    path: '/storage/recyclebin/folders/{folderId}/restore',
    title: 'Restore folder',
    description: `${restoreText} Brings everything back that was in it, but not what had been deleted before.`,
    access: onRecycledFolder,
    answers: { 204: empty('The folder is back.') },
    errors: [folderExists],
    run: ({ target }, context) => restoreItem(target, folderExists, context),
  }),

  endpoint({
    id: 'storage.restoreFile',
    method: 'POST',
    path: '/storage/recyclebin/files/{fileId}/restore',
    title: 'Restore file',
    description: restoreText,
    access: onRecycledFile,
    answers: { 204: empty('The file is back.') },
    errors: [fileExists],
    run: ({ target }, context) => restoreItem(target, fileExists, context),
  }),

  endpoint({
    id: 'storage.deleteFolderFromRecycleBin',
    method: 'DELETE',
    path: '/storage/recyclebin/folders/{folderId}',
    title: 'Delete folder from recycle bin',
    description: 'The folder and everything in it are gone for good.',
    access: onRecycledFolder,
    answers: { 204: empty('The folder is gone.') },
    run: ({ target }, context) => deleteForGood(target, context),
  }),

  endpoint({
    id: 'storage.deleteFileFromRecycleBin',
    method: 'DELETE',
    path: '/storage/recyclebin/files/{fileId}',
    title: 'Delete file from recycle bin',
    description: 'The file is gone for good.',
    access: onRecycledFile,
    answers: { 204: empty('The file is gone.') },
    run: ({ target }, context) => deleteForGood(target, context),
  }),
];
