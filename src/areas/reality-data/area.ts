import type { Area, Kit } from '../../api/area.ts';
import { realityJobMigrations } from '../../reality-jobs/tables.ts';
import { realityDataArchive } from './archived-tables.ts';
import { dataContainers } from './container.ts';
import { dataEndpoints } from './data/endpoints.ts';
import { dataItems, twinPurged } from './on-file-changed.ts';
import { dataForJobs } from './port.ts';
import { realityRepository } from './repository.ts';
import { realityMigrations } from './tables.ts';
import { twinsEndpoints } from './twins/endpoints.ts';

/** Reality data: folders and files of Storage that hold photos, point clouds, meshes and maps. */
export function realityDataArea(kit: Kit): Area {
  return {
    name: 'reality-data',
    apis: [
      {
        name: 'reality-data',
        title: 'Reality Data',
        version: 1,
        prefix: '/reality-management',
        description:
          'Photos, point clouds, meshes, maps and what else was measured of a place. Each is a folder or file of Storage that is described here; its files are read and written by signed addresses that clients of block blobs understand.',
        endpoints: [...dataEndpoints, ...twinsEndpoints],
        changelog: [
          { date: '2026-11-23', text: 'Photos as pictures that browsers draw.' },
          { date: '2026-11-22', text: 'First edition.' },
        ],
      },
    ],
    mounts: [kit.ports.containers.mount(dataContainers(kit))],
    archive: realityDataArchive,
    migrations: [...realityMigrations, ...realityJobMigrations],
    ports: { realityData: dataForJobs(kit) },
    listeners: { files: dataItems, twins: { purged: twinPurged } },
    repositories: [realityRepository(kit)],
  };
}
