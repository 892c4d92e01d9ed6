import type { Endpoint } from './endpoint.ts';
import { type Problem, problems } from './problem.ts';
import { isRefusedToTests } from './reach.ts';

/** The problems an endpoint may answer with, for the documentation and the check of answers. */
export function problemsOf(endpoint: Endpoint): Problem[] {
  const { access, errors = [], invalid } = endpoint;
  const told = [...access.problems, ...errors, ...(invalid ? [invalid] : [])];
  const more = isRefusedToTests(endpoint) && !told.includes(problems.insufficientPermissions);
  return more ? [...told, problems.insufficientPermissions] : told;
}
