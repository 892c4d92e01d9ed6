import type { Detail } from '../../../api/http/problem.ts';
import type { Issue } from '../../../kernel/schema/validator.ts';
import { describeListIssue } from '../../../reality-jobs/list.ts';
import { detail } from '../errors.ts';

type Where = 'path' | 'query' | 'body' | 'header';

const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 100);
const field = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Codes and words of version 1, which name what a body lacks as a field, with a capital. */
export function describeJobV1({ target, rule, value }: Issue, where: Where): Partial<Detail> | undefined {
  if (where === 'query') return describeListIssue({ target });
  if (where !== 'body' || rule === 'json' || rule === 'maxLength' || rule === 'maxItems') return undefined;
  if (rule === 'missing') {
    const message = `The ${field(target)} field is required.`;
    return target.includes('.') ? { code: 'InvalidProperty' } : detail('InvalidProperty', message, target);
  }
  return detail('InvalidProperty', `Invalid value '${shown(value)}' for property '${target}'.`, target);
}

export function describeJob({ target, rule, value }: Issue, where: Where): Partial<Detail> | undefined {
  if (where === 'query') return describeListIssue({ target });
  if (where !== 'body' || rule === 'json') return undefined;
  if (rule === 'missing') return detail('InvalidProperty', 'Required property is missing.', target);
  return detail('InvalidProperty', `Invalid value '${shown(value)}' for property '${target}'.`, target);
}
