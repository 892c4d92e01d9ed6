import { nothingArchived } from '../../api/archive/kind.ts';
import type { Area, Kit } from '../../api/area.ts';
import { jobChangeEndpoints, jobEndpoints } from './endpoints.ts';
import { jobStreams } from './stream.ts';

/** One view over the background work of all APIs. Their own resources stay the authority for their states. */
export function jobsArea({ ports: { jobs } }: Kit): Area {
  const streams = jobStreams(jobs);
  return {
    name: 'jobs',
    apis: [
      {
        name: 'jobs',
        title: 'Jobs',
        version: 1,
        prefix: '/jobs',
        description: 'The background work of all APIs in one view: its progress, its log, cancel and retry.',
        endpoints: [...jobEndpoints(jobs, streams), ...jobChangeEndpoints(jobs)],
        changelog: [{ date: '2026-11-20', text: 'First edition: every operation of the specification.' }],
      },
    ],
    archive: nothingArchived,
    migrations: [],
    stopping: streams.end,
  };
}
