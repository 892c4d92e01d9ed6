import type { Detail } from '../../../api/http/problem.ts';
import type { Issue } from '../../../kernel/schema/validator.ts';

/** The code and words of this API. */
export function describeIssue({ rule, target }: Issue): Partial<Detail> | undefined {
  if (rule === 'missing' || rule === 'json') return undefined;
  if (['twinId', 'modelId'].includes(target)) return invalid(target, 'is not a valid GUID');
  if (['startChangesetId', 'endChangesetId'].includes(target)) return invalid(target, 'is not a valid changeset id');
  return undefined;
}

/** A fault of a parameter: "'twinId' is not a valid GUID." */
export const invalid = (target: string, what: string): Detail => ({
  code: 'InvalidParameter',
  message: `'${target}' ${what}.`,
  target,
});
