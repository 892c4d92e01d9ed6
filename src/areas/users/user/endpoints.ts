import { anyCaller } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { fail, problems } from '../../../api/http/problem.ts';
import type { User } from '../../../kernel/callers/people.ts';
import { invalidUsers } from '../errors.ts';
import { userAnswer, userIds, usersAnswer, usersQuery } from './schema.ts';
import { userView } from './view.ts';

const example = {
  id: '7f1d6e0c-8a5c-4b1e-9f0e-0b6c1a2d3e4f',
  displayName: 'Ada Larsen',
  givenName: 'Ada',
  surname: 'Larsen',
  email: 'ada.larsen@example.com',
  organizationName: 'Bridges Ltd',
  country: 'NO',
  language: 'en',
  createdDateTime: '2026-11-20T10:00:00.000Z',
};

/** Who people are: themselves, people one works with, and the people of the own organization. */
export const userEndpoints = [
  endpoint({
    id: 'users.getMe',
    method: 'GET',
    path: '/users/me',
    title: 'Get me',
    description: 'The caller; of a service application, its own user.',
    access: anyCaller,
    answers: { 200: json(userAnswer, 'The caller.', { user: example }) },
    async run(_input, { caller, db, ports }) {
      const [user] = await ports.people.byIds(db, [caller.userId]);
      return user ? reply(200, { user: userView(user) }) : fail(problems.unauthorized);
    },
  }),

  endpoint({
    id: 'users.getUsersByIds',
    method: 'POST',
    path: '/users/getbyidlist',
    title: 'Get users by ids',
    description:
      'Users by their ids, in the order asked for. Unknown ones are left out, and those who share neither the organization nor a twin with the caller.',
    access: anyCaller,
    changes: 'nothing',
    body: userIds,
    invalid: invalidUsers,
    answers: { 200: json(usersAnswer, 'Those who are known to the caller.', { users: [example] }) },
    async run({ body }, context) {
      const ids = [...new Set(body.map((id) => id.toLowerCase()))];
      const known = new Map((await knownUsers(context, ids)).map((user) => [user.id, user]));
      return reply(200, { users: ids.flatMap((id) => known.get(id) ?? []).map(userView) });
    },
  }),

  endpoint({
    id: 'users.searchUsers',
    method: 'GET',
    path: '/users/',
    title: 'Search users',
    description:
      'People of the own organization, of a service application the one that owns it, whose e-mail or name contains the text; at most 100.',
    access: anyCaller,
    query: usersQuery,
    invalid: invalidUsers,
    answers: { 200: json(usersAnswer, 'By name.', { users: [example] }) },
    async run({ query }, { caller, db, ports }) {
      const { organizationId } = caller;
      const users = organizationId === null ? [] : await ports.people.search(db, organizationId, query.$search);
      return reply(200, { users: users.map(userView) });
    },
  }),
];

async function knownUsers({ caller, db, ports }: Context, ids: string[]): Promise<User[]> {
  const users = await ports.people.byIds(db, ids);
  const near = (user: User) =>
    user.id === caller.userId || (caller.organizationId !== null && user.organizationId === caller.organizationId);
  const far = users.filter((user) => !near(user));
  const shared = far.length === 0 ? new Set<string>() : await ports.access.sharesTwin(db, caller, far);
  return users.filter((user) => near(user) || shared.has(user.id));
}
