import { Button, Table, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../ui/change.tsx';
import { Empty } from '../ui/empty.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Time } from '../ui/time.tsx';
import { withdraw } from './actions.ts';
import { type Invitation, invitationsQuery, membersOf } from './queries.ts';
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
            text="People outside of your organization get a mail with a link that makes them members. Until they follow it, they are here; owners see those of everybody."
          >
            <LinkButton variant="default" to="/twins/$twinId/members" params={{ twinId }}>
              Go to the people
            </LinkButton>
          </Empty>
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
  const end = useChange({
    run: () => withdraw(twinId, invitation.id),
    stale: [membersOf(twinId)],
    says: () => `The invitation of ${invitation.email} is withdrawn.`,
  });
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {invitation.email}
        </Text>
      </Table.Td>
      <Table.Td>
        <RoleBadges roles={invitation.roles} />
      </Table.Td>
      <Table.Td visibleFrom="md">{invitation.invitedByEmail}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Time iso={invitation.createdDate} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time iso={invitation.expirationDate} />
      </Table.Td>
      <Table.Td ta="right">
        <Button size="compact-sm" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          Withdraw
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
