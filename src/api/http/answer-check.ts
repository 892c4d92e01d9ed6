import { issuesOf } from '../../kernel/schema/validator.ts';
import { membersOf } from '../../std/records.ts';
import { mediaType, overlap } from './accept.ts';
import { pipelineProblems } from './common-problems.ts';
import type { Endpoint, Outcome } from './endpoint.ts';
import { jobHeader } from './noting.ts';
import { isFailed } from './problem.ts';
import { problemsOf } from './problems-of.ts';

/** Why an outcome is not among the endpoint's declared answers; undefined when it is. For tests and development. */
export function undeclared(endpoint: Endpoint, outcome: Outcome): string | undefined {
  if (isFailed(outcome)) {
    const { status, code } = outcome.problem;
    const known = [...problemsOf(endpoint), ...pipelineProblems(endpoint)];
    if (known.some((one) => one.status === status && one.code === code)) return undefined;
    return `${endpoint.id} answered ${status} ${code}, which it does not declare.`;
  }
  const answer = endpoint.answers[outcome.status];
  if (answer === undefined) return `${endpoint.id} answered ${outcome.status}, which it does not declare.`;
  if (outcome.headers?.[jobHeader] !== undefined && !endpoint.beginsJobs)
    return `${endpoint.id} began a job, which it does not declare.`;
  if (answer.kind === 'empty') {
    return outcome.body === undefined ? undefined : `${endpoint.id} answered ${outcome.status} with a body.`;
  }
  if (answer.kind !== 'json') {
    const given = membersOf(outcome.body).type;
    const type = mediaType(typeof given === 'string' ? given : undefined);
    return answer.types.some((one) => overlap(one, type))
      ? undefined
      : `${endpoint.id} answered ${outcome.status} with the type '${type}', which it does not declare.`;
  }
  const value: unknown = JSON.parse(JSON.stringify(outcome.body ?? null));
  const [issue] = issuesOf(answer.schema, value);
  if (issue === undefined) return undefined;
  return `${endpoint.id} answered ${outcome.status} with a wrong ${issue.target || 'body'}: ${issue.rule}, ${JSON.stringify(issue.value)}.`;
}
