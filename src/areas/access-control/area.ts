import type { Area, Kit } from '../../api/area.ts';
import { accessControlArchive } from './archived-tables.ts';
import { groupEndpoints } from './group/endpoints.ts';
import { invitationEndpoints } from './invitation/endpoints.ts';
import { groupInvitationEndpoints } from './invitation/group-endpoints.ts';
import { jobEndpoints } from './job/endpoints.ts';
import { membersJob } from './job/run.ts';
import { purgeTwin, removeExpired, removeMissingUsers } from './maintenance.ts';
import { groupMemberEndpoints } from './member/group-endpoints.ts';
import { ownerEndpoints } from './member/owner-endpoints.ts';
import { userMemberEndpoints } from './member/user-endpoints.ts';
import { accessControl } from './ports.ts';
import { roleEndpoints } from './role/endpoints.ts';
import { shareEndpoints } from './share/endpoints.ts';
import { accessControlMigrations } from './tables.ts';

/** Access Control: who is in a twin, and what they may do there. */
export function accessControlArea(kit: Kit): Area {
  return {
    name: 'access-control',
    apis: [
      {
        name: 'access-control',
        title: 'Access Control',
        version: 2,
        prefix: '/accesscontrol',
        description:
          'Members, owners, groups, roles and invitations of twins and accounts, and what their permissions allow. Roles and groups of an account can be used on every twin of the account; what is assigned counts on the twin where it is assigned only.',
        endpoints: [
          ...roleEndpoints,
          ...userMemberEndpoints,
          ...ownerEndpoints,
          ...groupMemberEndpoints,
          ...invitationEndpoints,
          ...groupEndpoints,
          ...groupInvitationEndpoints,
          ...shareEndpoints,
          ...jobEndpoints,
        ],
        changelog: [
          { date: '2026-11-22', text: 'Invitations tell what has become of their mail: `mail`.' },
          { date: '2026-11-20', text: 'First edition: every operation of the specification.' },
        ],
      },
    ],
    archive: accessControlArchive,
    migrations: accessControlMigrations,
    jobs: [membersJob(kit)],
    maintenance: [removeExpired(kit), removeMissingUsers(kit)],
    ports: { access: accessControl(kit) },
    listeners: { twins: { purged: purgeTwin } },
  };
}
