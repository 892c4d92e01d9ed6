import { problem } from '../../api/http/problem.ts';

/** Refusals of the Changed Elements API. */
export const modelNotFound = problem(404, 'modelNotFound', 'Requested model is not available.');
export const comparisonNotFound = problem(404, 'ComparisonNotFound', 'Requested comparison is not available.');
export const comparisonExists = problem(409, 'ComparisonExists', 'Comparison already exists.');
export const invalidRequest = problem(
  422,
  'InvalidChangedElementsRequest',
  'One or more request parameters are invalid.',
);
/** Of version 1, whose answer is the comparison itself. */
export const comparisonNotReady = problem(
  503,
  'ServiceUnavailable',
  'The comparison is not ready yet. Repeat the request later.',
);
