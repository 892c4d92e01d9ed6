import { problem } from '../../api/http/problem.ts';

/** Refusals of the Archives API. */
export const twinNotFound = problem(404, 'twinNotFound', 'Requested twin is not available.');
export const exportNotFound = problem(404, 'ExportNotFound', 'Requested export is not available.');
export const exportRunning = problem(409, 'ExportRunning', 'An export of this twin is running.');
export const exportNotReady = problem(409, 'ExportNotReady', 'The export is not completed.');
export const exportExpired = problem(410, 'ExportExpired', 'The file of the export was removed.');
export const invalidCreate = problem(422, 'InvalidArchivesRequest', 'Cannot create an export.');
export const invalidList = problem(422, 'InvalidArchivesRequest', 'Cannot get exports.');
export const importNotFound = problem(404, 'ImportNotFound', 'Requested import is not available.');
export const importNotWaiting = problem(409, 'ImportNotWaiting', 'The upload was completed already.');
export const invalidImport = problem(422, 'InvalidArchivesRequest', 'Cannot create an import.');
export const invalidComplete = problem(422, 'InvalidArchivesRequest', 'Cannot complete the upload.');
export const invalidImports = problem(422, 'InvalidArchivesRequest', 'Cannot get imports.');
