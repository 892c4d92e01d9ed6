import { Alert, Button, Card, Group, Menu, Text } from '@mantine/core';
import { IconCheck, IconPencil, IconPlugConnected, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import classes from '../ui/card-list.module.css';
import { showProblem, useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Time } from '../ui/time.tsx';
import { removeSystem, testSystem } from './actions.ts';
import { feedsOf, type System, systemsQuery } from './queries.ts';
import { Refused } from './refused.tsx';
import { SystemDialog } from './system-dialog.tsx';
import { systemTypeName } from './system-words.ts';

/** Databases and services that packages read: how they are reached, with credentials that are never shown again. */
export function SystemsTab({ twinId }: { readonly twinId: string }) {
  const query = useQuery(systemsQuery(twinId));
  const [edited, edit] = useState<System | 'new'>();
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => edit('new')}>
      New system
    </Button>
  );
  return (
    <>
      <Refused query={query} what="systems" whoever="manages the credentials of systems in this twin">
        <Group justify="space-between" mb="sm">
          <Text size="sm" c="dimmed" maw={560}>
            A database or a web service that a package reads. Its password is sealed and never shown again.
          </Text>
          {query.data && query.data.length > 0 && add}
        </Group>
        <Loaded query={query}>
          {(systems) =>
            systems.length === 0 ? (
              <Empty
                icon={IconPlugConnected}
                title="No systems yet"
                text="Connect the database of the plant, and its tables are sets beside the models."
              >
                {add}
              </Empty>
            ) : (
              <ul className={classes.list}>
                {systems.map((one) => (
                  <SystemCard key={one.id} twinId={twinId} system={one} onEdit={() => edit(one)} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Refused>
      {edited && (
        <SystemDialog
          twinId={twinId}
          {...(edited === 'new' ? {} : { system: edited })}
          onClose={() => edit(undefined)}
        />
      )}
    </>
  );
}

interface OfSystem {
  readonly twinId: string;
  readonly system: System;
  readonly onEdit: () => void;
}

function SystemCard({ twinId, system, onEdit }: OfSystem) {
  const test = useMutation({ mutationFn: () => testSystem(twinId, system), onError: showProblem });
  return (
    <Card component="li" withBorder padding="sm">
      <div className={classes.head}>
        <div className={classes.name}>
          <Text component="h2" fw={600} size="sm">
            {system.systemName}
          </Text>
          <Text size="xs" c="dimmed">
            {systemTypeName(system.systemType)}, found by packages as <b>{system.systemId}</b>; changed{' '}
            <Time iso={system.lastChange} /> by {system.lastChangeByName || 'somebody'}
          </Text>
        </div>
        <Group gap={6}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlugConnected size={14} />}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            Test the connection
          </Button>
          <SystemMenu twinId={twinId} system={system} onEdit={onEdit} />
        </Group>
      </div>
      {test.data && (
        <Alert
          mt="xs"
          p="xs"
          variant="light"
          role={test.data.connected ? 'status' : 'alert'}
          color={test.data.connected ? 'teal' : 'red'}
          icon={test.data.connected ? <IconCheck size={16} /> : <IconX size={16} />}
          title={test.data.connected ? 'The connection works' : 'The connection fails'}
        >
          {test.data.message}
        </Alert>
      )}
    </Card>
  );
}

function SystemMenu({ twinId, system, onEdit }: OfSystem) {
  const remove = useChange({
    run: () => removeSystem(twinId, system),
    stale: [feedsOf(twinId)],
    says: () => `The system ${system.systemName} is deleted.`,
  });
  const ask = () =>
    confirm({
      title: `Delete the system ${system.systemName}?`,
      text: 'Its credentials are gone. Packages and timers that read it fail from then on.',
      verb: 'Delete system',
      onConfirm: () => remove.mutate(),
    });
  return (
    <ActionsMenu of={system.systemName}>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
        Edit
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={ask}>
        Delete
      </Menu.Item>
    </ActionsMenu>
  );
}
