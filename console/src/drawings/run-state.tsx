import { Badge, Progress, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Job } from '../platform/jobs.ts';
import { useLiveJob } from '../platform/live-job.ts';
import { goesOn, type Input, type Run, runJobQuery } from './queries.ts';

const colors = { queued: 'gray', inProgress: 'blue', completed: 'teal', failed: 'red', canceled: 'gray' } as const;
const words = {
  queued: 'Waits',
  inProgress: 'Is being read',
  completed: 'Read',
  failed: 'Failed',
  canceled: 'Cancelled',
} as const;

export const RunBadge = ({ run }: { readonly run: Run | null }) => (
  <Badge size="sm" variant="light" tt="none" color={run ? colors[run.status] : 'gray'}>
    {run ? words[run.status] : 'Not read yet'}
  </Badge>
);

/** How far a run is, as the server tells it; what it has made is asked for when it is over. */
export function RunProgress(props: {
  readonly twinId: string;
  readonly inferenceId: string;
  readonly run: Run | null;
}) {
  const { twinId, inferenceId, run } = props;
  const client = useQueryClient();
  const under = goesOn(run);
  const job = useQuery({ ...runJobQuery(twinId, inferenceId), enabled: under }).data;
  const status = run?.status;
  useEffect(() => {
    if (status) void client.invalidateQueries({ queryKey: ['drawing', inferenceId, 'results'] });
    if (status) void client.invalidateQueries({ queryKey: ['drawing', inferenceId, 'metadata'] });
  }, [client, inferenceId, status]);
  if (!under) return null;
  return job ? <Live job={job} /> : <Bar percent={Math.floor((run?.progress ?? 0) * 100)} text="Waits" />;
}

function Live({ job: listed }: { readonly job: Job }) {
  const job = useLiveJob(listed);
  const far = job.total === null ? null : `${job.done} of ${job.total} ${job.unit ?? ''}`;
  const text = job.state === 'Queued' ? 'Waits' : [job.step, far, job.message].filter(Boolean).join(' · ');
  return <Bar percent={job.percent === null ? null : Math.floor(job.percent)} text={text || 'Begins'} />;
}

const Bar = ({ percent, text }: { readonly percent: number | null; readonly text: string }) => (
  <>
    <Progress.Root size="sm" mt="xs">
      <Progress.Section
        value={percent ?? 100}
        color="blue"
        animated={percent === null}
        aria-label="Reading the drawings"
        aria-valuetext={percent === null ? text : `${percent} percent`}
      />
    </Progress.Root>
    <Text size="xs" c="dimmed" mt={4} role="status">
      {text}
    </Text>
  </>
);

/** What a set of drawings is called: after its files. */
export function titleOf(inputs: readonly Pick<Input, 'filename'>[] | undefined): string {
  const [first, ...more] = inputs ?? [];
  if (first === undefined) return 'Drawings without files';
  return more.length === 0 ? first.filename : `${first.filename} and ${more.length} more`;
}
