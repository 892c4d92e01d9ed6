import type { Mail } from '../../../kernel/ports/mail.ts';
import type { TwinFacts } from '../../../kernel/ports/twins.ts';
import type { GroupRow, InvitationRow } from '../tables.ts';

interface Facts {
  readonly inviter: string;
  readonly twin: TwinFacts;
  readonly group: GroupRow | undefined;
  /** Where the invited person accepts. */
  readonly address: string;
  readonly message: string | undefined;
}

/** The mail of an invitation: plain text, so that nothing in names or message can be more than text. */
export function invitationMail(row: InvitationRow, { inviter, twin, group, address, message }: Facts): Mail {
  const where = group ? `the group "${group.name}" of "${twin.displayName}"` : `"${twin.displayName}"`;
  const until = new Date(row.expires).toISOString().slice(0, 16).replace('T', ' ');
  const paragraphs = [
    `${inviter} (${row.invited_by_email}) invites you to join ${where}.`,
    ...(message?.trim() ? [`They wrote:\n\n${quoted(message.trim())}`] : []),
    `To accept, open this address and sign in as ${row.email}:\n\n${address}`,
    `The invitation ends on ${until} UTC. If you do not know who sent it, ignore this mail.`,
  ];
  return {
    to: row.email,
    subject: `${inviter} invites you to join ${where}`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}

/** Marks what the inviter wrote, so that it cannot pass for words of the platform. */
const quoted = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n');
