import { Badge, Button, Table, Text } from '@mantine/core';
import { IconApps, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { byText, byValue } from '../ui/order.ts';
import { Page } from '../ui/page.tsx';
import { SecretDialog } from '../ui/secret.tsx';
import { type Column, SortedSheet } from '../ui/sorted-sheet.tsx';
import { Time } from '../ui/time.tsx';
import type { PagedQuery } from '../ui/whole-list.ts';
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
            <Rows query={query} onEdit={edit} onSecret={show} />
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

const columns: readonly Column<Application>[] = [
  { title: 'Name', order: byText(({ displayName }) => displayName) },
  { title: 'Type', order: byText(({ type }) => type), visibleFrom: 'xs' },
  { title: 'State', order: byText(({ state }) => state), visibleFrom: 'sm' },
  { title: 'Created', order: byValue(({ createdDateTime }) => Date.parse(createdDateTime)), visibleFrom: 'md' },
];

const Rows = (props: {
  readonly query: PagedQuery<Application>;
  readonly onEdit: (application: Application) => void;
  readonly onSecret: (made: Made) => void;
}) => (
  <SortedSheet
    items={props.query}
    columns={columns}
    keyOf={({ clientId }) => clientId}
    of="application"
    many="applications"
    actions
    row={(one) => (
      <>
        <Table.Td className="long">
          <Text size="sm" fw={500}>
            {one.displayName}
            {one.mode === 'Test' && (
              <Badge variant="light" size="sm" tt="none" color="orange" ml="xs">
                Test
              </Badge>
            )}
          </Text>
          <Text size="xs" c="dimmed">
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
      </>
    )}
  />
);
