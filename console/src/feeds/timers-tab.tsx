import { Badge, Button, Card, Group, Menu, Switch, Text } from '@mantine/core';
import { IconAlarm, IconHistory, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import classes from '../ui/card-list.module.css';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Empty } from '../ui/empty.tsx';
import { dateTime } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Time } from '../ui/time.tsx';
import { removeTimer, toggleTimer } from './actions.ts';
import { cronWords } from './cron.ts';
import { feedsOf, type Timer, type TimerWithTimes, timersQuery } from './queries.ts';
import { Refused } from './refused.tsx';
import { stateColors } from './run-states.ts';
import { RunsSide } from './runs-side.tsx';
import { TimerDialog } from './timer-dialog.tsx';

/** What is asked again and again, and kept. */
export function TimersTab({ twinId }: { readonly twinId: string }) {
  const query = useQuery(timersQuery(twinId));
  const [creating, create] = useState(false);
  const [looked, look] = useState<Timer>();
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => create(true)}>
      New timer
    </Button>
  );
  return (
    <>
      <Refused query={query} what="timers" whoever="manages the timers of this twin">
        <Group justify="space-between" mb="sm">
          <Text size="sm" c="dimmed" maw={560}>
            A timer asks a package at fixed times and keeps the answers, as who made it and with their rights.
          </Text>
          {query.data && query.data.length > 0 && add}
        </Group>
        <Loaded query={query}>
          {(timers) =>
            timers.length === 0 ? (
              <Empty
                icon={IconAlarm}
                title="No timers yet"
                text="Have the doors of all models fetched every night; each answer can be downloaded for some time."
              >
                {add}
              </Empty>
            ) : (
              <ul className={classes.list}>
                {timers.map((one) => (
                  <TimerCard key={one.timer.id} twinId={twinId} of={one} onHistory={() => look(one.timer)} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Refused>
      {creating && <TimerDialog twinId={twinId} onClose={() => create(false)} />}
      {looked && <RunsSide twinId={twinId} timer={looked} onClose={() => look(undefined)} />}
    </>
  );
}

interface OfTimer {
  readonly twinId: string;
  readonly of: TimerWithTimes;
  readonly onHistory: () => void;
}

function TimerCard({ twinId, of: { timer, times }, onHistory }: OfTimer) {
  return (
    <Card component="li" withBorder padding="sm">
      <div className={classes.head}>
        <div className={classes.name}>
          <Text component="h2" fw={600} size="sm">
            {timer.name}
          </Text>
          <Text size="xs" c="dimmed">
            {[cronWords(timer.cronStr), asked(timer), times?.createdByName && `as ${times.createdByName}`]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        <Group gap="xs">
          <OnSwitch twinId={twinId} timer={timer} />
          <Button size="xs" variant="default" leftSection={<IconHistory size={14} />} onClick={onHistory}>
            History
          </Button>
          <TimerMenu twinId={twinId} timer={timer} />
        </Group>
      </div>
      {times && <Times times={times} enabled={timer.enabled} />}
    </Card>
  );
}

const asked = ({ parameters }: Timer): string | undefined =>
  parameters?.find(({ name }) => name === 'entitySet')?.value;

function Times({
  times: { nextDateTime, lastRun },
  enabled,
}: {
  readonly times: NonNullable<TimerWithTimes['times']>;
  readonly enabled: boolean;
}) {
  return (
    <Group gap="md" mt={6}>
      <Text size="xs">
        {nextDateTime ? (
          <>
            Next: {dateTime(nextDateTime)} (<Time iso={nextDateTime} />)
          </>
        ) : enabled ? (
          'Never runs again'
        ) : (
          'Switched off'
        )}
      </Text>
      {lastRun && (
        <Text size="xs" component="div" style={{ overflowWrap: 'anywhere' }}>
          Last: <Time iso={lastRun.scheduledDateTime} />{' '}
          <Badge size="sm" variant="light" tt="none" color={stateColors[lastRun.state]}>
            {lastRun.state}
          </Badge>{' '}
          {lastRun.message}
        </Text>
      )}
    </Group>
  );
}

interface OneTimer {
  readonly twinId: string;
  readonly timer: Timer;
}

function OnSwitch({ twinId, timer }: OneTimer) {
  const change = useChange({ run: () => toggleTimer(twinId, timer), stale: [[...feedsOf(twinId), 'timers']] });
  return (
    <Switch
      size="sm"
      aria-label={`${timer.name} is on`}
      checked={timer.enabled}
      disabled={change.isPending}
      onChange={() => change.mutate()}
    />
  );
}

function TimerMenu({ twinId, timer }: OneTimer) {
  const remove = useChange({
    run: () => removeTimer(twinId, timer),
    stale: [[...feedsOf(twinId), 'timers']],
    says: () => `The timer ${timer.name} is deleted.`,
  });
  const ask = () =>
    confirm({
      title: `Delete the timer ${timer.name}?`,
      text: 'Its runs and their answers are gone; one under way is cancelled.',
      verb: 'Delete timer',
      onConfirm: () => remove.mutate(),
    });
  return (
    <ActionsMenu of={timer.name}>
      <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={ask}>
        Delete
      </Menu.Item>
    </ActionsMenu>
  );
}
