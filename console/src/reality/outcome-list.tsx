import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconCube, IconRefresh, IconX } from '@tabler/icons-react';
import { useChange } from '../ui/change.tsx';
import { TextLink } from '../ui/links.tsx';
import { nameInWords } from '../ui/result-names.ts';
import { isDrawable } from '../ui/stage/reality/drawable.ts';
import { DataMenu } from './data-menu.tsx';
import { reasonOf } from './kinds.ts';
import { type Source, wishText } from './outcomes.ts';
import { repeatConversion } from './queries.ts';
import classes from './reality.module.css';
import type { ConversionJob, Listed } from './shapes.ts';
import { Underway } from './underway.tsx';

interface OutcomesProps extends Source {
  readonly twinId: string;
  readonly all: readonly Listed[];
  readonly mayCreate: boolean;
  readonly onDismiss: (jobId: string) => void;
}

/** What was made of data, what is being made, and what could not be. */
export function Outcomes({ data, results, unfinished, ...props }: OutcomesProps) {
  if (results.length + unfinished.length === 0) return null;
  return (
    <ul className={classes.outcomes} aria-label={`Results of ${nameInWords(data.displayName)}`}>
      {unfinished.map((job) => (
        <li key={job.id}>
          {job.state === 'failed' ? (
            <Failed job={job} {...props} />
          ) : (
            <>
              <Text size="xs">{wishText(job)}</Text>
              <Underway job={job} twinId={props.twinId} mayCancel={props.mayCreate} />
            </>
          )}
        </li>
      ))}
      {results.map((one) => (
        <Result key={one.id} data={one} {...props} />
      ))}
    </ul>
  );
}

type Around = Omit<OutcomesProps, keyof Source>;

function Result({ data, ...props }: Around & { readonly data: Listed }) {
  const name = nameInWords(data.displayName);
  return (
    <li className={classes.head}>
      <TextLink
        to="/twins/$twinId/reality/$dataId"
        params={{ twinId: props.twinId, dataId: data.id }}
        size="xs"
        className={classes.name}
      >
        {isDrawable(data) && <IconCube size={12} aria-hidden style={{ verticalAlign: -2, marginRight: 4 }} />}
        {name}
      </TextLink>
      <DataMenu data={data} {...props} />
    </li>
  );
}

/** A conversion that failed stays, with its reason, until it is tried again or put away. */
function Failed({ job, twinId, mayCreate, ...props }: Around & { readonly job: ConversionJob }) {
  const again = useChange({ run: () => repeatConversion(job), stale: [['reality', twinId]] });
  const what = wishText(job);
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap={4} align="flex-start">
        <Text size="xs" c="var(--mantine-color-error)" role="alert" style={{ overflowWrap: 'anywhere' }}>
          {what} failed: {reasonOf(job)}
        </Text>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={`Dismiss failed conversion to ${what}`}
          onClick={() => props.onDismiss(job.id)}
        >
          <IconX size={14} />
        </ActionIcon>
      </Group>
      {mayCreate && (
        <Button
          size="compact-xs"
          variant="default"
          mt={4}
          leftSection={<IconRefresh size={13} />}
          aria-label={`Try again: ${what}`}
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          Try again
        </Button>
      )}
    </>
  );
}
