import type { Area, Kit } from '../../api/area.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { purgeJobs } from '../../reality-jobs/job.store.ts';
import { analysis1, analysis2 } from './api.ts';
import { realityAnalysisArchive } from './archived-tables.ts';
import { bucketContainers } from './bucket.ts';
import { detectorEndpoints } from './detector/endpoints.ts';
import { detectorEndpointsV1 } from './detector/endpoints-v1.ts';
import { jobEndpoints } from './job/endpoints.ts';
import { jobEndpointsV1 } from './job/endpoints-v1.ts';
import { analysisJob } from './job/run.ts';
import { removeAwaiting } from './maintenance.ts';
import { analysisMigrations, q } from './tables.ts';
import { prefixes } from './version.ts';

const first = [{ date: '2026-11-22', text: 'First edition.' }];
const changelog1 = [
  { date: '2026-11-27', text: 'Parameters of costs may be texts of numbers, as clients send them.' },
  { date: '2026-11-23', text: '`dataCenter` is one word, as it is published.' },
  ...first,
];
const changelog2 = [
  {
    date: '2026-11-28',
    text: 'Networks in the layouts of exporters, and networks alone: `describe` proposes descriptions, `versions[].runnable` tells what a run at upload has shown. A network that contradicts its description is refused.',
  },
  {
    date: '2026-11-23',
    text: 'Buckets and files are answered under `/reality-modeling`, too. Jobs are not listed by `inputId` and `outputId` any more, as it is published.',
  },
  ...first,
];

/** Reality Analysis: what is in photos, maps and point clouds, found by networks of users and by geometry. */
export function realityAnalysisArea(kit: Kit): Area {
  return {
    name: 'reality-analysis',
    apis: [
      {
        name: 'reality-analysis',
        title: 'Reality Analysis',
        version: 2,
        prefix: prefixes[2],
        description:
          'Analysis of photos, orthophotos, point clouds and meshes, and a library of detectors: networks that somebody trained, with their labels. All invalid input is answered with 400.',
        endpoints: [...jobEndpoints, ...detectorEndpoints],
        changelog: changelog2,
      },
      {
        name: 'reality-analysis',
        title: 'Reality Analysis',
        version: 1,
        prefix: prefixes[1],
        description:
          'The first version: jobs are made, then submitted; detectors are those of version 2 in other shapes.',
        endpoints: [...jobEndpointsV1, ...detectorEndpointsV1],
        changelog: changelog1,
      },
    ],
    mounts: [kit.ports.containers.mount(bucketContainers(kit))],
    archive: realityAnalysisArchive,
    migrations: analysisMigrations,
    jobs: [analysisJob(kit)],
    maintenance: [removeAwaiting(kit)],
    listeners: { twins: { purged: (tx, twinId) => purgeTwin(tx, twinId, kit) } },
  };
}

/** Everything that the area holds of a twin. */
async function purgeTwin(tx: Transaction, twinId: string, { ports }: Kit): Promise<void> {
  for (const { name } of [analysis1, analysis2]) await purgeJobs(tx, name, twinId, ports);
  await tx.run(q.deleteFrom('analysis_buckets').where('twin_id', '=', twinId));
}
