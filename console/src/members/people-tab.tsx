import { Button, Group, Menu, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHelpCircle, IconTableExport, IconTrash, IconUserCog, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { person } from '../platform/session.ts';
import { myPermissionsQuery } from '../twins/queries.ts';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { csvOf } from '../ui/csv.ts';
import { Empty } from '../ui/empty.tsx';
import { personName } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { byText } from '../ui/order.ts';
import { saveText } from '../ui/save-text.ts';
import { type Column, SortedSheet } from '../ui/sorted-sheet.tsx';
import { removeMember, setRoles } from './actions.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { isLastOwner, withoutOwner } from './last-owner.ts';
import { type Member, membersOf, membersQuery } from './queries.ts';
import { RightsDrawer } from './rights-drawer.tsx';
import { RoleBadges } from './role-badges.tsx';
import { RolesDialog } from './roles-dialog.tsx';

/** The people with roles of their own in a twin. */
export function PeopleTab({ twinId }: { readonly twinId: string }) {
  const query = useQuery(membersQuery(twinId));
  const mine = useQuery(myPermissionsQuery(twinId)).data;
  const mayInvite = mine?.has('administration_invite_member') ?? false;
  const [inviting, { open, close }] = useDisclosure(false);
  const [explained, explain] = useState<Member>();
  const [changed, change] = useState<Member>();
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed" maw={560}>
          People with roles of their own here. Who comes in through a group is listed with that group; administrators of
          the organization may do everything without being listed.
        </Text>
        <Group gap="xs">
          {query.data && (
            <Button
              variant="default"
              leftSection={<IconTableExport size={16} />}
              onClick={() => saveText('members.csv', csvOf(...tableOf(query.data)))}
            >
              Save as CSV
            </Button>
          )}
          {mayInvite && (
            <Button leftSection={<IconUserPlus size={16} />} onClick={open}>
              Invite people
            </Button>
          )}
        </Group>
      </Group>
      <Loaded query={query}>
        {(members) =>
          members.length === 0 ? (
            <Empty icon={IconUsers} title="Nobody is a member yet" text="Invite people by their e-mail addresses." />
          ) : (
            <People
              twinId={twinId}
              members={members}
              mayInvite={mayInvite}
              mayRemove={mine?.has('administration_remove_member') ?? false}
              onExplain={explain}
              onChange={change}
            />
          )
        }
      </Loaded>
      {inviting && <InviteDialog twinId={twinId} onClose={close} />}
      {explained && <RightsDrawer twinId={twinId} member={explained} onClose={() => explain(undefined)} />}
      {changed && (
        <RolesDialog
          twinId={twinId}
          title={`Roles of ${personName(changed)}`}
          current={changed.roles}
          isLastOwner={isLastOwner(changed, query.data ?? [])}
          save={(roleIds) => setRoles(twinId, changed.id, roleIds)}
          onClose={() => change(undefined)}
        />
      )}
    </>
  );
}

const columns: readonly Column<Member>[] = [
  { title: 'Name', order: byText(personName) },
  { title: 'Organization', order: byText(({ organization }) => organization), visibleFrom: 'md' },
  { title: 'Roles', order: byText(({ roles }) => roles.map(({ displayName }) => displayName).join()) },
];

const People = (props: {
  readonly twinId: string;
  readonly members: readonly Member[];
  readonly mayInvite: boolean;
  readonly mayRemove: boolean;
  readonly onExplain: (member: Member) => void;
  readonly onChange: (member: Member) => void;
}) => (
  <SortedSheet
    items={props.members}
    columns={columns}
    keyOf={({ id }) => id}
    of="person"
    many="people"
    actions
    row={(member) => (
      <>
        <Table.Td className="long">
          <Text size="sm" fw={500}>
            {personName(member)}
            {member.id === person().id ? ' (you)' : ''}
          </Text>
          <Text size="xs" c="dimmed">
            {member.email ?? 'This user does not exist any more.'}
          </Text>
        </Table.Td>
        <Table.Td visibleFrom="md" className="long">
          {member.organization}
        </Table.Td>
        <Table.Td>
          <RoleBadges roles={member.roles} />
        </Table.Td>
        <Table.Td w={44}>
          <MemberMenu
            twinId={props.twinId}
            member={member}
            isLastOwner={isLastOwner(member, props.members)}
            mayInvite={props.mayInvite}
            mayRemove={props.mayRemove}
            onExplain={() => props.onExplain(member)}
            onChange={() => props.onChange(member)}
          />
        </Table.Td>
      </>
    )}
  />
);

const tableOf = (members: readonly Member[]): Parameters<typeof csvOf> => [
  ['Given name', 'Surname', 'E-mail address', 'Organization', 'Roles', 'User id'],
  members.map((one) => [
    one.givenName,
    one.surname,
    one.email,
    one.organization,
    one.roles.map(({ displayName }) => displayName).join('; '),
    one.id,
  ]),
];

function MemberMenu(props: {
  readonly twinId: string;
  readonly member: Member;
  readonly isLastOwner: boolean;
  readonly mayInvite: boolean;
  readonly mayRemove: boolean;
  readonly onExplain: () => void;
  readonly onChange: () => void;
}) {
  const { twinId, member } = props;
  const name = personName(member);
  const self = member.id === person().id;
  const remove = useChange({
    run: () => removeMember(twinId, member.id),
    stale: [membersOf(twinId), ['permissions', twinId]],
    says: () => `${name} is no longer a member.`,
  });
  const askAgain = () =>
    confirm({
      title: self ? 'Leave it without an owner?' : 'Leave the twin without an owner?',
      text: `${self ? 'You are' : `${name} is`} its last owner. ${withoutOwner}`,
      verb: self ? 'Leave all the same' : 'Remove all the same',
      onConfirm: () => remove.mutate(),
    });
  const askToRemove = () =>
    confirm({
      title: self ? 'Leave this twin?' : `Remove ${name}?`,
      text: self
        ? 'You lose all roles here, and access with them unless a group gives you some.'
        : 'They lose all roles here at once, and access with them unless a group gives them some.',
      verb: self ? 'Leave' : 'Remove',
      onConfirm: () => (props.isLastOwner ? askAgain() : remove.mutate()),
    });
  return (
    <ActionsMenu of={name}>
      <Menu.Item leftSection={<IconHelpCircle size={16} />} onClick={props.onExplain}>
        What may they do, and why?
      </Menu.Item>
      <Menu.Item leftSection={<IconUserCog size={16} />} disabled={!props.mayInvite} onClick={props.onChange}>
        Change roles
      </Menu.Item>
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={16} />}
        disabled={!props.mayRemove && !self}
        onClick={askToRemove}
      >
        {self ? 'Leave the twin' : 'Remove'}
      </Menu.Item>
    </ActionsMenu>
  );
}
