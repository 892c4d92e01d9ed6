import { Button, Menu, Group as Row, Table, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, IconUserCog, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Empty } from '../ui/empty.tsx';
import { count } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { byText, byValue } from '../ui/order.ts';
import { type Column, SortedSheet } from '../ui/sorted-sheet.tsx';
import { removeGroup, setGroupRoles } from './actions.ts';
import { GroupDialog } from './group-dialog.tsx';
import { type Group, type GroupMember, groupMembersQuery, groupsQuery, membersOf } from './queries.ts';
import { RoleBadges } from './role-badges.tsx';
import { RolesDialog } from './roles-dialog.tsx';

/** A group as this page shows it: defined here, of the account with roles here, or both. */
interface Listed {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly people: number;
  readonly group: Group | undefined;
  readonly member: GroupMember | undefined;
}

function listed(groups: readonly Group[], members: readonly GroupMember[]): Listed[] {
  const own = groups.map((group) => ({
    id: group.id,
    name: group.name,
    description: group.description,
    people: group.membersCount,
    group,
    member: members.find(({ id }) => id === group.id),
  }));
  const others = members
    .filter(({ id }) => groups.every((group) => group.id !== id))
    .map((member) => ({
      id: member.id,
      name: member.groupName,
      description: member.groupDescription,
      people: member.membersCount,
      group: undefined,
      member,
    }));
  return [...own, ...others];
}

/** Groups, and the roles that they have in the twin. */
export function GroupsTab({ twinId }: { readonly twinId: string }) {
  const members = useQuery(groupMembersQuery(twinId));
  const groups = useQuery(groupsQuery(twinId));
  const [edited, edit] = useState<Group | 'new'>();
  const [changed, change] = useState<Listed>();
  return (
    <>
      <Row justify="space-between" mb="sm">
        <Text size="sm" c="dimmed" maw={560}>
          Everybody in a group has the roles that the group has here.
          {groups.isError && ' You may not manage the groups of this twin; only those with roles are listed.'}
        </Text>
        {groups.isSuccess && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => edit('new')}>
            New group
          </Button>
        )}
      </Row>
      <Loaded query={members}>
        {(withRoles) => {
          const all = listed(groups.data ?? [], withRoles);
          if (all.length === 0) {
            return (
              <Empty
                icon={IconUsersGroup}
                title="No groups yet"
                text="A group gives the same roles to many people at once: make one, put people in, and give it roles."
              />
            );
          }
          return <Groups twinId={twinId} groups={all} onEdit={edit} onRoles={change} />;
        }}
      </Loaded>
      {edited && (
        <GroupDialog twinId={twinId} {...(edited === 'new' ? {} : { group: edited })} onClose={() => edit(undefined)} />
      )}
      {changed && (
        <RolesDialog
          twinId={twinId}
          title={`Roles of the group ${changed.name}`}
          current={changed.member?.roles ?? []}
          forGroup
          save={(roleIds) => setGroupRoles(twinId, changed.id, roleIds, changed.member !== undefined)}
          onClose={() => change(undefined)}
        />
      )}
    </>
  );
}

const columns: readonly Column<Listed>[] = [
  { title: 'Group', order: byText(({ name }) => name) },
  { title: 'People', order: byValue(({ people }) => people), visibleFrom: 'sm' },
  { title: 'Roles here', order: byText(({ member }) => member?.roles.map(({ displayName }) => displayName).join()) },
];

const Groups = (props: {
  readonly twinId: string;
  readonly groups: readonly Listed[];
  readonly onEdit: (group: Group) => void;
  readonly onRoles: (group: Listed) => void;
}) => (
  <SortedSheet
    items={props.groups}
    columns={columns}
    keyOf={({ id }) => id}
    of="group"
    many="groups"
    actions
    row={(one) => (
      <>
        <Table.Td className="long">
          <Text size="sm" fw={500}>
            {one.name}
          </Text>
          <Text size="xs" c="dimmed">
            {one.description}
            {one.group ? '' : ' (group of the account)'}
          </Text>
        </Table.Td>
        <Table.Td visibleFrom="sm">{count(one.people)}</Table.Td>
        <Table.Td>{one.member ? <RoleBadges roles={one.member.roles} /> : <Text size="xs">None</Text>}</Table.Td>
        <Table.Td w={44}>
          <GroupMenu twinId={props.twinId} listed={one} onEdit={props.onEdit} onRoles={() => props.onRoles(one)} />
        </Table.Td>
      </>
    )}
  />
);

function GroupMenu(props: {
  readonly twinId: string;
  readonly listed: Listed;
  readonly onEdit: (group: Group) => void;
  readonly onRoles: () => void;
}) {
  const { twinId, listed } = props;
  const { group, name } = listed;
  const remove = useChange({
    run: () => removeGroup(twinId, listed.id),
    stale: [membersOf(twinId)],
    says: () => `The group ${name} is deleted.`,
  });
  const askToRemove = () =>
    confirm({
      title: `Delete the group ${name}?`,
      text: 'Its people lose the roles that they have through it.',
      verb: 'Delete group',
      onConfirm: () => remove.mutate(),
    });
  return (
    <ActionsMenu of={`the group ${name}`}>
      <Menu.Item leftSection={<IconUserCog size={16} />} onClick={props.onRoles}>
        Change its roles
      </Menu.Item>
      {group && (
        <>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => props.onEdit(group)}>
            Edit group and people
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={askToRemove}>
            Delete group
          </Menu.Item>
        </>
      )}
    </ActionsMenu>
  );
}
