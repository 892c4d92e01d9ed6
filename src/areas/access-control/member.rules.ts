import type { RawInput } from '../../kernel/http/endpoint.ts';
import type { Detail } from '../../kernel/http/problem.ts';
import { bodyOf, countOfIds, listOf, objectOf, repeated, tooMany } from './body.rules.ts';
import { mostRoles } from './member.schema.ts';

/** Too many role assignments in all, and the same user or group twice. */
export const checkAdded =
  (key: 'email' | 'groupId') =>
  (raw: RawInput): Detail[] => {
    const members = listOf(bodyOf(raw).members).map(objectOf);
    const assignments = members.reduce((sum, member) => sum + countOfIds(member.roleIds), 0);
    const over: Detail[] =
      assignments > mostRoles ? [{ code: 'InvalidProperty', message: tooMany, target: 'members' }] : [];
    const keys = members.map((member) => member[key]);
    return [...over, ...repeated(keys, (place) => `members[${place}].${key}`)];
  };

/** Too many roles for one member. */
export const checkRoleCount = (raw: RawInput): Detail[] =>
  countOfIds(bodyOf(raw).roleIds) > mostRoles ? [{ code: 'InvalidProperty', message: tooMany, target: 'roleIds' }] : [];
