import { Badge, Button, Group, Menu, Table, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { plural } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { removeRole } from './actions.ts';
import { membersOf, type Role, rolesQuery } from './queries.ts';
import { RoleDialog } from './role-dialog.tsx';

/** The roles that are defined in a twin. */
export function RolesTab({ twinId }: { readonly twinId: string }) {
  const query = useQuery(rolesQuery(twinId));
  const [edited, edit] = useState<Role | 'new'>();
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed" maw={560}>
          A role is a set of permissions. Roles of the account can be given here, too; they are listed with the account.
        </Text>
        {query.isSuccess && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => edit('new')}>
            New role
          </Button>
        )}
      </Group>
      <Loaded query={query}>
        {(roles) => (
          <Sheet>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Role</Table.Th>
                <Table.Th visibleFrom="sm">Description</Table.Th>
                <Table.Th>Permissions</Table.Th>
                <Table.Th aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {roles.map((role) => (
                <Table.Tr key={role.id}>
                  <Table.Td fw={500}>
                    {role.displayName}{' '}
                    {role.type === 'Default' && (
                      <Badge size="xs" variant="default" tt="none">
                        Built in
                      </Badge>
                    )}
                  </Table.Td>
                  <Table.Td visibleFrom="sm">{role.description}</Table.Td>
                  <Table.Td>{plural(role.permissions.length, 'permission')}</Table.Td>
                  <Table.Td w={44}>
                    {role.type === 'Custom' && <RoleMenu twinId={twinId} role={role} onEdit={() => edit(role)} />}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Sheet>
        )}
      </Loaded>
      {edited && (
        <RoleDialog twinId={twinId} {...(edited === 'new' ? {} : { role: edited })} onClose={() => edit(undefined)} />
      )}
    </>
  );
}

function RoleMenu({
  twinId,
  role,
  onEdit,
}: {
  readonly twinId: string;
  readonly role: Role;
  readonly onEdit: () => void;
}) {
  const remove = useChange({
    run: () => removeRole(twinId, role.id),
    stale: [membersOf(twinId)],
    says: () => `The role ${role.displayName} is deleted.`,
  });
  const askToRemove = () =>
    confirm({
      title: `Delete the role ${role.displayName}?`,
      text: 'It is taken from everybody who has it. Members and invitations without another role are removed.',
      verb: 'Delete role',
      onConfirm: () => remove.mutate(),
    });
  return (
    <ActionsMenu of={`the role ${role.displayName}`}>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
        Edit
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={askToRemove}>
        Delete
      </Menu.Item>
    </ActionsMenu>
  );
}
