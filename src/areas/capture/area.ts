import type { Area, Kit } from '../../api/area.ts';
import { purgeJobs } from '../../reality-jobs/job.store.ts';
import { capture, prefix } from './api.ts';
import { captureArchive } from './archived-tables.ts';
import { cachesOfTwin, removeCaches } from './cache/store.ts';
import { jobEndpoints } from './job/endpoints.ts';
import { removeOldCaches } from './maintenance.ts';
import { captureJob } from './run/job.ts';
import { captureMigrations } from './tables.ts';
import { workspaceEndpoints } from './workspace/endpoints.ts';
import { purgeWorkspaces } from './workspace/store.ts';

/** Reality Modeling: photos in; oriented photos, point clouds, meshes, orthophotos and height models out. */
export function captureArea(kit: Kit): Area {
  return {
    name: 'capture',
    apis: [
      {
        name: 'capture',
        title: 'Reality Modeling',
        version: 1,
        prefix,
        description:
          'Jobs that make oriented photos, point clouds, meshes, orthophotos and height models of photos. They are grouped in workspaces; what they read and write is reality data.',
        endpoints: [...workspaceEndpoints, ...jobEndpoints],
        changelog: [
          {
            date: '2026-11-27',
            text: '`estimatedUnits` is left out while it is unknown. Parameters of costs may be texts of numbers, as clients send them.',
          },
          { date: '2026-11-22', text: 'First edition.' },
        ],
      },
    ],
    archive: captureArchive,
    migrations: captureMigrations,
    jobs: [captureJob(kit)],
    maintenance: [removeOldCaches(kit)],
    listeners: {
      twins: {
        async purged(tx, twinId) {
          await purgeJobs(tx, capture.name, twinId, kit.ports);
          await removeCaches(tx, await cachesOfTwin(tx, twinId), kit.ports.blobs);
          await purgeWorkspaces(tx, twinId);
        },
      },
    },
  };
}
