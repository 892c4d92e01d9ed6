import { Progress, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, platform } from '../../platform/client.ts';
import type { Job } from '../../platform/jobs.ts';
import { useLiveJob } from '../../platform/live-job.ts';

const lookEveryMs = 2000;

const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', 'one', jobId],
    queryFn: async () => (await answerOf(platform.jobs.GET('/jobs/{jobId}', { params: { path: { jobId } } }))).job,
    refetchInterval: lookEveryMs,
  });

/** How far a calculation is, as the server tells it. */
export function JobProgress({ jobId }: { readonly jobId: string }) {
  const { data } = useQuery(jobQuery(jobId));
  return data ? <Live job={data} /> : null;
}

function Live({ job: listed }: { readonly job: Job }) {
  const { state, step, message, percent } = useLiveJob(listed);
  return (
    <>
      <Progress
        value={percent ?? 100}
        animated={state === 'Running' && percent === null}
        striped={percent === null}
        size="sm"
        mt="xs"
        aria-label="Calculating"
      />
      <Text size="xs" c="dimmed" mt={4} role="status">
        {state === 'Queued' ? (step ?? message ?? 'Waits for its turn') : [step, message].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}
