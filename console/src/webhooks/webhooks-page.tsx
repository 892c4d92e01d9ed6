import { Button, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLock, IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Problem } from '../platform/problem.ts';
import { Empty } from '../ui/empty.tsx';
import { plural } from '../ui/format.ts';
import { LinkButton, TextLink } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Time } from '../ui/time.tsx';
import { ActiveBadge } from './active-badge.tsx';
import { type Webhook, webhooksQuery } from './queries.ts';
import { Scope } from './scope.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

/** Addresses that are told of events. */
export function WebhooksPage() {
  const query = useQuery(webhooksQuery);
  const [creating, { open, close }] = useDisclosure(false);
  if (query.error instanceof Problem && query.error.status === 403) return <NotForYou />;
  return (
    <Page
      title="Webhooks"
      about="The platform tells these addresses what happens, as it happens, and tries again for two days where one does not answer."
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={open}>
          New webhook
        </Button>
      }
    >
      <Loaded query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty
              icon={IconWebhook}
              title="No webhooks yet"
              text="Make one, and your own program hears of every new twin, member or comparison without asking."
            >
              <Button onClick={open}>New webhook</Button>
            </Empty>
          ) : (
            <Rows webhooks={webhooks} />
          )
        }
      </Loaded>
      {creating && <WebhookDialog onClose={close} />}
    </Page>
  );
}

const Rows = ({ webhooks }: { readonly webhooks: readonly Webhook[] }) => (
  <Sheet>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Address</Table.Th>
        <Table.Th>State</Table.Th>
        <Table.Th visibleFrom="sm">Hears of</Table.Th>
        <Table.Th visibleFrom="md">Events</Table.Th>
        <Table.Th visibleFrom="md">Changed</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {webhooks.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td>
            <TextLink
              to="/webhooks/$webhookId"
              params={{ webhookId: one.id }}
              fw={500}
              fz="sm"
              style={{ overflowWrap: 'anywhere' }}
            >
              {one.callbackUrl}
            </TextLink>
          </Table.Td>
          <Table.Td>
            <ActiveBadge active={one.active} />
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Scope webhook={one} />
          </Table.Td>
          <Table.Td visibleFrom="md">{plural(one.eventTypes.length, 'kind')}</Table.Td>
          <Table.Td visibleFrom="md">
            <Time iso={one.modified} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Sheet>
);

const NotForYou = () => (
  <Page title="Webhooks">
    <Empty
      icon={IconLock}
      title="Webhooks are for administrators and service applications"
      text="Ask an administrator of your organization, or register a service application and make its webhooks through the API."
    >
      <LinkButton variant="default" to="/applications">
        My applications
      </LinkButton>
    </Empty>
    <Text ta="center" size="xs" c="dimmed">
      The Webhooks API answered 403.
    </Text>
  </Page>
);
