import { Alert, Badge, List, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircle, IconCircleCheck, IconCircleX, IconLoader2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import classes from '../capture.module.css';
import { isUnderWay, type Job, type Message, progressQuery, queuedQuery } from '../queries.ts';
import { adviceOf, stateColors, stateWords, stepLabel, stepsOf, textOf } from '../words.ts';

export const StateBadge = ({ state }: Pick<Job, 'state'>) => (
  <Badge size="sm" variant="light" tt="none" color={stateColors[state]}>
    {stateWords[state]}
  </Badge>
);

/** How far a job is, and what is being done just now; nothing of one that is not under way. */
export function JobProgress({ job, twinId }: { readonly job: Job; readonly twinId: string }) {
  const client = useQueryClient();
  const goesOn = isUnderWay(job);
  const { data: progress } = useQuery({ ...progressQuery(job.id), enabled: goesOn });
  const { data: queued } = useQuery({ ...queuedQuery(twinId, job.id), enabled: goesOn });
  const isOver = progress?.state === 'Over';
  useEffect(() => {
    if (!goesOn || !isOver) return;
    for (const queryKey of [
      ['capture', twinId],
      ['capture job', job.id],
      ['reality', twinId],
    ])
      void client.invalidateQueries({ queryKey });
  }, [client, goesOn, isOver, twinId, job.id]);
  if (!goesOn) return null;
  const percent = Math.floor(progress?.percentage ?? 0);
  const waits = queued?.state === 'Queued';
  const now = waits
    ? 'Waits for its turn'
    : [stepLabel(progress?.step ?? ''), queued?.message].filter(Boolean).join(': ');
  return (
    <div>
      <Progress.Root size="sm">
        <Progress.Section
          value={percent}
          color="blue"
          aria-label={`Progress of ${job.name}`}
          aria-valuetext={`${percent} percent`}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed" mt={4} role="status">
        {now} · {percent} %
      </Text>
    </div>
  );
}

type StepState = 'done' | 'now' | 'waits';
const signs = { done: IconCircleCheck, now: IconLoader2, waits: IconCircle } as const;
const colors = { done: 'teal', now: 'blue', waits: 'gray' } as const;
const words = { done: 'done', now: 'under way', waits: 'waits' } as const;

/** The steps of a job: those behind it, the one that it is at, and those before it. */
export function JobSteps({ job }: { readonly job: Job }) {
  const { data: progress } = useQuery({ ...progressQuery(job.id), enabled: job.state !== 'unsubmitted', retry: false });
  if (job.state === 'failed' || job.state === 'cancelled') {
    return (
      <Text size="sm">It ended{progress ? ` at ${Math.floor(progress.percentage)} %` : ''}. Nothing was made.</Text>
    );
  }
  const steps = stepsOf(job);
  const at = steps.findIndex(([step]) => step === progress?.step);
  const stateOf = (n: number): StepState => {
    if (job.state === 'success') return 'done';
    if (job.state !== 'active') return 'waits';
    return n < at ? 'done' : n === at ? 'now' : 'waits';
  };
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map(([step, label, about], n) => {
        const state = stateOf(n);
        const Sign = signs[state];
        return (
          <li key={step} aria-current={state === 'now' ? 'step' : undefined}>
            <Sign size={18} color={`var(--mantine-color-${colors[state]}-6)`} aria-label={words[state]} />
            <div>
              <Text size="sm" {...(state === 'now' ? { fw: 600 } : {})}>
                {label}
              </Text>
              <Text size="xs" c="dimmed">
                {about}
              </Text>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** Why a job failed, and what was left out or done otherwise, with what one can do about it. */
export function JobMessages({ job }: { readonly job: Job }) {
  const { errors, warnings } = job.executionInformation ?? {};
  return (
    <>
      {(errors ?? []).length > 0 && (
        <Alert color="red" variant="light" icon={<IconCircleX size={18} />} title="It failed" role="alert" mb="sm">
          <Messages messages={errors ?? []} />
        </Alert>
      )}
      {(warnings ?? []).length > 0 && (
        <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} />} title="Good to know" mb="sm">
          <Messages messages={warnings ?? []} />
        </Alert>
      )}
    </>
  );
}

const Messages = ({ messages }: { readonly messages: readonly Message[] }) => (
  <List size="sm" spacing={4}>
    {messages.map((message) => {
      const advice = adviceOf(message);
      return (
        <List.Item key={`${message.code} ${message.params.join(' ')}`} style={{ overflowWrap: 'anywhere' }}>
          {textOf(message)} {advice}
        </List.Item>
      );
    })}
  </List>
);
