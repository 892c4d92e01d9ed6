import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../platform/client.ts';
import { isUnderWay } from '../platform/jobs.ts';

export interface JobsOf {
  /** Absent: one's own, wherever they are. */
  readonly twinId?: string;
}

const lookEveryMs = 5000;
const lookWhileBusyMs = 2000;

/** Jobs, newest first. New ones are looked for again and again; what runs is followed by its stream besides. */
export const jobsQuery = ({ twinId }: JobsOf) =>
  infiniteQueryOptions({
    queryKey: ['jobs', twinId ?? 'mine'],
    initialPageParam: '',
    async queryFn({ pageParam: continuationToken }) {
      const query = { ...(twinId ? { twinId } : {}), ...(continuationToken ? { continuationToken } : {}), $top: 50 };
      const { jobs, _links } = await answerOf(platform.jobs.GET('/jobs/', { params: { query } }));
      const next = _links.next && new URL(_links.next.href).searchParams;
      return { jobs, next: next?.get('continuationToken') ?? next?.get('$continuationToken') ?? undefined };
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ jobs }) => jobs),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ jobs }) => jobs.some(isUnderWay)) ? lookWhileBusyMs : lookEveryMs,
  });

/** How many jobs of a twin run or wait; `more` where there are further ones. */
export const runningJobsQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['jobs', twinId, 'running'],
    async queryFn() {
      const query = { twinId, state: ['Queued', 'Running'] satisfies Schemas['jobs']['Job']['state'][], $top: 1000 };
      const { jobs, _links } = await answerOf(platform.jobs.GET('/jobs/', { params: { query } }));
      return { jobs: jobs.length, more: _links.next !== undefined };
    },
    refetchInterval: ({ state }) => (state.data?.jobs ? lookWhileBusyMs : lookEveryMs),
  });
