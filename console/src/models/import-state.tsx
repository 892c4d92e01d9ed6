import { Alert, Badge, Button, Group, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Job } from '../platform/jobs.ts';
import { useLiveJob } from '../platform/live-job.ts';
import { useChange } from '../ui/change.tsx';
import { count } from '../ui/format.ts';
import { type Changeset, changeImport, importsQuery } from './queries.ts';

const colors = { Importing: 'blue', Ready: 'teal', Failed: 'red' } as const;

export const StateBadge = ({ state }: Pick<Changeset, 'state'>) => (
  <Badge size="sm" variant="light" tt="none" color={colors[state]}>
    {state}
  </Badge>
);

/** How far the import of a version is, as the server tells it. */
export function ImportProgress({ twinId, changesetId }: { readonly twinId: string; readonly changesetId: string }) {
  const job = useQuery(importsQuery(twinId)).data?.get(changesetId);
  return job ? <Live job={job} /> : <Waiting text="Waits for its import" />;
}

function Live({ job: listed }: { readonly job: Job }) {
  const job = useLiveJob(listed);
  if (job.state === 'Queued') {
    return <Waiting text={job.queuePosition === null ? 'Waits' : `Waits; number ${job.queuePosition} in the queue`} />;
  }
  const far = job.total === null ? null : `${count(job.done)} of ${count(job.total)} ${job.unit ?? ''}`;
  const percent = job.percent === null ? null : Math.floor(job.percent);
  return (
    <>
      <Progress.Root size="sm" mt="xs">
        <Progress.Section
          value={percent ?? 100}
          color="blue"
          animated={percent === null}
          striped={percent === null}
          aria-label={job.title}
          aria-valuetext={percent === null ? (job.step ?? 'Begins') : `${percent} percent`}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed" mt={4} role="status">
        {[job.step, far, percent === null ? null : `${percent} %`, job.message].filter(Boolean).join(' · ') || 'Begins'}
      </Text>
    </>
  );
}

const Waiting = ({ text }: { readonly text: string }) => (
  <Text size="xs" c="dimmed" mt={4} role="status">
    {text}
  </Text>
);

type Fault = NonNullable<Changeset['error']>;

/** Why a version could not be read, and where in the file. */
export const ImportFault = ({ error }: { readonly error: Fault }) => (
  <Alert color="red" variant="light" mt="xs" p="xs" title={error.reason}>
    <Text size="xs">
      {error.line ? `Line ${count(error.line)} of the file. ` : ''}
      The file itself is kept as it was uploaded. Upload a corrected one as a new version.
    </Text>
  </Alert>
);

/** Ends a running import, or tries a failed one again. */
export function ImportActions(props: {
  readonly modelId: string;
  readonly twinId: string;
  readonly changesetId: string;
  readonly state: Changeset['state'];
}) {
  const { modelId, twinId, changesetId } = props;
  const stale = [
    ['models', twinId],
    ['model', modelId],
    ['jobs', twinId],
  ] as const;
  const cancel = useChange({ run: () => changeImport(modelId, changesetId, 'cancel'), stale });
  const retry = useChange({ run: () => changeImport(modelId, changesetId, 'retry'), stale });
  if (props.state === 'Ready') return null;
  const change = props.state === 'Importing' ? cancel : retry;
  return (
    <Group gap="xs">
      <Button size="compact-sm" variant="default" loading={change.isPending} onClick={() => change.mutate()}>
        {props.state === 'Importing' ? 'Cancel' : 'Try again'}
      </Button>
    </Group>
  );
}
