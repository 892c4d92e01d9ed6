import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Mail } from '../../../kernel/mail/port.ts';
import type { GroupRow, InvitationRow, RoleRow } from '../tables.ts';

/** What the proof in the link of the mail is signed for. */
export const invitationProof = 'invitation in a mail';

interface Facts {
  readonly inviter: string;
  readonly twin: TwinFacts;
  readonly group: GroupRow | undefined;
  readonly roles: readonly RoleRow[];
  /** Where the invited person accepts. */
  readonly address: string;
  readonly message: string | undefined;
}

/** The mail of an invitation: plain text, so that nothing in names or message can be more than text. */
export function invitationMail(
  row: Pick<InvitationRow, 'email' | 'expires' | 'invited_by_email'>,
  { inviter, twin, group, roles, address, message }: Facts,
): Mail {
  const where = group ? `the group "${group.name}" of "${twin.displayName}"` : `"${twin.displayName}"`;
  const as = roles.length > 0 ? ` as ${roles.map((role) => role.display_name).join(', ')}` : '';
  const until = new Date(row.expires).toISOString().slice(0, 16).replace('T', ' ');
  const paragraphs = [
    `${inviter} (${row.invited_by_email}) invites you to join ${where}${as}.`,
    ...(message?.trim() ? [`They wrote:\n\n${quoted(message.trim())}`] : []),
    `To accept, open this address and sign in as ${row.email}:\n\n${address}`,
    `The invitation ends on ${until} UTC. If you do not know who sent it, ignore this mail.`,
  ];
  return {
    to: row.email,
    subject: `${inviter} invites you to join ${where}`,
    text: `${paragraphs.join('\n\n')}\n`,
    sandboxId: twin.sandboxId,
  };
}

/** Marks what the inviter wrote, so that it cannot pass for words of the platform. */
const quoted = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n');
