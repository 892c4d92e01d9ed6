import { Button, Group, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../ui/change.tsx';
import { cancelConversion, conversionProgressQuery } from './queries.ts';
import type { ConversionJob } from './shapes.ts';

const steps: Readonly<Record<string, string>> = {
  PrepareStep: 'Waits for its turn',
  Download_Files: 'Reads the files',
  Convert_Files: 'Converts',
  Merge_Files: 'Converts',
  Upload_Files: 'Stores the result',
};

/** How far a conversion is. */
export function Underway({
  job,
  twinId,
  mayCancel,
}: {
  readonly job: ConversionJob;
  readonly twinId: string;
  readonly mayCancel: boolean;
}) {
  const { data: progress } = useQuery(conversionProgressQuery(job.id));
  const cancel = useChange({ run: () => cancelConversion(job.id), stale: [['reality', twinId]] });
  const percent = Math.floor(progress?.percentage ?? 0);
  return (
    <div>
      <Progress.Root size="sm">
        <Progress.Section
          value={percent}
          aria-label={`Conversion of ${job.name}`}
          aria-valuetext={`${percent} percent`}
        />
      </Progress.Root>
      <Group justify="space-between" gap="xs" mt={4}>
        <Text size="xs" c="dimmed" role="status">
          {steps[progress?.step ?? ''] ?? 'Is converted'} · {percent} %
        </Text>
        {mayCancel && (
          <Button size="compact-xs" variant="subtle" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel
          </Button>
        )}
      </Group>
    </div>
  );
}
