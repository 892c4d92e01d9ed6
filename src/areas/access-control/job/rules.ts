import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import type { Issue } from '../../../kernel/schema/validator.ts';
import { membersOf } from '../../../std/records.ts';
import { countOfIds, describeShared, listOf, missing, repeated, tooMany } from '../body-rules.ts';
import { mostPerAction } from './schema.ts';

const actions = ['assignRoles', 'unassignRoles', 'removeMembers'] as const;

export function describeJob(issue: Issue, where: string): Partial<Detail> | undefined {
  const isEmptyList = issue.rule === 'minItems';
  return isEmptyList ? { code: 'InvalidValue', message: 'Collection is empty.' } : describeShared(issue, where);
}

/** No action at all, too many roles in one, and the same user twice in one. */
export function checkJob(raw: RawInput): Detail[] {
  const given = membersOf(membersOf(raw.body).actions);
  if (actions.every((name) => given[name] === undefined)) {
    return [{ code: 'MissingRequiredProperty', message: missing, target: 'actions' }];
  }
  return actions.flatMap((name) => {
    const entries = listOf(given[name]).map(membersOf);
    const roles = entries.reduce((sum, entry) => sum + countOfIds(entry.roleIds), 0);
    const target = `actions.${name}`;
    const over: Detail[] = roles > mostPerAction ? [{ code: 'InvalidProperty', message: tooMany, target }] : [];
    const emails = entries.map((entry) => entry.email);
    return [...over, ...repeated(emails, (place) => `${target}[${place}].email`)];
  });
}
