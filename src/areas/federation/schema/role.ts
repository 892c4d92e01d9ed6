import type { Static } from 'typebox';
import type { Detail } from '../../../api/http/problem.ts';
import { anyText, arrayOf, input, output, uuid } from '../../../kernel/schema/shapes.ts';
import type { Issue } from '../../../kernel/schema/validator.ts';
import { invalidValue, missing } from '../errors.ts';
import { describePath } from '../params.ts';

const assignment = output(
  {
    twinRoleName: anyText(),
    twinRoleId: uuid(),
    packageRoles: arrayOf(output({ packageRoleName: anyText(), packageRoleId: uuid() })),
  },
  'Assignment',
);
export const assignmentList = output({ assignments: arrayOf(assignment) });

const assignmentsWith = (least: number) =>
  input({
    assignments: arrayOf(
      input({ twinRoleId: uuid(), packageRoleIds: arrayOf(uuid(), { minItems: least, maxItems: 10 }) }),
      { minItems: 1, maxItems: 100 },
    ),
  });
export const assignmentsBody = assignmentsWith(1);
/** An empty list takes all package roles of the twin role away. */
export const assignmentsPatch = assignmentsWith(0);
export type AssignmentIn = Static<typeof assignmentsBody>['assignments'][number];

export const twinRolesBody = input({ twinRoleIds: arrayOf(uuid(), { minItems: 1, maxItems: 100 }) });

export const wrongTwinRole = (target: 'TwinRoleId' | 'TwinRoleIds') =>
  invalidValue(target, 'Provided twin Role ID value is not valid.');
export const wrongPackageRole = invalidValue('PackageRoleIds', 'Provided Package Role ID value is not valid.');

const wrong: Readonly<Record<string, Detail>> = {
  TwinRoleId: wrongTwinRole('TwinRoleId'),
  TwinRoleIds: wrongTwinRole('TwinRoleIds'),
  PackageRoleIds: wrongPackageRole,
};

/** The API's words: body properties are named with a capital letter. */
export function describeAssignments(issue: Issue, where: 'path' | 'query' | 'body' | 'header'): Detail | undefined {
  if (where !== 'body') return describePath(issue, where);
  const name = issue.target.match(/[a-z]\w*(?=(\[\d+\])?$)/i)?.[0];
  if (name === undefined) return undefined;
  const target = name.charAt(0).toUpperCase() + name.slice(1);
  if (issue.rule === 'missing' || issue.rule === 'minItems') return missing(target);
  if (issue.rule === 'maxItems') return invalidValue(target, 'Collection size exceeds maximum size.');
  return wrong[target] ?? invalidValue(target, `${target} value is incorrect.`);
}
