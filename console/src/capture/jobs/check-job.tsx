import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { count, millions, unitsText } from '../../ui/format.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { type Job, removeJob, startJob } from '../queries.ts';
import { outputLabel, qualityLabel } from '../words.ts';
import type { Estimate } from './estimate.ts';

interface Props {
  readonly job: Job;
  readonly estimate: Estimate;
  readonly twinId: string;
  /** To what was asked. */
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** What a job will work on and cost, before it starts. It waits if it is not started now. */
export function CheckJob({ job, estimate, twinId, onBack, onDone }: Props) {
  const stale = [['capture', twinId]];
  const start = useChange({ run: () => startJob(job.id), stale, done: onDone, quiet: true });
  const back = useChange({ run: () => removeJob(job.id), stale, done: onBack, quiet: true });
  const { photos, gigaPixels } = estimate;
  const problem = start.error ?? back.error;
  return (
    <Dialog onClose={onDone} title={`Start ${job.name}?`}>
      <Stack gap="sm">
        <Facts
          facts={[
            ['Photos', count(photos)],
            ['Pixels', gigaPixels > 0 ? `${millions(gigaPixels * 1e9)} million` : 'not known'],
            ['What is made', job.jobSettings.outputs.map(({ format }) => outputLabel(format)).join(', ')],
            ['Quality', qualityLabel(job.jobSettings.quality)],
            ['Estimated cost', costText(job.estimatedCost)],
          ]}
        />
        <Text size="xs" c="dimmed">
          The cost is for information: it counts pixels and points. What was really processed stands in the job when it
          is done.
        </Text>
        {photos < 3 && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            At least three photos are needed.
          </Text>
        )}
        {problem ? <ProblemNote error={problem} /> : null}
        <Group justify="space-between">
          <Button variant="subtle" loading={back.isPending} onClick={() => back.mutate()}>
            Back
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={onDone}>
              Later
            </Button>
            <Button leftSection={<IconPlayerPlay size={16} />} loading={start.isPending} onClick={() => start.mutate()}>
              Start
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}

export const costText = (units: number | null | undefined): string | null =>
  units === null || units === undefined ? null : unitsText(units);
