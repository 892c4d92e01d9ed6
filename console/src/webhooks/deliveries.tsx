import { ActionIcon, Badge, Button, Collapse, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight, IconInbox, IconRepeat } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { answerOf, platform } from '../platform/client.ts';
import { useChange } from '../ui/change.tsx';
import { Empty } from '../ui/empty.tsx';
import { dateTime, duration, plural } from '../ui/format.ts';
import { HiddenHead } from '../ui/hidden-head.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { More } from '../ui/more.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Time } from '../ui/time.tsx';
import { type Delivery, deliveriesQuery } from './queries.ts';

const colors = { Pending: 'orange', Delivered: 'teal', Failed: 'red' } as const;

/** The log of what was sent to a webhook, attempt by attempt. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const query = useInfiniteQuery(deliveriesQuery(webhookId));
  return (
    <Loaded query={query}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <Empty
            icon={IconInbox}
            title="Nothing was sent in the last 7 days"
            text="Send a test to see whether the address answers, also while the webhook is inactive."
          />
        ) : (
          <>
            <Sheet>
              <Table.Thead>
                <Table.Tr>
                  <HiddenHead text="Attempts" w={36} />
                  <Table.Th>Event</Table.Th>
                  <Table.Th>State</Table.Th>
                  <Table.Th visibleFrom="xs">Raised</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {deliveries.map((one) => (
                  <Row key={one.messageId} delivery={one} webhookId={webhookId} />
                ))}
              </Table.Tbody>
            </Sheet>
            <More query={query} shown={deliveries.length} of="delivery" many="deliveries" />
          </>
        )
      }
    </Loaded>
  );
}

interface RowProps {
  readonly delivery: Delivery;
  readonly webhookId: string;
}

function Row({ delivery, webhookId }: RowProps) {
  const [open, { toggle }] = useDisclosure(false);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  const last = delivery.attempts.at(-1);
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-expanded={open}
            aria-label={`Attempts of ${delivery.eventType}`}
            onClick={toggle}
          >
            <Chevron size={16} />
          </ActionIcon>
        </Table.Td>
        <Table.Td>
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {delivery.eventType}
          </Text>
          <Text size="xs" c="dimmed">
            {plural(delivery.attempts.length, 'attempt')}
            {last && `, the last answered ${last.statusCode ?? last.error}`}
            {delivery.nextAttemptDateTime && (
              <>
                {'; the next '}
                <Time iso={delivery.nextAttemptDateTime} />
              </>
            )}
          </Text>
        </Table.Td>
        <Table.Td>
          <Badge variant="light" size="sm" tt="none" color={colors[delivery.state]}>
            {delivery.state}
          </Badge>
        </Table.Td>
        <Table.Td visibleFrom="xs">
          <Time iso={delivery.enqueuedDateTime} />
        </Table.Td>
      </Table.Tr>
      {open && (
        <Table.Tr>
          <Table.Td colSpan={4}>
            <Collapse expanded={open}>
              <Attempts delivery={delivery} />
              <SendAgain delivery={delivery} webhookId={webhookId} />
            </Collapse>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function SendAgain({ delivery: { messageId: deliveryId }, webhookId }: RowProps) {
  const params = { path: { webhookId, deliveryId } };
  const change = useChange({
    run: () => answerOf(platform.webhooks.POST('/webhooks/{webhookId}/deliveries/{deliveryId}/resend', { params })),
    stale: [['webhooks', webhookId, 'deliveries']],
    says: () => 'The event is on its way again.',
  });
  return (
    <Button
      mt="xs"
      size="compact-xs"
      variant="default"
      leftSection={<IconRepeat size={14} />}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      Send again
    </Button>
  );
}

const Attempts = ({ delivery }: { readonly delivery: Delivery }) => (
  <>
    <Text size="xs" c="dimmed" mb={4} style={{ overflowWrap: 'anywhere' }}>
      Message <code>{delivery.messageId}</code>, twin <code>{delivery.twinId}</code>
    </Text>
    {delivery.attempts.length === 0 ? (
      <Text size="xs">Not tried yet.</Text>
    ) : (
      <Table withRowBorders={false} verticalSpacing={2} fz="xs">
        <Table.Tbody>
          {delivery.attempts.map((attempt) => (
            <Table.Tr key={attempt.dateTime}>
              <Table.Td>{dateTime(attempt.dateTime)}</Table.Td>
              <Table.Td>{attempt.statusCode ?? attempt.error}</Table.Td>
              <Table.Td>{duration(attempt.durationMs / 1000)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    )}
  </>
);
