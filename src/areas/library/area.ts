import type { Area, Kit } from '../../api/area.ts';
import type { UploadWatch } from '../../kernel/blobs/port.ts';
import { openAnalytics } from './analytics/analytics.ts';
import { startOfImports } from './archive/import.ts';
import { libraryArchive } from './archived-tables.ts';
import { libraryEndpoints } from './endpoints.ts';
import { libraryJobs } from './jobs.ts';
import { abortOverdueUploads, removeOldAnalytics } from './maintenance.ts';
import { libraryMigrations } from './migrations.ts';
import { purgeTwin } from './purge.ts';
import { ensureBrand } from './store/brand.ts';
import { startOfUploads } from './upload/on-uploaded.ts';

/** The library: catalogs of reusable components of an organization. */
export function libraryArea(kit: Kit): Area {
  const analytics = openAnalytics(kit);
  return {
    name: 'library',
    apis: [
      {
        name: 'library',
        title: 'Library',
        version: 1,
        prefix: '/library',
        description:
          "Catalogs of an organization's reusable components (doors, pumps, lamp posts): their design files, pictures, type variations and web links, the vocabularies they refer to, and brands, which show what is published to everybody. The library is that of the caller's organization, or with projectId that of the Account of a twin.",
        endpoints: libraryEndpoints(analytics),
        changelog: [
          { date: '2026-11-27', text: 'Hashtags keep their order, also where one comes twice.' },
          {
            date: '2026-11-22',
            text: 'First edition: every operation of the specification, previews and pictures of components, counts of what they have in common, and catalogs as archives.',
          },
        ],
      },
    ],
    archive: libraryArchive,
    migrations: libraryMigrations,
    jobs: libraryJobs(kit),
    maintenance: [abortOverdueUploads(kit), removeOldAnalytics(kit)],
    ports: { library: { ensureBrand: (tx, brand) => ensureBrand(tx, brand, kit.now()) } },
    listeners: {
      uploads: bothOf(startOfUploads(kit.ports), startOfImports(kit.ports)),
      twins: { purged: (tx, twinId) => purgeTwin(tx, twinId, kit) },
    },
    stop: analytics.flush,
  };
}

const bothOf = (a: UploadWatch, b: UploadWatch): UploadWatch => ({
  async committed(tx, upload) {
    await a.committed(tx, upload);
    await b.committed(tx, upload);
  },
});
