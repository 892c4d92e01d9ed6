import { Type } from 'typebox';
import { arrayOf, dateTime, line, optional, output, uuid } from '../../../kernel/schema/shapes.ts';

const mostIds = 1000;

export const userInfo = output(
  {
    id: uuid(),
    displayName: Type.String(),
    givenName: Type.String(),
    surname: Type.String(),
    email: Type.String(),
    alternateEmail: optional(Type.String()),
    phone: optional(Type.String()),
    organizationName: Type.String({ description: 'Empty for people without an organization.' }),
    city: optional(Type.String()),
    country: Type.String({ description: 'ISO 3166 alpha-2; ZZ when it is not known.' }),
    language: Type.String(),
    createdDateTime: dateTime(),
  },
  'UserInfo',
);

export const userAnswer = output({ user: userInfo }, 'UserAnswer');
export const usersAnswer = output({ users: arrayOf(userInfo) }, 'UsersAnswer');

export const userIds = Type.Array(uuid(), { minItems: 1, maxItems: mostIds, description: 'Ids of users.' });

export const usersQuery = Type.Object({
  $search: line({ min: 1, max: 200, pattern: '\\S', description: 'A part of the e-mail or name, in any case.' }),
});
