import { Stack } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { More } from '../ui/more.tsx';
import { Page } from '../ui/page.tsx';
import { JobCard } from './job-card.tsx';
import { type JobsOf, jobsQuery } from './queries.ts';

const route = getRouteApi('/twins/$twinId/jobs');

/** The background work in a twin. */
export function TwinJobsPage() {
  const { twinId } = route.useParams();
  return (
    <Page
      title="Jobs"
      about="What the server does for this twin, whoever asked for it. Ended jobs are kept for 30 days."
    >
      <Jobs of={{ twinId }} />
    </Page>
  );
}

/** The background work that one has asked for oneself. */
export function MyJobsPage() {
  return (
    <Page title="My jobs" about="What the server does for you, in every twin. Ended jobs are kept for 30 days.">
      <Jobs of={{}} />
    </Page>
  );
}

function Jobs({ of }: { readonly of: JobsOf }) {
  const query = useInfiniteQuery(jobsQuery(of));
  return (
    <Loaded query={query}>
      {(jobs) =>
        jobs.length === 0 ? (
          <Empty
            icon={IconListCheck}
            title="No jobs"
            text="Work that takes a while, such as changing the roles of many people at once, is here with its progress."
          />
        ) : (
          <>
            <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
              {jobs.map((job) => (
                <JobCard key={job.id} job={job} showTwin={of.twinId === undefined} />
              ))}
            </Stack>
            <More query={query} shown={jobs.length} of="job" many="jobs" />
          </>
        )
      }
    </Loaded>
  );
}
