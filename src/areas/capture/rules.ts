import type { Detail } from '../../api/http/problem.ts';
import type { Issue } from '../../kernel/schema/validator.ts';
import { describeListIssue } from '../../reality-jobs/list.ts';
import { invalidParameter, invalidProperty } from './errors.ts';

const named: Readonly<Record<string, Detail>> = {
  name: invalidProperty('name', 'The Name field is required.'),
  inputs: invalidProperty('inputs', 'At least one input is required.'),
};

/** Codes and words of this API. Settings are named without the path to them. */
export function describeIssue(issue: Issue, where: 'path' | 'query' | 'body' | 'header'): Partial<Detail> | undefined {
  if (where === 'query') return describeListIssue(issue);
  const { target, rule } = issue;
  if (where !== 'body' || rule === 'json') return undefined;
  if (rule === 'maxLength') return undefined;
  const whole = rule === 'missing' || rule === 'minItems' ? named[target] : undefined;
  if (whole !== undefined) return whole;
  const wordOf = target.replace(/^settings\./, '').replace(/^outputs\[\d+\]$/, 'outputs');
  if (target === 'twinId') return invalidProperty('twinId', invalidParameter('twinId').message);
  return invalidParameter(wordOf);
}
