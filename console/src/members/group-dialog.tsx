import { Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { fieldErrors } from '../ui/field-errors.ts';
import { FormFoot } from '../ui/form-foot.tsx';
import { changeGroup, createGroup, type GroupFields } from './actions.ts';
import { emailsIn } from './explain.ts';
import { type Group, membersOf } from './queries.ts';

/** Makes a group, or changes one and who is in it. */
export function GroupDialog({
  twinId,
  group,
  onClose,
}: {
  readonly twinId: string;
  readonly group?: Group;
  readonly onClose: () => void;
}) {
  const form = useForm<GroupFields>({
    initialValues: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      members: group?.members.flatMap(({ email }) => email ?? []) ?? [],
      imsGroups: group?.imsGroups ?? [],
    },
    validate: {
      name: (value) => (value.trim() ? null : 'A group needs a name.'),
      description: (value) => (value.trim() ? null : 'Say who is in the group.'),
    },
  });
  const made = useRef(group?.id);
  const change = useChange({
    async run(fields: GroupFields) {
      const cleaned = { ...fields, members: [...emailsIn(fields.members.join(' ')).emails] };
      made.current ??= await createGroup(twinId, cleaned);
      return changeGroup(twinId, made.current, cleaned); // people come in a second step, as the API has it
    },
    stale: [membersOf(twinId)],
    done: onClose,
    quiet: true,
  });
  const submit = form.onSubmit((fields) =>
    change.mutate(fields, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Dialog onClose={onClose} title={group ? `Edit the group ${group.name}` : 'New group'} size="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput label="Name" required data-autofocus maxLength={255} {...form.getInputProps('name')} />
          <TextInput label="Description" required maxLength={1024} {...form.getInputProps('description')} />
          <TagsInput
            label="People"
            description="E-mail addresses of users of this platform, at most 50."
            maxTags={50}
            splitChars={[',', ' ', ';']}
            {...form.getInputProps('members')}
          />
          <TagsInput
            label="Directory groups"
            description="Names of groups in the directory that people sign in with; everybody in them is in this group."
            maxTags={50}
            {...form.getInputProps('imsGroups')}
          />
          <FormFoot change={change} verb={group ? 'Save' : 'Create'} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
