import { nothingArchived } from '../../api/archive/kind.ts';
import type { Area } from '../../api/area.ts';
import { userEndpoints } from './user/endpoints.ts';

/** Lookups of users; the authorization server keeps them. */
export function usersArea(): Area {
  return {
    name: 'users',
    apis: [
      {
        name: 'users',
        title: 'Users',
        version: 1,
        prefix: '/users',
        description: 'Find out who people are: yourself, the people you work with, and those of your organization.',
        endpoints: userEndpoints,
        changelog: [
          { date: '2026-11-22', text: 'Service applications search the people of the organization that owns them.' },
          { date: '2026-11-20', text: 'First edition.' },
        ],
      },
    ],
    archive: nothingArchived,
    migrations: [],
  };
}
