import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import type { Issue } from '../../../kernel/schema/validator.ts';
import { membersOf } from '../../../std/records.ts';
import { describeShared, missing } from '../body-rules.ts';
import { isPermission } from '../permissions.ts';
import type { RoleRow } from '../tables.ts';
import { roleView } from './view.ts';

/** An empty name or description counts as missing, also in an update. */
export function describeRole(issue: Issue, where: string): Partial<Detail> | undefined {
  const named = issue.target === 'displayName' || issue.target === 'description';
  const isEmpty = issue.value === '' || issue.value === null;
  return named && isEmpty ? { code: 'MissingRequiredProperty', message: missing } : describeShared(issue, where);
}

/** `id` and `type` in an update; the stored values are tolerated. */
export function checkReadOnly(raw: RawInput, stored: RoleRow): Detail[] {
  const body = membersOf(raw.body);
  const { id, type } = roleView(stored);
  return Object.entries({ id, type })
    .filter(([name, value]) => Object.hasOwn(body, name) && body[name] !== value)
    .map(([name]) => ({
      code: 'ReadOnlyProperty',
      message: `${name === 'id' ? 'Id' : 'Type'} is read only and cannot be modified.`,
      target: name,
    }));
}

/** The place of the first name that is no permission; -1 when all are. */
export const unknownPermission = (names: readonly string[]): number => names.findIndex((name) => !isPermission(name));
