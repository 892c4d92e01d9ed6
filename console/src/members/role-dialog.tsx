import { Checkbox, Fieldset, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { fieldErrors } from '../ui/field-errors.ts';
import { FormFoot } from '../ui/form-foot.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { type RoleFields, saveRole } from './actions.ts';
import { byArea } from './explain.ts';
import { permissionText } from './permissions.ts';
import { knownPermissionsQuery, membersOf, type Role } from './queries.ts';

/** Makes a role, or changes one. */
export function RoleDialog({
  twinId,
  role,
  onClose,
}: {
  readonly twinId: string;
  readonly role?: Role;
  readonly onClose: () => void;
}) {
  const known = useQuery(knownPermissionsQuery);
  const form = useForm<RoleFields>({
    initialValues: {
      displayName: role?.displayName ?? '',
      description: role?.description ?? '',
      permissions: role?.permissions ?? [],
    },
    validate: {
      displayName: (value) => (value.trim() ? null : 'A role needs a name.'),
      description: (value) => (value.trim() ? null : 'Say what the role is for.'),
    },
  });
  const change = useChange({
    run: (fields: RoleFields) => saveRole(twinId, role?.id, fields),
    stale: [membersOf(twinId), ['permissions', twinId]],
    done: onClose,
    quiet: true,
  });
  const submit = form.onSubmit((fields) =>
    change.mutate(fields, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Dialog onClose={onClose} size="xl" title={role ? `Edit the role ${role.displayName}` : 'New role'}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label="Name" required data-autofocus maxLength={255} {...form.getInputProps('displayName')} />
            <TextInput label="Description" required maxLength={1024} {...form.getInputProps('description')} />
          </SimpleGrid>
          <Loaded query={known}>
            {(permissions) => (
              <Checkbox.Group {...form.getInputProps('permissions')}>
                <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
                  {byArea(permissions, (one) => one).map(([area, names]) => (
                    <Fieldset key={area} legend={area} variant="default" p="xs">
                      <Stack gap={6}>
                        {names.map((name) => (
                          <Checkbox key={name} size="xs" value={name} label={permissionText(name)} title={name} />
                        ))}
                      </Stack>
                    </Fieldset>
                  ))}
                </SimpleGrid>
              </Checkbox.Group>
            )}
          </Loaded>
          <FormFoot change={change} verb={role ? 'Save' : 'Create'} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
