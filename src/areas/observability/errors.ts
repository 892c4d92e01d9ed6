import { fail, problem } from '../../api/http/problem.ts';

/** Refusals of the Observability API. */
export const requestNotFound = problem(404, 'RequestNotFound', 'Requested request is not available.');
export const applicationNotFound = problem(404, 'ApplicationNotFound', 'Requested application is not available.');
export const invalidRequestLog = problem(422, 'InvalidRequestLogRequest', 'Cannot get requests.');
export const invalidBodies = problem(422, 'InvalidRequestLogRequest', 'Cannot keep bodies.');

export const invalidParameter = (target: string) => ({
  code: 'InvalidParameter',
  message: `The ${target} query parameter value is incorrect.`,
  target,
});

export const badToken = () => fail(invalidRequestLog, { details: [invalidParameter('continuationToken')] });
