import { problem } from '../../api/http/problem.ts';

/** Refusals of the Twins API (twins.md), with the public spelling of their codes. */
export const twinNotFound = problem(404, 'twinNotFound', 'Requested twin is not available.');
export const twinExists = problem(409, 'twinExists', 'A twin with the specified number or displayName already exists.');
export const twinHasChildren = problem(409, 'twinHasChildren', 'The twin has child twins and cannot be deleted.');
export const imageNotFound = problem(404, 'ImageNotFound', 'Requested image is not available.');
export const repositoryNotFound = problem(404, 'twinRepositoryNotFound', 'Requested twin Repository is not available.');
export const repositoryExists = problem(409, 'twinRepositoryExists', 'The specified twin Repository already exists.');
export const repositoryResourceNotFound = problem(
  404,
  'twinRepositoryResourceNotFound',
  'Requested twin Repository Resource is not available.',
);
export const repositoryResourceExists = problem(
  409,
  'twinRepositoryResourceExists',
  'The specified twin Repository Resource already exists.',
);
export const exportNotFound = problem(404, 'twinExportNotFound', 'Requested export job is not available.');

/** 422 of one operation. */
export const invalidTwins = (message: string) => problem(422, 'InvalidtwinsRequest', message);
