import { Alert, Badge, Button, Card, Collapse, Group, Progress, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { answerOf, platform } from '../platform/client.ts';
import type { Job } from '../platform/jobs.ts';
import { useLiveJob } from '../platform/live-job.ts';
import { twinQuery } from '../twins/queries.ts';
import { useChange } from '../ui/change.tsx';
import { count, duration } from '../ui/format.ts';
import { LinkButton, TextLink } from '../ui/links.tsx';
import { Time } from '../ui/time.tsx';
import { kindText, modelOf } from './about-job.ts';
import classes from './jobs.module.css';

const colors = { Queued: 'gray', Running: 'blue', Succeeded: 'teal', Failed: 'red', Cancelled: 'gray' } as const;

/** One job: how far it is, how it ended and why, and what can be done. */
export function JobCard({ job: listed, showTwin }: { readonly job: Job; readonly showTwin: boolean }) {
  const job = useLiveJob(listed);
  const [open, { toggle }] = useDisclosure(false);
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" align="flex-start" gap="xs">
        <div className={classes.title}>
          <Group gap="xs">
            <Text fw={600} size="sm" component="h2">
              {job.title}
            </Text>
            <Badge size="sm" variant="light" tt="none" color={colors[job.state]}>
              {job.state}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            {kindText(job.kind)} · <Time iso={job.createdDateTime} />
            {spent(job)}
            {job.attempt > 1 && ` · attempt ${job.attempt} of ${job.maxAttempts}`}
            {showTwin && job.twinId && <TwinName twinId={job.twinId} />}
          </Text>
        </div>
        <Actions job={job} />
      </Group>
      <JobProgress job={job} />
      {job.error && (
        <Alert color="red" variant="light" mt="xs" p="xs" title={job.error.message}>
          <Text size="xs" c="dimmed">
            Code {job.error.code}
          </Text>
        </Alert>
      )}
      {job.log.length > 0 && (
        <>
          <Button
            size="compact-xs"
            variant="subtle"
            mt={4}
            aria-expanded={open}
            onClick={toggle}
            className={classes.toggle}
          >
            {open ? 'Hide the log' : 'Show the log'}
          </Button>
          <Collapse expanded={open}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre className={classes.log} tabIndex={0}>
              {job.log.join('\n')}
            </pre>
          </Collapse>
        </>
      )}
    </Card>
  );
}

function JobProgress({ job }: { readonly job: Job }) {
  const { state, percent, step, message } = job;
  if (state === 'Queued') {
    return (
      <Text size="xs" c="dimmed" mt={4}>
        {job.queuePosition === null ? 'Waits' : `Waits; number ${job.queuePosition} in the queue`}
      </Text>
    );
  }
  if (state !== 'Running') {
    return message ? (
      <Text size="xs" c="dimmed" mt={4}>
        {message}
      </Text>
    ) : null;
  }
  return (
    <>
      <Progress.Root size="sm" mt="xs">
        <Progress.Section
          value={percent ?? 100}
          color="blue"
          animated={percent === null}
          striped={percent === null}
          aria-label={job.title}
          aria-valuetext={percent === null ? amount(job) : `${Math.floor(percent)} percent`}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed" mt={4} role="status">
        {[step, amount(job), percent === null ? null : `${Math.floor(percent)} %`, message].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

/** `120 of 500 elements`; a total that is not known is not guessed. */
function amount({ done, total, unit }: Job): string {
  if (total === null && done === 0) return '';
  const far = total === null ? count(done) : `${count(done)} of ${count(total)}`;
  return unit ? `${far} ${unit}` : far;
}

function spent({ startedDateTime, endedDateTime }: Job): string {
  if (startedDateTime === null || endedDateTime === null) return '';
  return ` · took ${duration((Date.parse(endedDateTime) - Date.parse(startedDateTime)) / 1000)}`;
}

function TwinName({ twinId }: { readonly twinId: string }) {
  const { data } = useQuery(twinQuery(twinId));
  return (
    <>
      {' · '}
      <TextLink to="/twins/$twinId/jobs" params={{ twinId }} fz="xs" underline="always">
        {data?.displayName ?? 'Twin'}
      </TextLink>
    </>
  );
}

function Actions({ job }: { readonly job: Job }) {
  const params = { path: { jobId: job.id } };
  const modelId = modelOf(job);
  const cancel = useChange({
    run: () => answerOf(platform.jobs.POST('/jobs/{jobId}/cancel', { params })),
    stale: [['jobs']],
  });
  const retry = useChange({
    run: () => answerOf(platform.jobs.POST('/jobs/{jobId}/retry', { params })),
    stale: [['jobs']],
  });
  return (
    <Group gap="xs">
      {modelId && job.twinId && (
        <LinkButton
          to="/twins/$twinId/models/$modelId"
          params={{ twinId: job.twinId, modelId }}
          size="compact-sm"
          variant="default"
        >
          Open the model
        </LinkButton>
      )}
      {job.cancellable && (
        <Button size="compact-sm" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      )}
      {job.retryable && (
        <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
          Try again
        </Button>
      )}
    </Group>
  );
}
