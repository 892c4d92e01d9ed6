import { problem } from '../../api/http/problem.ts';

/** The refusals of the Surveys API (surveys.md section 1). */
export const systemNotFound = problem(404, 'CoordinateSystemNotFound', 'Requested coordinate system is not available.');
export const invalidList = problem(422, 'InvalidSurveysRequest', 'Cannot find coordinate systems.');
export const invalidRead = problem(422, 'InvalidSurveysRequest', 'Cannot read the coordinate system.');
export const invalidTransform = problem(422, 'InvalidSurveysRequest', 'Cannot transform the points.');
