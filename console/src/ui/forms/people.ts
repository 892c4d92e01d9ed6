import { queryOptions } from '@tanstack/react-query';
import { answerOf, platform } from '../../platform/client.ts';
import { allOf } from '../../platform/paging.ts';
import { person } from '../../platform/session.ts';
import { personName } from '../format.ts';

/** Somebody who can be made responsible: a person, or all who have a role. */
export interface Assignable {
  readonly id: string;
  readonly displayName: string;
  readonly isRole: boolean;
}

const api = platform.accessControl;

/** The people and roles of a twin; of those that one may not read, at least oneself. */
export const assignablesQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['assignables', twinId],
    staleTime: 60_000,
    async queryFn(): Promise<Assignable[]> {
      const [people, roles] = await Promise.all([peopleOf(twinId).catch(() => []), rolesOf(twinId).catch(() => [])]);
      const self = { id: person().id, displayName: person().name, isRole: false };
      return [...(people.some(({ id }) => id === self.id) ? [] : [self]), ...people, ...roles];
    },
  });

async function peopleOf(id: string): Promise<Assignable[]> {
  const members = await allOf(async (query) => {
    const call = api.GET('/accesscontrol/twins/{id}/members/users', { params: { path: { id }, query } });
    const { members, _links } = await answerOf(call);
    return { items: members, more: _links.next !== undefined };
  });
  return members.map((one) => ({ id: one.id, displayName: personName(one), isRole: false }));
}

async function rolesOf(id: string): Promise<Assignable[]> {
  const { roles } = await answerOf(api.GET('/accesscontrol/twins/{id}/roles', { params: { path: { id } } }));
  return roles.map((role) => ({ id: role.id, displayName: role.displayName, isRole: true }));
}
