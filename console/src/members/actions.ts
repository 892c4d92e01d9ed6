import { answerOf, platform } from '../platform/client.ts';

const api = platform.accessControl;
const at = (id: string) => ({ params: { path: { id } } });

export interface Invited {
  readonly emails: readonly string[];
  readonly roleIds: string[];
  readonly message: string;
}

/** Adds people of the own organization, and invites all others. */
export const invite = (twinId: string, { emails, roleIds, message }: Invited) => {
  const members = emails.map((email) => ({ email, roleIds }));
  const body = { members, ...(message ? { customMessage: message } : {}) };
  return answerOf(api.POST('/accesscontrol/twins/{id}/members/users', { ...at(twinId), body }));
};

export const setRoles = (id: string, memberId: string, roleIds: string[]) =>
  answerOf(
    api.PATCH('/accesscontrol/twins/{id}/members/users/{memberId}', {
      params: { path: { id, memberId } },
      body: { roleIds },
    }),
  );

export const removeMember = (id: string, memberId: string) =>
  answerOf(api.DELETE('/accesscontrol/twins/{id}/members/users/{memberId}', { params: { path: { id, memberId } } }));

export const withdraw = (id: string, invitationId: string) =>
  answerOf(
    api.DELETE('/accesscontrol/twins/{id}/members/invitations/{invitationId}', {
      params: { path: { id, invitationId } },
    }),
  );

export interface RoleFields {
  readonly displayName: string;
  readonly description: string;
  readonly permissions: string[];
}

export function saveRole(id: string, roleId: string | undefined, body: RoleFields) {
  if (roleId === undefined) return answerOf(api.POST('/accesscontrol/twins/{id}/roles', { ...at(id), body }));
  return answerOf(api.PATCH('/accesscontrol/twins/{id}/roles/{roleId}', { params: { path: { id, roleId } }, body }));
}

export const removeRole = (id: string, roleId: string) =>
  answerOf(api.DELETE('/accesscontrol/twins/{id}/roles/{roleId}', { params: { path: { id, roleId } } }));

export interface GroupFields {
  readonly name: string;
  readonly description: string;
  readonly members: string[];
  readonly imsGroups: string[];
}

export const createGroup = async (id: string, { name, description }: GroupFields): Promise<string> =>
  (await answerOf(api.POST('/accesscontrol/twins/{id}/groups', { ...at(id), body: { name, description } }))).group.id;

export const changeGroup = (id: string, groupId: string, body: GroupFields) =>
  answerOf(api.PATCH('/accesscontrol/twins/{id}/groups/{groupId}', { params: { path: { id, groupId } }, body }));

export const removeGroup = (id: string, groupId: string) =>
  answerOf(api.DELETE('/accesscontrol/twins/{id}/groups/{groupId}', { params: { path: { id, groupId } } }));

/** Gives a group roles in a twin: it becomes a member, changes, or with none is one no longer. */
export async function setGroupRoles(id: string, groupId: string, roleIds: string[], member: boolean): Promise<void> {
  const path = { id, groupId };
  if (!member) {
    const body = { members: [{ groupId, roleIds }] };
    await answerOf(api.POST('/accesscontrol/twins/{id}/members/groups', { ...at(id), body }));
  } else if (roleIds.length > 0) {
    await answerOf(
      api.PATCH('/accesscontrol/twins/{id}/members/groups/{groupId}', { params: { path }, body: { roleIds } }),
    );
  } else await answerOf(api.DELETE('/accesscontrol/twins/{id}/members/groups/{groupId}', { params: { path } }));
}
