import type { Area, Kit } from '../../api/area.ts';
import { changedElementsArchive } from './archived-tables.ts';
import { comparisonEndpoints } from './comparison/endpoints.ts';
import { compareJob } from './comparison/job.ts';
import { resultMount } from './comparison/result-link.ts';
import { comparisonsWhere, removeComparisons } from './comparison/store.ts';
import { comparisonWatch } from './on-model-changed.ts';
import { changedElementsMigrations, q } from './tables.ts';
import { trackingEndpoints } from './tracking/endpoints.ts';

const api = { name: 'changed-elements', title: 'Changed Elements', prefix: '/changedelements' } as const;

/** Changed elements: what differs between versions of a model. `mostWaitMs`: how long a request of version 1 waits. */
export function changedElementsArea(kit: Kit, mostWaitMs = 60_000): Area {
  const stopping = new AbortController();
  return {
    name: 'changed-elements',
    apis: [
      {
        ...api,
        version: 2,
        description:
          'Which elements of a model differ between two of its changesets, and how. A comparison is computed by a job; its result is one file behind a signed address.',
        endpoints: comparisonEndpoints,
        changelog: [
          {
            date: '2026-11-21',
            text: 'First edition: every operation of the specification; results also have globalIds, oldValues and newValues.',
          },
        ],
      },
      {
        ...api,
        version: 1,
        description: 'The calls of the first version that clients still use. New programs use version 2.',
        endpoints: trackingEndpoints({ mostMs: mostWaitMs, stopping: stopping.signal }),
        changelog: [{ date: '2026-11-21', text: 'First edition: tracking, changesets and comparison.' }],
      },
    ],
    mounts: [resultMount(kit)],
    archive: changedElementsArchive,
    migrations: changedElementsMigrations,
    jobs: [compareJob(kit)],
    stopping: () => stopping.abort(),
    listeners: {
      models: comparisonWatch(kit.ports),
      twins: {
        async purged(tx, twinId) {
          await removeComparisons(tx, await comparisonsWhere(tx, 'twin_id', twinId), kit.ports);
          await tx.run(q.deleteFrom('comparison_tracking').where('twin_id', '=', twinId));
        },
      },
    },
  };
}
