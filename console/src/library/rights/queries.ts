import { queryOptions } from '@tanstack/react-query';
import { answerOf, platform } from '../../platform/client.ts';

const api = platform.accessControl;

/** What somebody needs for which work in the library. */
export const permissions = [
  ['library_read', 'See the library'],
  ['library_upload', 'Add components, variations and design files'],
  ['library_write', 'Change and delete, and make catalogs and words'],
  ['library_view_analytics', 'See how the library is used'],
] as const;

/** The administrators of an account, to be asked: those who may let others in. */
export const administratorsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['library', 'administrators', accountId],
    retry: false,
    async queryFn() {
      const params = { path: { id: accountId }, query: { $top: 100, $skip: 0 } };
      const { members } = await answerOf(api.GET('/accesscontrol/twins/{id}/members/users', { params }));
      return members.filter(({ roles }) =>
        roles.some(({ displayName }) => /owner|administrator/i.test(displayName ?? '')),
      );
    },
  });

/** Gives somebody of the organization a role on its account; others are invited. */
export const giveRole = (accountId: string, email: string, roleId: string) =>
  answerOf(
    api.POST('/accesscontrol/twins/{id}/members/users', {
      params: { path: { id: accountId } },
      body: { members: [{ email, roleIds: [roleId] }] },
    }),
  );
