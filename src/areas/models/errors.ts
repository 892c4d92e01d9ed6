import { problem } from '../../api/http/problem.ts';

/** Refusals of the Models API (design of models). */
export const modelNotFound = problem(404, 'modelNotFound', 'Requested model is not available.');
export const changesetNotFound = problem(404, 'changesetNotFound', 'Requested changeset is not available.');
export const elementNotFound = problem(404, 'elementNotFound', 'Requested element is not available.');
export const twinNotFound = problem(404, 'twinNotFound', 'Requested twin is not available.');
export const notReady = problem(409, 'DataConflict', 'The changeset is not imported.');
export const notImporting = problem(409, 'DataConflict', 'The import of the changeset has ended.');
export const notFailed = problem(409, 'DataConflict', 'Only a failed import can be tried again.');
export const invalidModels = problem(422, 'InvalidModelsRequest', 'The request is invalid.');
