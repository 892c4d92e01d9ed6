import { problem } from '../../api/http/problem.ts';

/** Refusals of the Storage API (storage.md), with the public spelling of their codes. */
export const twinNotFound = problem(404, 'twinNotFound', 'Requested twin is not available.');
export const fileNotFound = problem(404, 'FileNotFound', 'Requested file not available.');
export const folderNotFound = problem(404, 'FolderNotFound', 'Requested folder not available.');
export const fileExists = problem(409, 'FileAlreadyExists', 'A file with the same name already exists in the folder.');
export const folderExists = problem(
  409,
  'FolderAlreadyExists',
  'A folder with the same name already exists in the folder.',
);
export const fileLocked = problem(409, 'FileLocked', 'The file is locked by another user.');

/** 422 of one operation: "Cannot …" or "The request to … was invalid." */
export const invalidStorage = (message: string) => problem(422, 'InvalidStorageRequest', message);

export const invalidCreateFolder = invalidStorage('The request to create the folder was invalid.');
export const invalidCreateFile = invalidStorage('The request to create the file was invalid.');
export const invalidUpdateFolder = invalidStorage('Cannot update folder.');
export const invalidUpdateFile = invalidStorage('Cannot update file.');
export const invalidMove = invalidStorage('Cannot move item.');
export const invalidComplete = invalidStorage('Cannot complete file upload.');
export const invalidDeleteFolder = invalidStorage('Cannot delete folder.');
export const invalidLock = invalidStorage('Cannot lock or unlock files.');
export const invalidList = invalidStorage('Cannot get folders and files.');
