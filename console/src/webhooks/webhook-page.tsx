import { Button, Card, Grid, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { answerOf, platform } from '../platform/client.ts';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Facts } from '../ui/facts.tsx';
import { dateTime } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Deliveries } from './deliveries.tsx';
import { type Webhook, webhookQuery } from './queries.ts';
import { Scope } from './scope.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

const route = getRouteApi('/webhooks/$webhookId');

/** One webhook, and what was sent to it. */
export function WebhookPage() {
  const { webhookId } = route.useParams();
  return <Loaded query={useQuery(webhookQuery(webhookId))}>{(webhook) => <Whole webhook={webhook} />}</Loaded>;
}

function Whole({ webhook }: { readonly webhook: Webhook }) {
  const [editing, { open, close }] = useDisclosure(false);
  const navigate = useNavigate();
  const { id: webhookId } = webhook;
  const params = { path: { webhookId } };
  const stale = [['webhooks']];
  const test = useChange({
    run: () => answerOf(platform.webhooks.POST('/webhooks/{webhookId}/test', { params })),
    stale,
    says: () => 'A test event is on its way; see below how it was received.',
  });
  const remove = useChange({
    run: () => answerOf(platform.webhooks.DELETE('/webhooks/{webhookId}', { params })),
    gone: [['webhooks']],
    says: () => 'The webhook is deleted.',
    done: () => void navigate({ to: '/webhooks' }),
  });
  const askToRemove = () =>
    confirm({
      title: 'Delete this webhook?',
      text: 'Nothing is sent to it any more, and its log is gone.',
      verb: 'Delete webhook',
      onConfirm: () => remove.mutate(),
    });
  return (
    <Page
      title="Webhook"
      about={webhook.callbackUrl}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconSend size={16} />}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            Send a test
          </Button>
          <Button variant="default" leftSection={<IconPencil size={16} />} onClick={open}>
            Edit
          </Button>
          <Button variant="default" c="red" leftSection={<IconTrash size={16} />} onClick={askToRemove}>
            Delete
          </Button>
        </>
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }} order={{ base: 2, md: 1 }}>
          <Deliveries webhookId={webhookId} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }} order={{ base: 1, md: 2 }}>
          <Card withBorder padding="md">
            <ActiveSwitch webhook={webhook} />
            <Facts
              facts={[
                ['Hears of', <Scope key="scope" webhook={webhook} />],
                ['Events', webhook.eventTypes.join(', ')],
                ['Created', dateTime(webhook.created)],
                ['Changed', dateTime(webhook.modified)],
                ['Id', <code key="id">{webhookId}</code>],
              ]}
            />
          </Card>
        </Grid.Col>
      </Grid>
      {editing && <WebhookDialog webhook={webhook} onClose={close} />}
    </Page>
  );
}

function ActiveSwitch({ webhook }: { readonly webhook: Webhook }) {
  const params = { path: { webhookId: webhook.id } };
  const change = useChange({
    run: (active: boolean) => answerOf(platform.webhooks.PATCH('/webhooks/{webhookId}', { params, body: { active } })),
    stale: [['webhooks']],
  });
  return (
    <Switch
      mb="sm"
      label={webhook.active ? 'Active: events are sent' : 'Inactive: nothing is sent'}
      checked={webhook.active}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}
