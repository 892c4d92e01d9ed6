import { Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormFoot } from '../ui/form-foot.tsx';
import { plural } from '../ui/format.ts';
import { type Invited, invite } from './actions.ts';
import { emailsIn } from './explain.ts';
import { InvitedDialog } from './invited-dialog.tsx';
import { membersOf } from './queries.ts';
import { RoleChoice } from './role-choice.tsx';

/** Invites people by their e-mail addresses. */
export function InviteDialog({ twinId, onClose }: { readonly twinId: string; readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [roleIds, setRoleIds] = useState<string[]>([]);
  const [message, setMessage] = useState('');
  const { emails, faulty } = emailsIn(text);
  const [invited, setInvited] = useState<readonly string[]>();
  const change = useChange({
    run: (given: Invited) => invite(twinId, given),
    stale: [membersOf(twinId)],
    says: ({ members }) =>
      members.length === 0 ? '' : `${plural(members.length, 'person is a member', 'people are members')} now.`,
    done: ({ invitations }) => (invitations.length > 0 ? setInvited(invitations.map(({ id }) => id)) : onClose()),
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ emails, roleIds, message: message.trim() });
  };
  if (invited) return <InvitedDialog twinId={twinId} ids={invited} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title="Invite people" size="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Textarea
            label="E-mail addresses"
            description="Separated by commas or lines. People of your organization become members at once; all others are invited, and accept within 7 days."
            withAsterisk
            data-autofocus
            autosize
            minRows={2}
            maxRows={8}
            value={text}
            error={faulty.length > 0 && `Not an e-mail address: ${faulty.join(', ')}`}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <RoleChoice twinId={twinId} value={roleIds} onChange={setRoleIds} />
          <Textarea
            label="Message"
            description="Goes into the mail."
            maxLength={2000}
            autosize
            minRows={2}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <FormFoot
            change={change}
            verb={emails.length > 1 ? `Invite ${emails.length} people` : 'Invite'}
            disabled={emails.length === 0 || faulty.length > 0 || roleIds.length === 0}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
