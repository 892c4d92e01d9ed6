import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { membersOf } from '../../../std/records.ts';
import { countOfIds, listOf, repeated, tooMany } from '../body-rules.ts';
import { mostRoles } from './schema.ts';

/** Too many role assignments in all, and the same user or group twice. */
export const checkAdded =
  (key: 'email' | 'groupId') =>
  (raw: RawInput): Detail[] => {
    const members = listOf(membersOf(raw.body).members).map(membersOf);
    const assignments = members.reduce((sum, member) => sum + countOfIds(member.roleIds), 0);
    const over: Detail[] =
      assignments > mostRoles ? [{ code: 'InvalidProperty', message: tooMany, target: 'members' }] : [];
    const keys = members.map((member) => member[key]);
    return [...over, ...repeated(keys, (place) => `members[${place}].${key}`)];
  };

/** Too many roles for one member. */
export const checkRoleCount = (raw: RawInput): Detail[] =>
  countOfIds(membersOf(raw.body).roleIds) > mostRoles
    ? [{ code: 'InvalidProperty', message: tooMany, target: 'roleIds' }]
    : [];
