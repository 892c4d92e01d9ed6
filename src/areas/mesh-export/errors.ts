import { type Detail, problem } from '../../api/http/problem.ts';

/** Refusals of the Mesh Export API (mesh-export.md section 3). */
export const modelNotFound = problem(404, 'modelNotFound', 'Requested model is not available.');
export const exportNotFound = problem(404, 'ExportNotFound', 'Requested export is not available.');

const invalid = (message: string) => problem(422, 'InvalidMeshExportRequest', message);
export const invalidList = invalid('Cannot get exports.');
export const invalidGet = invalid('Cannot get export.');
export const invalidStart = invalid('Cannot start export.');
export const invalidDelete = invalid('Cannot delete exported job.');

/** The one form in which this API tells of a bad value. */
export const invalidParameter = (target: string, message = `${target} is invalid.`): Detail => ({
  code: 'InvalidParameter',
  message,
  target,
});
