import { type Detail, problem } from '../../api/http/problem.ts';

/** Refusals of the Carbon Calculation API. */
export const twinNotFound = problem(404, 'twinNotFound', 'Requested twin is not available.');
export const configurationNotFound = problem(
  404,
  'ConfigurationNotFound',
  'Requested Configuration is not available.',
  'configurationId',
);

export const jobNotFound = problem(404, 'JobNotFound', 'Requested Job is not available.', 'jobId');
export const epdNotFound = problem(404, 'EpdNotFound', 'Requested Epd is not available.');
export const mappingNotFound = problem(404, 'MappingNotFound', 'Requested Mapping is not available.');
export const modelNotFound = problem(404, 'modelNotFound', 'Requested model is not available.');
export const changesetNotFound = problem(404, 'changesetNotFound', 'Requested changeset is not available.');
export const epdInUse = problem(409, 'DataConflict', 'The declaration is named by a reviewed mapping.');
export const otherVersion = problem(409, 'DataConflict', 'The mapping has another version.');
export const noResult = problem(
  409,
  'DataConflict',
  'The calculation has no result: it has not succeeded, or was done elsewhere.',
);
export const notReady = problem(409, 'DataConflict', 'The version of the model is not imported.');

/** 422; which operation cannot be done is in the message. */
export const invalid = (what: string) => problem(422, 'InvalidCarbonCalculationRequest', `Cannot ${what}.`);

export const invalidValue = (target: string, message: string): Detail => ({ code: 'InvalidValue', message, target });
export const invalidProperty = (target: string, message: string): Detail => ({
  code: 'InvalidProperty',
  message,
  target,
});
export const missing = (target: string): Detail => ({
  code: 'MissingRequiredProperty',
  message: 'Required property is missing.',
  target,
});
export const overQuota = (target: string, message: string): Detail => ({
  code: 'ResourceQuotaExceeded',
  message,
  target,
});
