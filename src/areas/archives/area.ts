import type { AreaArchive } from '../../api/archive/kind.ts';
import type { Area, Kit } from '../../api/area.ts';
import { archivesArchive } from './archived-tables.ts';
import { exportEndpoints } from './export/endpoints.ts';
import { exportJob } from './export/job.ts';
import { importEndpoints } from './import/endpoints.ts';
import { checkJob } from './import/job.ts';
import { purgeTwin, removalOfExports, removalOfImports } from './maintenance.ts';
import { archivesMigrations } from './tables.ts';

/** Archives: a twin with everything that belongs to it as one file. `archives`: what other areas put into it. */
export function archivesArea(kit: Kit, archives: readonly AreaArchive[]): Area {
  return {
    name: 'archives',
    apis: [
      {
        name: 'archives',
        title: 'Archives',
        version: 1,
        prefix: '/archives',
        description:
          'A twin with everything that belongs to it as one file: its records, the contents of its files, and the people whom they name. The format is described in docs/archive.md.',
        endpoints: [...exportEndpoints, ...importEndpoints],
        changelog: [
          { date: '2026-11-28', text: 'Imports: an archive is brought in and checked.' },
          { date: '2026-11-27', text: 'First edition: exports.' },
        ],
      },
    ],
    archive: archivesArchive,
    migrations: archivesMigrations,
    jobs: [exportJob(kit, archives), checkJob(kit, archives)],
    maintenance: [removalOfExports(kit), removalOfImports(kit)],
    listeners: { twins: { purged: (tx, twinId) => purgeTwin(tx, twinId, kit) } },
  };
}
