import { Badge, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Job } from '../../platform/jobs.ts';
import { useLiveJob } from '../../platform/live-job.ts';
import { type Analysis, isUnderWay, type State } from '../analysis.ts';
import { progressQuery, runsQuery } from '../queries.ts';

const words: Readonly<Record<State, readonly [text: string, color: string]>> = {
  open: ['Not started', 'gray'],
  waiting: ['Waits', 'gray'],
  running: ['Is running', 'blue'],
  stopping: ['Is being stopped', 'gray'],
  done: ['Done', 'teal'],
  failed: ['Failed', 'red'],
  cancelled: ['Cancelled', 'gray'],
};

export const StateBadge = ({ state }: { readonly state: State }) => (
  <Badge size="sm" variant="light" tt="none" color={words[state][1]}>
    {words[state][0]}
  </Badge>
);

/** How far an analysis is, and what it does just now. */
export function AnalysisProgress({ analysis, twinId }: { readonly analysis: Analysis; readonly twinId: string }) {
  const under = isUnderWay(analysis);
  const percent = useQuery({ ...progressQuery(analysis), enabled: under }).data ?? 0;
  const runs = useQuery({ ...runsQuery(twinId), enabled: under }).data;
  if (!under) return null;
  const run = runs?.find((one) => one._links.resource?.href.includes(analysis.id));
  return run ? <Live job={run} percent={percent} /> : <Bar percent={percent} text={words[analysis.state][0]} />;
}

function Live({ job: listed, percent }: { readonly job: Job; readonly percent: number }) {
  const job = useLiveJob(listed);
  const text = job.state === 'Queued' ? 'Waits for its turn' : [job.step, job.message].filter(Boolean).join(' · ');
  return <Bar percent={Math.max(percent, job.percent ?? 0)} text={text || 'Begins'} />;
}

function Bar({ percent, text }: { readonly percent: number; readonly text: string }) {
  const whole = Math.floor(percent);
  return (
    <div>
      <Progress.Root size="sm" mt="xs">
        <Progress.Section value={whole} aria-label="The analysis" aria-valuetext={`${whole} percent`} />
      </Progress.Root>
      <Text size="xs" c="dimmed" mt={4} role="status">
        {text} · {whole} %
      </Text>
    </div>
  );
}
