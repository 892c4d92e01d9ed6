import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Side } from '../ui/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { dateTime, duration, plural } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { More } from '../ui/more.tsx';
import { type Run, runsQuery, type Timer } from './queries.ts';
import { stateColors } from './run-states.ts';

interface SideProps {
  readonly twinId: string;
  readonly timer: Timer;
  readonly onClose: () => void;
}

/** The runs of a timer, newest first, with their answers. */
export function RunsSide({ twinId, timer, onClose }: SideProps) {
  const query = useInfiniteQuery(runsQuery(twinId, timer.id));
  return (
    <Side onClose={onClose} title={`History of ${timer.name}`}>
      <Text size="xs" c="dimmed" mb="sm">
        The answers of the last 10 runs that succeeded can be downloaded, by who may use the package.
      </Text>
      <Loaded query={query}>
        {(runs) =>
          runs.length === 0 ? (
            <Empty
              icon={IconHistory}
              title="It has not run yet"
              text="Its first run is at the time that the list names."
            />
          ) : (
            <>
              <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
                {runs.map((run) => (
                  <RunCard key={run.id} run={run} />
                ))}
              </Stack>
              <More query={query} shown={runs.length} of="run" many="runs" />
            </>
          )
        }
      </Loaded>
    </Side>
  );
}

function RunCard({ run }: { readonly run: Run }) {
  const { startedDateTime: from, endedDateTime: to } = run;
  const took = from && to ? duration((Date.parse(to) - Date.parse(from)) / 1000) : null;
  const facts = [run.rows === null ? null : plural(run.rows, 'row'), took].filter(Boolean).join(' in ');
  return (
    <Card component="li" withBorder padding="xs">
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm" fw={500}>
            {dateTime(run.scheduledDateTime)}{' '}
            <Badge size="sm" variant="light" tt="none" color={stateColors[run.state]}>
              {run.state}
            </Badge>
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[facts, run.message].filter(Boolean).join('; ')}
          </Text>
        </div>
        {run.result && (
          <Button
            component="a"
            href={run.result.href}
            download
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} />}
            aria-label={`Download the answer of ${dateTime(run.scheduledDateTime)}`}
          >
            Download
          </Button>
        )}
      </Group>
    </Card>
  );
}
