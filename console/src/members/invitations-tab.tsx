import { Menu, Table } from '@mantine/core';
import { IconLink, IconMail, IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { byText, byValue } from '../ui/order.ts';
import { type Column, SortedSheet } from '../ui/sorted-sheet.tsx';
import { Time } from '../ui/time.tsx';
import { useCopyLink } from '../ui/use-copy-link.ts';
import { withdraw } from './actions.ts';
import { MailState } from './mail-state.tsx';
import { type Invitation, invitationLink, invitationsQuery, membersOf } from './queries.ts';
import { RoleBadges } from './role-badges.tsx';

/** Invitations that nobody has accepted yet. */
export function InvitationsTab({ twinId }: { readonly twinId: string }) {
  return (
    <Loaded query={useQuery(invitationsQuery(twinId))}>
      {(invitations) =>
        invitations.length === 0 ? (
          <Empty
            icon={IconMail}
            title="No invitation is open"
            text="People outside of your organization are invited by a link that makes them members. Until they follow it, they are here; owners see those of everybody."
          />
        ) : (
          <SortedSheet
            items={invitations}
            columns={columns}
            keyOf={({ id }) => id}
            of="invitation"
            many="invitations"
            actions
            row={(one) => <Cells twinId={twinId} invitation={one} />}
          />
        )
      }
    </Loaded>
  );
}

const columns: readonly Column<Invitation>[] = [
  { title: 'E-mail address', order: byText(({ email }) => email) },
  { title: 'Roles', order: byText(({ roles }) => roles.map(({ displayName }) => displayName).join()) },
  { title: 'Invited by', order: byText(({ invitedByEmail }) => invitedByEmail), visibleFrom: 'md' },
  { title: 'Sent', order: byValue(({ createdDate }) => Date.parse(createdDate)), visibleFrom: 'sm' },
  { title: 'Expires', order: byValue(({ expirationDate }) => Date.parse(expirationDate)), visibleFrom: 'sm' },
];

function Cells({ twinId, invitation }: { readonly twinId: string; readonly invitation: Invitation }) {
  return (
    <>
      <Table.Td className="long">
        {invitation.email}
        <MailState mail={invitation.mail} />
      </Table.Td>
      <Table.Td>
        <RoleBadges roles={invitation.roles} />
      </Table.Td>
      <Table.Td visibleFrom="md" className="long">
        {invitation.invitedByEmail}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time iso={invitation.createdDate} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time iso={invitation.expirationDate} />
      </Table.Td>
      <Table.Td ta="right" w={44}>
        <InvitationMenu twinId={twinId} invitation={invitation} />
      </Table.Td>
    </>
  );
}

function InvitationMenu({ twinId, invitation }: { readonly twinId: string; readonly invitation: Invitation }) {
  const { id, email } = invitation;
  const copyLink = useCopyLink();
  const end = useChange({
    run: () => withdraw(twinId, id),
    stale: [membersOf(twinId)],
    says: () => `The invitation of ${email} is withdrawn.`,
  });
  const ask = () =>
    confirm({
      title: `Withdraw the invitation of ${email}?`,
      text: 'The link that they have got tells them so. You can invite them again.',
      verb: 'Withdraw',
      onConfirm: () => end.mutate(),
    });
  return (
    <ActionsMenu of={`the invitation of ${email}`}>
      <Menu.Item
        leftSection={<IconLink size={16} />}
        onClick={() => copyLink(invitationLink(twinId, id), `The link is copied. It lets in ${email} only.`)}
      >
        Copy the link
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconMailOff size={16} />} onClick={ask}>
        Withdraw
      </Menu.Item>
    </ActionsMenu>
  );
}
