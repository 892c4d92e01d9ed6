import { Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { fieldErrors } from '../ui/field-errors.ts';
import { FormFoot } from '../ui/form-foot.tsx';
import {
  type Application,
  type ApplicationFields,
  type ApplicationMode,
  type ApplicationType,
  change,
  type Made,
  register,
} from './queries.ts';

const about: Readonly<Record<ApplicationType, string>> = {
  Native: 'A program on a desktop or phone. Signs people in, keeps no secret.',
  SPA: 'A page that runs in the browser, as this console does. Signs people in, keeps no secret.',
  Web: 'A web application with a server of its own that keeps a secret. Signs people in.',
  Service: 'A program without people. Signs in itself with a secret; invite it to twins by its e-mail address.',
};

const modes: Readonly<Record<ApplicationMode, string>> = {
  Production: 'Works with everything that its people may work with, but sandboxes.',
  Test: 'Works with sandboxes, where nothing is real, and changes nothing else.',
};

/** Registers an application, or changes one. */
export function ApplicationDialog(props: {
  readonly application?: Application;
  readonly onMade: (made: Made) => void;
  readonly onClose: () => void;
}) {
  const { application, onClose } = props;
  const form = useForm<ApplicationFields>({
    initialValues: {
      displayName: application?.displayName ?? '',
      type: application?.type ?? 'Native',
      mode: application?.mode ?? 'Production',
      redirectUris: application?.redirectUris ?? [],
      postLogoutRedirectUris: application?.postLogoutRedirectUris ?? [],
    },
    validate: { displayName: (value) => (value.trim() ? null : 'People see this name when they sign in.') },
  });
  const save = useChange({
    async run({ type, mode, ...fields }: ApplicationFields) {
      if (!application) return register({ type, mode, ...fields });
      await change(application.clientId, type, fields);
      return undefined;
    },
    stale: [['applications']],
    done(made) {
      onClose();
      if (made?.secret) props.onMade({ clientId: made.clientId, secret: made.secret });
      else if (made) notifications.show({ message: `The client id is ${made.clientId}.` });
    },
    quiet: true,
  });
  const submit = form.onSubmit((fields) =>
    save.mutate(fields, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  const { type, mode } = form.values;
  return (
    <Dialog onClose={onClose} size="lg" title={application ? 'Edit application' : 'Register application'}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput label="Name" required data-autofocus maxLength={100} {...form.getInputProps('displayName')} />
          <div>
            <Select
              label="Type"
              allowDeselect={false}
              disabled={application !== undefined}
              data={Object.keys(about)}
              {...form.getInputProps('type')}
            />
            <Text size="xs" c="dimmed" mt={4}>
              {about[type]}
            </Text>
          </div>
          <div>
            <Select
              label="Mode"
              allowDeselect={false}
              disabled={application !== undefined}
              data={Object.keys(modes)}
              {...form.getInputProps('mode')}
            />
            <Text size="xs" c="dimmed" mt={4}>
              {modes[mode]}
            </Text>
          </div>
          {type !== 'Service' && (
            <>
              <TagsInput
                label="Redirect addresses"
                description="Where people come back to after they have signed in, to the letter. Press Enter after each."
                {...form.getInputProps('redirectUris')}
              />
              <TagsInput label="Addresses after signing out" {...form.getInputProps('postLogoutRedirectUris')} />
            </>
          )}
          <FormFoot change={save} verb={application ? 'Save' : 'Register'} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
