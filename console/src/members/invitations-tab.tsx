import { Menu, Table } from '@mantine/core';
import { IconLink, IconMail, IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Sheet } from '../ui/sheet.tsx';
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
          <Sheet>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>E-mail address</Table.Th>
                <Table.Th>Roles</Table.Th>
                <Table.Th visibleFrom="md">Invited by</Table.Th>
                <Table.Th visibleFrom="sm">Sent</Table.Th>
                <Table.Th visibleFrom="sm">Expires</Table.Th>
                <Table.Th aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {invitations.map((one) => (
                <Row key={one.id} twinId={twinId} invitation={one} />
              ))}
            </Table.Tbody>
          </Sheet>
        )
      }
    </Loaded>
  );
}

function Row({ twinId, invitation }: { readonly twinId: string; readonly invitation: Invitation }) {
  return (
    <Table.Tr>
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
    </Table.Tr>
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
