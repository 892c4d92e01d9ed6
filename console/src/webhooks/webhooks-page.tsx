import { Button, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLock, IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Problem } from '../platform/problem.ts';
import { Empty } from '../ui/empty.tsx';
import { plural } from '../ui/format.ts';
import { LinkButton, TextLink } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { byText, byValue } from '../ui/order.ts';
import { Page } from '../ui/page.tsx';
import { type Column, SortedSheet } from '../ui/sorted-sheet.tsx';
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

const columns: readonly Column<Webhook>[] = [
  { title: 'Address', order: byText(({ callbackUrl }) => callbackUrl) },
  { title: 'State', order: byValue(({ active }) => Number(!active)) },
  { title: 'Hears of', visibleFrom: 'sm' },
  { title: 'Events', order: byValue(({ eventTypes }) => eventTypes.length), visibleFrom: 'md' },
  { title: 'Changed', order: byValue(({ modified }) => Date.parse(modified)), visibleFrom: 'md' },
];

const Rows = ({ webhooks }: { readonly webhooks: readonly Webhook[] }) => (
  <SortedSheet
    items={webhooks}
    columns={columns}
    keyOf={({ id }) => id}
    of="webhook"
    many="webhooks"
    row={(one) => (
      <>
        <Table.Td className="long">
          <TextLink to="/webhooks/$webhookId" params={{ webhookId: one.id }} fw={500} fz="sm">
            {one.callbackUrl}
          </TextLink>
        </Table.Td>
        <Table.Td>
          <ActiveBadge active={one.active} />
        </Table.Td>
        <Table.Td visibleFrom="sm" className="long">
          <Scope webhook={one} />
        </Table.Td>
        <Table.Td visibleFrom="md">{plural(one.eventTypes.length, 'kind')}</Table.Td>
        <Table.Td visibleFrom="md">
          <Time iso={one.modified} />
        </Table.Td>
      </>
    )}
  />
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
