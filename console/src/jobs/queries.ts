import { infiniteQueryOptions } from '@tanstack/react-query';
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
