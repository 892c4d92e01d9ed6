import type { Area, Kit } from '../../api/area.ts';
import { createAccount } from './account.ts';
import { twinsArchive } from './archived-tables.ts';
import { exportEndpoints } from './export/endpoints.ts';
import { exportJob } from './export/job.ts';
import { imageEndpoints } from './image/endpoints.ts';
import { listEndpoints } from './list/endpoints.ts';
import { purgeDeletedTwins, purgeTwin, removeOldExports } from './maintenance.ts';
import { twinsOf } from './ports.ts';
import { repositoryEndpoints } from './repository/endpoints.ts';
import { repositoryResourceEndpoints } from './repository/resource-endpoints.ts';
import { twinMigrations } from './tables.ts';
import { twinEndpoints } from './twin/endpoints.ts';

/** Twins: the things that digital twins are of, their hierarchy, and the lists by which people find them. */
export function twinsArea(kit: Kit): Area {
  return {
    name: 'twins',
    apis: [
      {
        name: 'twins',
        title: 'Twins',
        version: 1,
        prefix: '/twins',
        description:
          'Create, find and describe the twins of accounts: portfolios, assets, programs, projects and work packages, with favorites, recents, images, repositories and exports.',
        endpoints: [
          ...twinEndpoints,
          ...listEndpoints,
          ...imageEndpoints,
          ...repositoryEndpoints,
          ...repositoryResourceEndpoints,
          ...exportEndpoints,
        ],
        changelog: [
          {
            date: '2026-11-27',
            text: 'With a test token a twin below an Account is a new sandbox. Too many of them: 422, ResourceQuotaExceeded.',
          },
          {
            date: '2026-11-27',
            text: 'Resources of a generated repository are 403 to members who may not read its data; they were 404.',
          },
          {
            date: '2026-11-27',
            text: 'In exports as CSV an apostrophe stands before texts that spreadsheets would take for formulas.',
          },
          {
            date: '2026-11-27',
            text: 'The request of an export has the members that were given; the others are left out, where they were null.',
          },
          {
            date: '2026-11-27',
            text: 'GET of a resource in an unknown repository says that the repository is unknown: `twinRepositoryNotFound`.',
          },
          {
            date: '2026-11-22',
            text: 'A filter never reaches beyond what its caller may see. URL templates need no options. A resource in an unknown repository is an unknown resource; two of one repository have different names.',
          },
          { date: '2026-11-20', text: 'First edition: every operation of the specification.' },
        ],
      },
    ],
    archive: twinsArchive,
    migrations: twinMigrations,
    jobs: [exportJob(kit)],
    maintenance: [removeOldExports(kit), purgeDeletedTwins(kit)],
    ports: { twins: twinsOf(kit) },
    listeners: {
      twins: { purged: (tx, twinId) => purgeTwin(tx, twinId, kit) },
      organizations: {
        async created(tx, { id, name }) {
          const owner = { name, organizationId: id, userId: null };
          await createAccount(tx, owner, kit.ports.access.admitCreator, kit.now());
        },
      },
    },
  };
}
