import { type Detail, problem } from '../../api/http/problem.ts';

/** Refusals of the Reality Modeling API (capture.md section 3). */
export const twinNotFound = problem(404, 'twinNotFound', 'Requested twin is not available.');
export const workspaceNotFound = problem(404, 'WorkspaceNotFound', 'Requested workspace is not available.');
export const jobNotFound = problem(404, 'JobNotFound', 'Requested job is not available.');

const invalid = (message: string) => problem(422, 'InvalidCaptureRequest', message);
export const invalidWorkspace = invalid('Cannot create workspace.');
export const invalidCreate = invalid('Cannot create job.');
export const invalidUpdate = invalid('Cannot modify job.');
export const invalidDelete = invalid('Cannot delete job.');
export const invalidList = problem(422, 'InvalidRealityModelingRequest', 'Cannot find jobs.');

/** A value that cannot be used; the published answers say no more of it. */
export const invalidParameter = (target: string): Detail => ({
  code: 'InvalidParameter',
  message: `Invalid '${target}' parameter.`,
  target,
});

export const invalidProperty = (target: string, message: string): Detail => ({
  code: 'InvalidProperty',
  message,
  target,
});
