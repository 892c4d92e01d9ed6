import type { Detail } from '../../api/http/problem.ts';
import type { Issue } from '../../kernel/schema/validator.ts';
import { describeListIssue } from '../../reality-jobs/list.ts';
import { invalidProperty } from './errors.ts';

/** The published answers name what a body lacks as a field, with a capital. */
const field = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Codes and words of this API. */
export function describeIssue(issue: Issue, where: 'path' | 'query' | 'body' | 'header'): Partial<Detail> | undefined {
  if (where === 'query') return describeListIssue(issue);
  const { target, rule, value } = issue;
  if (where !== 'body' || rule === 'json' || rule === 'maxLength' || rule === 'maxItems') return undefined;
  if (rule === 'missing') {
    if (target.includes('.')) return { code: 'InvalidProperty' };
    return invalidProperty(field(target), `The ${field(target)} field is required.`);
  }
  // which of the outputs it is, its value says
  const property = target.replace(/^outputs\[\d+\]$/, 'outputs');
  return invalidProperty(property, `Invalid value '${shown(value)}' for property '${property}'.`);
}

const longestShown = 100;

const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, longestShown);
