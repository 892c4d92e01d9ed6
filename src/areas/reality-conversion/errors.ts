import { type Detail, problem } from '../../api/http/problem.ts';

/** Refusals of the Reality Conversion API (reality-conversion.md section 4). */
export const twinNotFound = problem(404, 'twinNotFound', 'Requested twin is not available.');
export const jobNotFound = problem(404, 'JobNotFound', 'Requested job is not available.');
export const progressNotFound = problem(404, 'ProgressNotFound', 'Requested progress is not available.');

const invalid = (message: string) => problem(422, 'InvalidRealityConversionRequest', message);
export const invalidCreate = invalid('Cannot create job.');
export const invalidList = invalid('Cannot find jobs.');
export const invalidUpdate = invalid('Cannot modify job.');
export const invalidDelete = invalid('Cannot delete job.');

export const invalidProperty = (target: string, message: string): Detail => ({
  code: 'InvalidProperty',
  message,
  target,
});
export const invalidParameter = (target: string, message: string): Detail => ({
  code: 'InvalidParameter',
  message,
  target,
});
