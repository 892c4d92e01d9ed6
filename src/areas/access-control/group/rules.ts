import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import type { Issue } from '../../../kernel/schema/validator.ts';
import { membersOf } from '../../../std/records.ts';
import { describeShared, listOf, missing, repeated } from '../body-rules.ts';

/** The public API names the properties of a group in upper case where it refuses them. */
const publicName: Readonly<Record<string, string>> = { name: 'Name', description: 'Description' };

export function describeGroup(issue: Issue, where: string): Partial<Detail> | undefined {
  const target = publicName[issue.target];
  if (target === undefined) return describeShared(issue, where);
  const isEmpty = issue.rule === 'missing' || issue.value === '' || issue.value === null;
  return isEmpty ? { code: 'MissingRequiredProperty', message: missing, target } : { target };
}

/** The same user or directory group twice. */
export function checkGroup(raw: RawInput): Detail[] {
  const { members, imsGroups } = membersOf(raw.body);
  return [
    ...repeated(listOf(members), (place) => `members[${place}]`),
    ...repeated(listOf(imsGroups), (place) => `imsGroups[${place}]`, String),
  ];
}

/** What is wrong with a name that another group of the twin has, without case. */
export const nameTaken: Detail = {
  code: 'InvalidValue',
  message: 'A group with the specified name already exists.',
  target: 'Name',
};
