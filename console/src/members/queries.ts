import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../platform/client.ts';
import { allOf } from '../platform/paging.ts';
import { settings } from '../platform/settings.ts';
import { accountQuery } from '../twins/queries.ts';

type Shapes = Schemas['accessControl'];
export type Member = Shapes['UserMember'];
export type GroupMember = Shapes['GroupMember'];
export type Group = Shapes['Group'];
export type Role = Shapes['Role'];
export type RoleReference = Shapes['RoleReference'];
export type Invitation = Shapes['Invitation'];

const api = platform.accessControl;
const lookWhileWaitingMs = 2000;

/** The people with roles of their own in a twin, its owners among them. */
export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', id, 'people'],
    queryFn: () =>
      allOf<Member>(async (query) => {
        const call = api.GET('/accesscontrol/twins/{id}/members/users', { params: { path: { id }, query } });
        const { members, _links } = await answerOf(call);
        return { items: members, more: _links.next !== undefined };
      }),
  });

export const groupMembersQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', id, 'group members'],
    queryFn: () =>
      allOf<GroupMember>(async (query) => {
        const call = api.GET('/accesscontrol/twins/{id}/members/groups', { params: { path: { id }, query } });
        const { members, _links } = await answerOf(call);
        return { items: members, more: _links.next !== undefined };
      }),
  });

/** Groups defined in a twin. */
export const groupsQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', id, 'groups'],
    queryFn: async () =>
      (await answerOf(api.GET('/accesscontrol/twins/{id}/groups', { params: { path: { id } } }))).groups,
  });

/** Roles defined in a twin. */
export const rolesQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', id, 'roles'],
    queryFn: async () =>
      (await answerOf(api.GET('/accesscontrol/twins/{id}/roles', { params: { path: { id } } }))).roles,
  });

/** One role, of the twin or of its account. */
export const roleQuery = (id: string, roleId: string) =>
  queryOptions({
    queryKey: ['members', id, 'role', roleId],
    async queryFn() {
      const path = { id, roleId };
      return (await answerOf(api.GET('/accesscontrol/twins/{id}/roles/{roleId}', { params: { path } }))).role;
    },
  });

/** Roles that can be given in a twin: its own, and those of its account where the caller may read them. */
export interface GivableRoles {
  readonly own: readonly Role[];
  /** The Owner of an account owns nothing but the account. */
  readonly ofAccount: readonly Role[];
  /** The twin is an account itself. */
  readonly isAccount: boolean;
}

export const givableRolesQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', id, 'givable roles'],
    async queryFn({ client }): Promise<GivableRoles> {
      const [own, account] = await Promise.all([
        client.fetchQuery(rolesQuery(id)),
        client.fetchQuery(accountQuery(id)),
      ]);
      if (account.id === id) return { own, ofAccount: [], isAccount: true };
      const read = await api.GET('/accesscontrol/twins/{id}/roles', { params: { path: { id: account.id ?? '' } } });
      const ofAccount = (read.data?.roles ?? []).filter(
        (one) => !(one.type === 'Default' && one.displayName === 'Owner'),
      );
      return { own, ofAccount, isAccount: false };
    },
  });

export const invitationsQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', id, 'invitations'],
    queryFn: () =>
      allOf<Invitation>(async (query) => {
        const call = api.GET('/accesscontrol/twins/{id}/members/invitations', { params: { path: { id }, query } });
        const { invitations, _links } = await answerOf(call);
        return { items: invitations, more: _links.next !== undefined };
      }),
    refetchInterval: ({ state }) => (state.data?.some(({ mail }) => mail === 'Waiting') ? lookWhileWaitingMs : false),
  });

/** Where the invited person accepts; it lets in nobody else. */
export const invitationLink = (twinId: string, invitationId: string): string =>
  `${settings.authUrl}/account/invitations/${twinId}/${invitationId}`;

/** Every permission that the platform knows. */
export const knownPermissionsQuery = queryOptions({
  queryKey: ['known permissions'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await answerOf(api.GET('/accesscontrol/twins/permissions'))).permissions,
});

/** Key of everything about the members of a twin. */
export const membersOf = (twinId: string) => ['members', twinId] as const;
