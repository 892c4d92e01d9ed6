import type { Detail } from '../../../api/http/problem.ts';
import { issueMessage } from '../../../kernel/schema/messages.ts';
import type { Issue } from '../../../kernel/schema/validator.ts';

/** This API calls whatever is wrong a parameter, but for a body that is no JSON object. */
export function describeIssue(issue: Issue, where: 'path' | 'query' | 'body' | 'header'): Partial<Detail> | undefined {
  if (where === 'query' || issue.rule === 'json') return undefined;
  if (issue.target === '') return { code: 'InvalidRequestBody' };
  const message = where === 'path' ? `${issue.target} is invalid.` : `${issue.target} ${issueMessage(issue)}.`;
  return { code: 'InvalidParameter', message };
}
