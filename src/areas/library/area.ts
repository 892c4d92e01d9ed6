import type { Area, Kit } from '../../kernel/area.ts';
import { analyticsEndpoints } from './analytics.endpoints.ts';
import { openAnalytics } from './analytics.ts';
import { brandEndpoints } from './brand.endpoints.ts';
import { ensureBrand } from './brand.store.ts';
import { catalogEndpoints } from './catalog.endpoints.ts';
import { componentEndpoints } from './component.endpoints.ts';
import { allDocumentEndpoints } from './document.endpoints.ts';
import { libraryMigrations } from './migrations.ts';
import { previewJob } from './preview/job.ts';
import { purgeTwin } from './purge.ts';
import { allTermEndpoints } from './term.endpoints.ts';
import { abortOverdueUploads, removeOldAnalytics } from './upkeep.ts';
import { uploadJob } from './upload/job.ts';
import { startOfUploads } from './upload/watch.ts';
import { uploadEndpoints } from './upload.endpoints.ts';
import { variationEndpoints } from './variation.endpoints.ts';
import { allWebLinkEndpoints } from './weblink.endpoints.ts';

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
        endpoints: [
          ...allTermEndpoints,
          ...catalogEndpoints,
          ...componentEndpoints(analytics),
          ...allDocumentEndpoints(analytics),
          ...variationEndpoints,
          ...allWebLinkEndpoints,
          ...uploadEndpoints,
          ...brandEndpoints(analytics),
          ...analyticsEndpoints(analytics),
        ],
        changelog: [
          {
            date: '2026-11-22',
            text: 'First edition: every operation of the specification, and previews of components.',
          },
        ],
      },
    ],
    migrations: libraryMigrations,
    jobs: [uploadJob(kit), previewJob(kit)],
    maintenance: [abortOverdueUploads(kit), removeOldAnalytics(kit)],
    ports: { library: { ensureBrand: (tx, brand) => ensureBrand(tx, brand, kit.now()) } },
    watches: {
      uploads: startOfUploads(kit.ports),
      twins: { purged: (tx, twinId) => purgeTwin(tx, twinId, kit) },
    },
    stop: analytics.flush,
  };
}
