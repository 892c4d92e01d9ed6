import { Badge, Button, Group, Menu, Stack, Table, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { plural } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { byText, byValue } from '../ui/order.ts';
import { type Column, SortedSheet } from '../ui/sorted-sheet.tsx';
import { removeRole } from './actions.ts';
import { givableRolesQuery, membersOf, type Role } from './queries.ts';
import { RoleDialog } from './role-dialog.tsx';
import { RoleDrawer } from './role-drawer.tsx';

/** The roles that can be given in a twin: its own, which can be changed here, and those of its account. */
export function RolesTab({ twinId }: { readonly twinId: string }) {
  const query = useQuery(givableRolesQuery(twinId));
  const [edited, edit] = useState<Role | 'new'>();
  const [looked, look] = useState<Role>();
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed" maw={560}>
          A role is a set of permissions. Roles of the organization can be given in all its twins.
        </Text>
        {query.isSuccess && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => edit('new')}>
            New role
          </Button>
        )}
      </Group>
      <Loaded query={query}>
        {({ own, ofAccount }) => (
          <Stack>
            <Roles twinId={twinId} roles={own} label="Roles of its own" onLook={look} onEdit={edit} />
            {ofAccount.length > 0 && (
              <section>
                <Group gap="xs" mb="xs">
                  <Text component="h2" fw={600} size="sm">
                    Of the organization
                  </Text>
                  <TextLink to="/organization" search={{ tab: 'roles' }} size="xs">
                    Change them there
                  </TextLink>
                </Group>
                <Roles twinId={twinId} roles={ofAccount} label="Roles of the organization" onLook={look} />
              </section>
            )}
          </Stack>
        )}
      </Loaded>
      {edited && (
        <RoleDialog twinId={twinId} {...(edited === 'new' ? {} : { role: edited })} onClose={() => edit(undefined)} />
      )}
      {looked && <RoleDrawer role={looked} onClose={() => look(undefined)} />}
    </>
  );
}

const columns: readonly Column<Role>[] = [
  { title: 'Role', order: byText(({ displayName }) => displayName) },
  { title: 'Description', visibleFrom: 'sm' },
  { title: 'What it allows', order: byValue(({ permissions }) => permissions.length) },
];

const Roles = (props: {
  readonly twinId: string;
  readonly roles: readonly Role[];
  readonly label: string;
  readonly onLook: (role: Role) => void;
  /** Absent where they are only looked at. */
  readonly onEdit?: (role: Role) => void;
}) => (
  <SortedSheet
    label={props.label}
    items={props.roles}
    columns={columns}
    keyOf={({ id }) => id}
    of="role"
    many="roles"
    actions
    row={(role) => <RoleCells role={role} {...props} />}
  />
);

function RoleCells({ role, ...props }: Omit<Parameters<typeof Roles>[0], 'roles'> & { readonly role: Role }) {
  const { onEdit } = props;
  return (
    <>
      <Table.Td fw={500} className="long">
        {role.displayName}{' '}
        {role.type === 'Default' && (
          <Badge size="xs" variant="default" tt="none">
            Built in
          </Badge>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm" className="long">
        {role.description}
      </Table.Td>
      <Table.Td>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`${plural(role.permissions.length, 'permission')} of ${role.displayName}`}
          onClick={() => props.onLook(role)}
        >
          {plural(role.permissions.length, 'permission')}
        </Button>
      </Table.Td>
      <Table.Td w={44}>
        {onEdit && role.type === 'Custom' && <RoleMenu twinId={props.twinId} role={role} onEdit={() => onEdit(role)} />}
      </Table.Td>
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
