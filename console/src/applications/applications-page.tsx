import { Badge, Button, Table, Text } from '@mantine/core';
import { IconApps, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { More } from '../ui/more.tsx';
import { Page } from '../ui/page.tsx';
import { SecretDialog } from '../ui/secret.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Time } from '../ui/time.tsx';
import { ApplicationDialog } from './application-dialog.tsx';
import { ApplicationMenu } from './application-menu.tsx';
import { type Application, applicationsQuery, type Made } from './queries.ts';

/** Programs that one has registered with the platform. */
export function ApplicationsPage() {
  const query = useInfiniteQuery(applicationsQuery);
  const [edited, edit] = useState<Application | 'new'>();
  const [made, show] = useState<Made>();
  const create = () => edit('new');
  return (
    <Page
      title="Applications"
      about="Programs that use the platform: each signs people in, or acts for itself, under an id of its own."
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={create}>
          Register application
        </Button>
      }
    >
      <Loaded query={query}>
        {(applications) =>
          applications.length === 0 ? (
            <Empty
              icon={IconApps}
              title="No applications yet"
              text="Register your program to get the client id with which it signs people in, or the secret with which a service signs in itself."
            >
              <Button onClick={create}>Register application</Button>
            </Empty>
          ) : (
            <>
              <Rows applications={applications} onEdit={edit} onSecret={show} />
              <More query={query} shown={applications.length} of="application" many="applications" />
            </>
          )
        }
      </Loaded>
      {edited && (
        <ApplicationDialog
          {...(edited === 'new' ? {} : { application: edited })}
          onMade={show}
          onClose={() => edit(undefined)}
        />
      )}
      {made && (
        <SecretDialog
          title="Keep the secret"
          text="The server keeps no copy that could be read: it is shown this once."
          values={[
            ['Client id', made.clientId],
            ['Client secret', made.secret],
          ]}
          onClose={() => show(undefined)}
        />
      )}
    </Page>
  );
}

const Rows = (props: {
  readonly applications: readonly Application[];
  readonly onEdit: (application: Application) => void;
  readonly onSecret: (made: Made) => void;
}) => (
  <Sheet>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Name</Table.Th>
        <Table.Th visibleFrom="xs">Type</Table.Th>
        <Table.Th visibleFrom="sm">State</Table.Th>
        <Table.Th visibleFrom="md">Created</Table.Th>
        <Table.Th aria-label="Actions" />
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {props.applications.map((one) => (
        <Table.Tr key={one.clientId}>
          <Table.Td>
            <Text size="sm" fw={500}>
              {one.displayName}
            </Text>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {one.clientId}
              {one.email && ` · invite it as ${one.email}`}
            </Text>
          </Table.Td>
          <Table.Td visibleFrom="xs">{one.type}</Table.Td>
          <Table.Td visibleFrom="sm">
            <Badge variant="light" size="sm" tt="none" color={one.state === 'Active' ? 'teal' : 'gray'}>
              {one.state}
            </Badge>
          </Table.Td>
          <Table.Td visibleFrom="md">
            <Time iso={one.createdDateTime} />
          </Table.Td>
          <Table.Td w={44}>
            <ApplicationMenu application={one} onEdit={() => props.onEdit(one)} onSecret={props.onSecret} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Sheet>
);
