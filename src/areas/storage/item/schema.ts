import { Type } from 'typebox';
import { pagingLinks } from '../../../api/query/paging.ts';
import {
  arrayOf,
  boolean,
  dateTime,
  input,
  integer,
  line,
  link,
  nullable,
  oneOf,
  optional,
  output,
  paragraphs,
  signedLink,
} from '../../../kernel/schema/shapes.ts';

export const longestName = 255;

const id = (description?: string) => line({ untrimmed: true, ...(description ? { description } : {}) });

const itemLinks = output({ createdBy: link, lastModifiedBy: link, parentFolder: optional(link) }, 'StorageItemLinks');

const common = {
  id: id('Opaque; 43 characters.'),
  displayName: line({ untrimmed: true }),
  description: nullable(paragraphs()),
  path: line({ untrimmed: true, description: 'Names from below the root folder down to this item, joined by "/".' }),
  lastModifiedByDisplayName: line({ untrimmed: true }),
  createdDateTime: dateTime(),
  lastModifiedDateTime: dateTime(),
  parentFolderId: nullable(id('Null only for the root folder.')),
  _links: itemLinks,
};

export const folder = output({ type: oneOf(['folder']), ...common }, 'Folder');

export const file = output(
  {
    type: oneOf(['file']),
    ...common,
    size: integer({ minimum: 0, description: 'Bytes.' }),
    isFileLocked: boolean(),
  },
  'File',
);

export const oneFolder = output({ folder }, 'FolderResponse');
export const oneFile = output({ file }, 'FileResponse');
export const folderList = output({ folders: arrayOf(folder), _links: pagingLinks }, 'FoldersResponse');
export const fileList = output({ files: arrayOf(file), _links: pagingLinks }, 'FilesResponse');

const items = arrayOf(Type.Union([folder, file]));
export const itemList = output({ items, _links: pagingLinks }, 'ItemsResponse');

const topLevelLinks = output({ ...pagingLinks.properties, folder: link }, 'TopLevelLinks');
export const topLevelList = output({ items, _links: topLevelLinks }, 'TopLevelResponse');

export const uploadLinks = output(
  { _links: output({ completeUrl: link, uploadUrl: signedLink }, 'UploadLinks') },
  'UploadResponse',
);

const name = () =>
  line({
    min: 1,
    max: longestName,
    untrimmed: true,
    format: 'item-name',
    description: 'No control characters, none of \\ / : * ? " < > |, no space at the ends, no dot at the end.',
  });
const description = () => optional(nullable(paragraphs({ max: 2048 })));

/** Folder.create and File.create */
export const itemCreate = input({ displayName: name(), description: description() }, 'StorageItemCreate');

/** Folder.update and File.update */
export const itemUpdate = input({ displayName: optional(name()), description: description() }, 'StorageItemUpdate');

export const itemMove = input({ parentFolderId: id('The folder to move into.') }, 'StorageItemMove');

export const mostLocked = 1000;

/** Files.lock */
export const filesLock = input(
  { fileIds: optional(nullable(arrayOf(id(), { minItems: 1, maxItems: mostLocked }))) },
  'FilesLock',
);
