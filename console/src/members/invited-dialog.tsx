import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../ui/dialog.tsx';
import { plural } from '../ui/format.ts';
import { Copy } from '../ui/secret.tsx';
import { MailState } from './mail-state.tsx';
import { invitationLink, invitationsQuery } from './queries.ts';

/** What has become of invitations: whether their mails went out, and their links to send otherwise. */
export function InvitedDialog(props: {
  readonly twinId: string;
  readonly ids: readonly string[];
  readonly onClose: () => void;
}) {
  const { twinId, ids } = props;
  const made = (useQuery(invitationsQuery(twinId)).data ?? []).filter(({ id }) => ids.includes(id));
  return (
    <Dialog onClose={props.onClose} size="lg" title={`${plural(ids.length, 'invitation')} made`}>
      <Text size="sm" mb="sm">
        Who follows the link and signs in with the invited address becomes a member. It lets in nobody else.
      </Text>
      <Stack gap="sm" mah="50vh" style={{ overflowY: 'auto' }}>
        {made.map(({ id, email, mail }) => (
          <Group key={id} wrap="nowrap" align="flex-start" justify="space-between">
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {email}
              </Text>
              <MailState mail={mail} />
            </div>
            <Copy name={`the link for ${email}`} value={invitationLink(twinId, id)} verb="Copy the link" />
          </Group>
        ))}
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button data-autofocus onClick={props.onClose}>
          Done
        </Button>
      </Group>
    </Dialog>
  );
}
