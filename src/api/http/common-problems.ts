import { refusesTypes } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { type Problem, problems } from './problem.ts';

/** The refusals that the pipeline itself may give on this endpoint, besides its own. */
export function pipelineProblems(endpoint: Endpoint): Problem[] {
  const always = [
    problems.badRequest,
    problems.headerNotFound,
    problems.invalidScheme,
    problems.unauthorized,
    problems.rateLimitExceeded,
    problems.notAcceptable,
    problems.internalServerError,
    problems.contentLost,
    problems.contentChanged,
    problems.serviceUnavailable,
  ];
  const withBody = endpoint.body ? [problems.requestTooLarge] : [];
  const typed = refusesTypes(endpoint) ? [problems.unsupportedMediaType] : [];
  const inParts = Object.values(endpoint.answers).some(({ kind }) => kind === 'file')
    ? [problems.preconditionFailed, problems.rangeNotSatisfiable]
    : [];
  const withVersion = endpoint.version && endpoint.method !== 'GET' ? [problems.preconditionFailed] : [];
  const keyed = endpoint.method === 'POST' && !endpoint.secret ? [problems.dataConflict] : [];
  const unkeyed = keyed.length > 0 && !endpoint.invalid ? [problems.invalidRequest] : [];
  return [...always, ...withBody, ...typed, ...inParts, ...withVersion, ...keyed, ...unkeyed];
}
