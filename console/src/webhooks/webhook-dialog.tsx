import { Checkbox, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInfiniteQuery } from '@tanstack/react-query';
import { events } from '@twin-platform/client';
import { useState } from 'react';
import { answerOf, platform } from '../platform/client.ts';
import { twinsQuery } from '../twins/queries.ts';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { fieldErrors } from '../ui/field-errors.ts';
import { FormFoot } from '../ui/form-foot.tsx';
import { SecretDialog } from '../ui/secret.tsx';
import type { Webhook } from './queries.ts';

interface Fields {
  readonly callbackUrl: string;
  /** Empty: all twins of the account. */
  readonly twinId: string | null;
  readonly eventTypes: string[];
  readonly secret: string;
}

const save = async (webhook: Webhook | undefined, { callbackUrl, twinId, eventTypes, secret }: Fields) => {
  const body = { callbackUrl, eventTypes, ...(secret ? { secret } : {}) };
  if (webhook) {
    const params = { path: { webhookId: webhook.id } };
    await answerOf(platform.webhooks.PATCH('/webhooks/{webhookId}', { params, body }));
    return undefined;
  }
  const scope = twinId ? { scope: 'twin', scopeId: twinId } : { scope: 'Account' };
  return (await answerOf(platform.webhooks.POST('/webhooks/', { body: { ...body, ...scope } }))).secret;
};

const shortestSecret = 12;
const strongSecret = 32;

/** What the field of the secret says of itself: a warning while it is weak. */
function secretHint(secret: string, hasOne: boolean): string {
  if (secret.length >= shortestSecret && secret.length < strongSecret) {
    return `Weak secret: ${strongSecret} characters or more are recommended.`;
  }
  return hasOne ? 'Leave empty to keep the current secret.' : 'Leave empty to generate one. Used to sign events.';
}

/** Makes a webhook, or changes one. */
export function WebhookDialog({ webhook, onClose }: { readonly webhook?: Webhook; readonly onClose: () => void }) {
  const [shown, show] = useState<string>();
  const form = useForm<Fields>({
    initialValues: {
      callbackUrl: webhook?.callbackUrl ?? '',
      twinId: null,
      eventTypes: webhook?.eventTypes ?? [],
      secret: '',
    },
    validate: {
      callbackUrl: (value) => (URL.canParse(value) ? null : 'Write a whole address, beginning with https://'),
      eventTypes: (value) => (value.length > 0 ? null : 'Choose at least one.'),
      secret: (value) => (value === '' || value.length >= shortestSecret ? null : 'At least 12 characters.'),
    },
  });
  const change = useChange({
    run: (fields: Fields) => save(webhook, fields),
    stale: [['webhooks']],
    done: (secret) => (secret ? show(secret) : onClose()),
    quiet: true,
  });
  const submit = form.onSubmit((fields) =>
    change.mutate(fields, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  if (shown) {
    return (
      <SecretDialog
        title="The webhook is made"
        text="Keep the secret: it signs the events, and it is shown this once. The webhook is inactive until you switch it on."
        values={[['Secret', shown]]}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog onClose={onClose} size="lg" title={webhook ? 'Edit webhook' : 'New webhook'}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Address"
            description="Events are sent there by POST. https; http only into networks that the operator allows."
            placeholder="https://example.com/events"
            required
            data-autofocus
            {...form.getInputProps('callbackUrl')}
          />
          {!webhook && <TwinChoice {...form.getInputProps('twinId')} />}
          <EventChoice {...form.getInputProps('eventTypes')} />
          <PasswordInput
            label={webhook ? 'New secret' : 'Secret'}
            description={secretHint(form.values.secret, webhook !== undefined)}
            autoComplete="off"
            maxLength={256}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
            {...form.getInputProps('secret')}
          />
          <FormFoot change={change} verb={webhook ? 'Save' : 'Create'} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function TwinChoice(props: { readonly value?: string | null; readonly onChange?: (value: string | null) => void }) {
  const [find, setFind] = useState('');
  const { data = [] } = useInfiniteQuery(twinsQuery(find ? { find } : {}));
  return (
    <Select
      label="Hears of"
      placeholder="All twins of the account"
      searchable
      clearable
      onSearchChange={setFind}
      filter={({ options }) => options}
      data={data.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      {...props}
    />
  );
}

const EventChoice = (props: {
  readonly value?: string[];
  readonly onChange?: (value: string[]) => void;
  readonly error?: string;
}) => (
  <Checkbox.Group label="Events" withAsterisk {...props}>
    <Stack gap={6} mt={4}>
      {Object.entries(events).map(([type, when]) => (
        <Checkbox key={type} size="xs" value={type} label={type} description={when} />
      ))}
    </Stack>
  </Checkbox.Group>
);
