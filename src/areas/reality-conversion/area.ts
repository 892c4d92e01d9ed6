import { nothingArchived } from '../../api/archive/kind.ts';
import type { Area, Kit } from '../../api/area.ts';
import { purgeJobs } from '../../reality-jobs/job.store.ts';
import { conversion, prefix } from './api.ts';
import { jobEndpoints } from './job/endpoints.ts';
import { conversionJob } from './run/job.ts';

/** Reality Conversion: point clouds, meshes and rasters from one format into others, above all into what viewers stream. */
export function realityConversionArea(kit: Kit): Area {
  return {
    name: 'reality-conversion',
    apis: [
      {
        name: 'reality-conversion',
        title: 'Reality Conversion',
        version: 1,
        prefix,
        description:
          'Jobs that convert point clouds, meshes, vector data and orthophotos from one format to another. Inputs and outputs are reality data.',
        endpoints: jobEndpoints,
        changelog: [
          {
            date: '2026-11-27',
            text: '`estimatedUnits` is left out while it is unknown. Parameters of costs may be texts of numbers, as clients send them.',
          },
          { date: '2026-11-22', text: 'First edition.' },
        ],
      },
    ],
    archive: nothingArchived,
    migrations: [],
    jobs: [conversionJob(kit)],
    listeners: { twins: { purged: (tx, twinId) => purgeJobs(tx, conversion.name, twinId, kit.ports) } },
  };
}
