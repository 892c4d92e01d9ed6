import type { Detail } from '../../api/http/problem.ts';
import type { Issue } from '../../kernel/schema/validator.ts';
import { invalidValue, missing } from './errors.ts';
import { describePath } from './params.ts';

/** `parameters[0].name` → `Parameters__Name`, as this API names properties of bodies. */
const targetOf = (path: string): string =>
  path
    .replaceAll(/\[\d+\]/g, '')
    .split('.')
    .map((name) => name.charAt(0).toUpperCase() + name.slice(1))
    .join('__');

/** The API's words for faults of bodies and paths; `names`: what messages call a property besides its own name. */
export const describeBody =
  (names: Readonly<Record<string, string>>) =>
  (issue: Issue, where: 'path' | 'query' | 'body' | 'header'): Detail | undefined => {
    if (where === 'path') return describePath(issue, where);
    if (where !== 'body' || issue.target === '') return undefined;
    const target = targetOf(issue.target);
    const name = names[target] ?? target.replaceAll('__', ' ');
    if (issue.rule === 'missing')
      return missing(target, `Required property ${target.replaceAll('__', ' ')} is missing.`);
    if (issue.rule === 'maxLength') {
      return invalidValue(target, `Provided ${name} value exceeds maximum length ${issue.limit}.`);
    }
    if (issue.rule === 'maxItems') return invalidValue(target, 'Collection size exceeds maximum size.');
    return invalidValue(target, `Provided ${name} value contains invalid characters.`);
  };
