import { ActionIcon, Button, Code, Fieldset, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { NumberField } from '../../ui/number/number-field.tsx';
import { contentOf, saveMapping } from '../actions.ts';
import { newKey } from '../new-key.ts';
import { carbonOf, type TaggedMapping } from '../queries.ts';

/** Name, study period and groups of a mapping. */
export function SettingsDialog(props: {
  readonly twinId: string;
  readonly mapping: TaggedMapping;
  readonly onClose: () => void;
}) {
  const { twinId, mapping, onClose } = props;
  const form = useForm({
    initialValues: {
      displayName: mapping.displayName,
      studyPeriod: mapping.studyPeriod,
      isDefault: mapping.default,
      groups: mapping.groups.map((group) => ({ ...group, key: newKey() })),
    },
    validate: {
      displayName: (value) => (value.trim() ? null : 'A mapping needs a name.'),
      groups: {
        name: (value) => (value.trim() ? null : 'A group needs a name.'),
        filter: (value) => (value.trim() ? null : 'Say which elements.'),
      },
    },
  });
  const change = useChange({
    run: ({ displayName, studyPeriod, isDefault, groups }: typeof form.values) =>
      saveMapping(mapping, {
        ...contentOf(mapping),
        displayName: displayName.trim(),
        studyPeriod,
        default: isDefault,
        groups: groups.map(({ name, filter }) => ({ name: name.trim(), filter: filter.trim() })),
      }),
    stale: [carbonOf(twinId)],
    done: onClose,
    quiet: true,
  });
  return (
    <Dialog onClose={onClose} size="lg" title="Groups and settings">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack gap="sm">
          <TextInput label="Name" required maxLength={255} data-autofocus {...form.getInputProps('displayName')} />
          <NumberField
            label="Study period"
            unit="years"
            required
            min={1}
            max={200}
            whole
            {...form.getInputProps('studyPeriod')}
          />
          <Switch label="Use it where none is named" {...form.getInputProps('isDefault', { type: 'checkbox' })} />
          <Fieldset legend="Groups of elements" variant="default" p="sm">
            <Stack gap="xs">
              <Text size="xs" c="dimmed">
                A filter, such as <Code>Class eq 'IfcWall' and Storey eq 'Ground floor'</Code>
              </Text>
              {form.values.groups.map(({ key }, at) => (
                <Group key={key} gap="xs" align="flex-start" wrap="nowrap">
                  <TextInput w="30%" aria-label="Name of the group" {...form.getInputProps(`groups.${at}.name`)} />
                  <TextInput flex={1} aria-label="Filter of the group" {...form.getInputProps(`groups.${at}.filter`)} />
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    mt={4}
                    aria-label="Remove the group"
                    onClick={() => form.removeListItem('groups', at)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Group>
              ))}
              <Group>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  leftSection={<IconPlus size={13} />}
                  onClick={() => form.insertListItem('groups', { key: newKey(), name: '', filter: '' })}
                >
                  Add a group
                </Button>
              </Group>
            </Stack>
          </Fieldset>
          <FormFoot change={change} verb="Save" onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
