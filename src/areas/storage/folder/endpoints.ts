import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { onFolder, read, remove, versionOf, write } from '../access.ts';
import {
  fileLocked,
  fileNotFound,
  folderExists,
  folderNotFound,
  invalidCreateFolder,
  invalidDeleteFolder,
  invalidLock,
  invalidMove,
  invalidUpdateFolder,
} from '../errors.ts';
import { fileExample, folderExample, pageLinksExample } from '../examples.ts';
import { fileList, filesLock, itemCreate, itemMove, itemUpdate, oneFolder } from '../item/schema.ts';
import { describeName } from '../rules.ts';
import { createFolder } from './create.ts';
import { deleteFolder } from './delete.ts';
import { setLocks } from './lock.ts';
import { checkMove, moveItem } from './move.ts';
import { folderReply } from './reply.ts';
import { checkRename, updateFolder } from './update.ts';

const describe = describeName('InvalidCreateFolderRequest');
const example = { folder: folderExample };
const bodyTypes = ['application/json-patch+json'];

export const folderEndpoints = [
  endpoint({
    id: 'storage.getFolder',
    method: 'GET',
    path: '/storage/folders/{folderId}',
    title: 'Get folder',
    access: onFolder(read),
    answers: { 200: json(oneFolder, 'The folder.', example) },
    run: ({ target }, context) => folderReply(200, target, context),
  }),

  endpoint({
    id: 'storage.createFolder',
    method: 'POST',
    path: '/storage/folders/{folderId}/folders',
    title: 'Create folder',
    description: 'Names are unique among the folders of a folder, without case. Folders nest up to 100 levels deep.',
    access: onFolder(write),
    body: itemCreate,
    invalid: invalidCreateFolder,
    describe,
    answers: { 201: json(oneFolder, 'The new folder.', example) },
    errors: [folderExists],
    run: ({ target, body }, context) => createFolder(target, body, context),
  }),

  endpoint({
    id: 'storage.updateFolder',
    method: 'PATCH',
    path: '/storage/folders/{folderId}',
    title: 'Update folder',
    description:
      'The paths of everything in the folder change with its name. The root folder keeps the name of its twin.',
    access: onFolder(write),
    body: itemUpdate,
    bodyTypes,
    invalid: invalidUpdateFolder,
    describe,
    check: checkRename,
    version: versionOf,
    answers: { 200: json(oneFolder, 'The folder as it is now.', example) },
    errors: [folderExists],
    run: ({ target, body }, context) => updateFolder(target, body, context),
  }),

  endpoint({
    id: 'storage.deleteFolder',
    method: 'DELETE',
    path: '/storage/folders/{folderId}',
    title: 'Delete folder',
    description: 'The folder with everything in it becomes one entry of the recycle bin, for 30 days.',
    access: onFolder(remove),
    invalid: invalidDeleteFolder,
    version: versionOf,
    answers: { 204: empty('The folder is in the recycle bin.') },
    errors: [fileLocked],
    run: ({ target }, context) => deleteFolder(target, context),
  }),

  endpoint({
    id: 'storage.moveFolder',
    method: 'POST',
    path: '/storage/folders/{folderId}/move',
    title: 'Move folder',
    description: 'Moves the folder with everything in it into another folder of the twin. Ids stay the same.',
    access: onFolder(write),
    body: itemMove,
    invalid: invalidMove,
    check: checkMove,
    answers: { 200: json(oneFolder, 'The folder in its new place.', example) },
    errors: [folderNotFound, folderExists, fileLocked],
    run: async ({ target, body }, context) => {
      const moved = await moveItem(target, body.parentFolderId, folderExists, context);
      return isFailed(moved) ? moved : folderReply(200, { ...target, resource: moved }, context);
    },
  }),

  ...([true, false] as const).map((lock) =>
    endpoint({
      id: lock ? 'storage.lockFilesInFolder' : 'storage.unlockFilesInFolder',
      method: 'POST',
      path: lock ? '/storage/folders/{folderId}/lock' : '/storage/folders/{folderId}/unlock',
      title: lock ? 'Lock files in folder' : 'Unlock files in folder',
      description: lock
        ? 'While a file is locked, others than the holder of the lock cannot change, move or delete it. Without `fileIds`: all files directly in the folder.'
        : 'Anyone with the permission may unlock. Without `fileIds`: all files directly in the folder.',
      access: onFolder(write),
      body: filesLock,
      bodyOptional: true,
      invalid: invalidLock,
      answers: {
        200: json(fileList, 'The files, at most 1000.', {
          files: [{ ...fileExample, isFileLocked: lock }],
          _links: pageLinksExample('files'),
        }),
      },
      errors: lock ? [fileNotFound, fileLocked] : [fileNotFound],
      run: ({ target, body }, context) => setLocks(target, body, lock, context),
    }),
  ),
];
