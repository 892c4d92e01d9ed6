import { anyCaller } from '../../../api/auth/access-rules.ts';
import { endpoint, json } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { checkTwin, twinQuery } from '../../../api/query/asked-twin.ts';
import { pageQuery } from '../../../api/query/paging.ts';
import { input, line } from '../../../kernel/schema/shapes.ts';
import { onFolder, read } from '../access.ts';
import { invalidList, twinNotFound } from '../errors.ts';
import { fileExample, folderExample, pageLinksExample } from '../examples.ts';
import { fileList, folderList, itemList, longestName, topLevelList } from '../item/schema.ts';
import { describeList, messageOfList } from '../rules.ts';
import { listFiles, listFolders, listItems } from './folder.ts';
import { searchFolder } from './search.ts';
import { listTopLevel } from './top-level.ts';

const page = input(pageQuery());
/** What the lists of this API have in common. */
export const listing = {
  invalid: invalidList,
  describe: describeList,
  invalidMessage: messageOfList,
} as const;

export const listEndpoints = [
  endpoint({
    id: 'storage.getTopLevelFoldersAndFilesByTwin',
    method: 'GET',
    path: '/storage/',
    title: 'Get top level folders and files by twin',
    description: "What lies directly in the twin's root folder. Needs the permission `storage_read` in the twin.",
    access: anyCaller,
    query: input({ ...twinQuery, ...pageQuery() }),
    ...listing,
    check: checkTwin,
    answers: { 200: json(topLevelList, 'Folders before files, by name.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    run: ({ query }, context) => listTopLevel(query, context),
  }),

  endpoint({
    id: 'storage.getFoldersInFolder',
    method: 'GET',
    path: '/storage/folders/{folderId}/folders',
    title: 'Get folders in folder',
    access: onFolder(read),
    query: page,
    ...listing,
    answers: { 200: json(folderList, 'By name.', { folders: [folderExample], _links: pageLinksExample('folders') }) },
    run: ({ target, query }, context) => listFolders(target, query, context),
  }),

  endpoint({
    id: 'storage.getFilesInFolder',
    method: 'GET',
    path: '/storage/folders/{folderId}/files',
    title: 'Get files in folder',
    access: onFolder(read),
    query: page,
    ...listing,
    answers: { 200: json(fileList, 'By name.', { files: [fileExample], _links: pageLinksExample('files') }) },
    run: ({ target, query }, context) => listFiles(target, query, context),
  }),

  endpoint({
    id: 'storage.getFoldersAndFilesInFolder',
    method: 'GET',
    path: '/storage/folders/{folderId}/list',
    title: 'Get folders and files in folder',
    access: onFolder(read),
    query: page,
    ...listing,
    answers: {
      200: json(itemList, 'Folders before files, by name.', {
        items: [folderExample, fileExample],
        _links: pageLinksExample('list'),
      }),
    },
    run: ({ target, query }, context) => listItems(target, query, context),
  }),

  endpoint({
    id: 'storage.searchForFoldersAndFilesInFolder',
    method: 'GET',
    path: '/storage/folders/{folderId}/search',
    title: 'Search for folders and files in folder',
    description:
      'Searches the whole subtree. `*` stands for any run of characters, `?` for one; without them the whole name must match. Case does not matter.',
    access: onFolder(read),
    query: input({ name: line({ min: 1, max: longestName, untrimmed: true }), ...pageQuery() }),
    ...listing,
    answers: { 200: json(itemList, 'Folders before files, by path.') },
    run: ({ target, query }, context) => searchFolder(target, query, context),
  }),
];
