import type { Static } from 'typebox';
import { pagingLinks } from '../../../api/query/paging.ts';
import { arrayOf, input, integer, line, optional, output, uuid } from '../../../kernel/schema/shapes.ts';
import { userProperties } from '../member/schema.ts';

const mostEntries = 50;
const name = line({ min: 1, max: 255 });
const description = line({ min: 1, max: 1024 });

/** Group: `members` and `imsGroups` show the first 50, the counts tell of all. */
export const group = output(
  {
    id: uuid(),
    name: line(),
    description: line(),
    members: arrayOf(output({ id: uuid(), userId: uuid(), ...userProperties }, 'GroupUser')),
    imsGroups: arrayOf(line()),
    membersCount: integer(),
    imsGroupsCount: integer(),
  },
  'Group',
);

export const oneGroup = output({ group }, 'GroupResponse');
export const groupList = output({ groups: arrayOf(group), _links: optional(pagingLinks) }, 'GroupsResponse');

export const groupCreate = input({ name, description }, 'GroupCreate');

/** Each list replaces the stored one. */
export const groupUpdate = input(
  {
    name: optional(name),
    description: optional(description),
    members: optional(arrayOf(line({ examples: ['John.Johnson@example.com'] }), { maxItems: mostEntries })),
    imsGroups: optional(arrayOf(line(), { maxItems: mostEntries })),
  },
  'GroupUpdate',
);

/** The published example of a group. */
export const groupExample: Static<typeof group> = {
  id: '149d0860-39e9-4ae9-9b05-0b5dcedd2d4b',
  name: 'Sample Group',
  description: 'This is a group for a sample',
  members: [
    {
      id: '99cf5e21-735c-4598-99eb-fe3940f96353',
      userId: '99cf5e21-735c-4598-99eb-fe3940f96353',
      email: 'John.Johnson@example.com',
      givenName: 'John',
      surname: 'Johnson',
      organization: 'Organization Corp.',
    },
  ],
  imsGroups: ['Sample IMS Group'],
  membersCount: 1,
  imsGroupsCount: 1,
};
