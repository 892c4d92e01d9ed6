import type { Transaction } from '../../kernel/db/database.ts';
import type { Source } from '../../std/source.ts';
import type { Core } from '../core.ts';
import { attemptsFrom, countAttempt, takeAttempt, waitOf, writeAttempts } from '../store/attempts.ts';
import { insertMailLink, type NewMailLink, removeMailLinks } from '../store/mail-links.ts';
import { userByEmail } from '../store/users.ts';
import type { UserRow } from '../tables.ts';
import { aboutInvitation, actingAs, concerning, logOfOrganization } from './recording.ts';

export const linkTo = (core: Core, path: string, token: string): string => `${core.issuer}${path}?token=${token}`;

interface LinkMail {
  readonly path: string;
  readonly subject: string;
  readonly text: (url: string) => string;
}

/** Sends a link by mail; it replaces earlier ones of its kind. */
async function mailLink(core: Core, tx: Transaction, link: NewMailLink, mail: LinkMail): Promise<void> {
  await removeMailLinks(tx, link.kind, link.email);
  const token = await insertMailLink(tx, link, Date.now());
  await core.sendMail(tx, { to: link.email, subject: mail.subject, text: mail.text(linkTo(core, mail.path, token)) });
}

/** Whether strangers may have a mail sent. An address or network that asks too much is told to wait, a recipient never. */
type MayMail = { readonly waitMs: number; readonly silent: boolean };

async function takeMail(tx: Transaction, email: string, { address }: Source, now: number): Promise<MayMail> {
  const { waitMs } = await takeAttempt(tx, attemptsFrom(address, 'mails'), now);
  if (waitMs > 0) return { waitMs, silent: false };
  const ofRecipient = [{ kind: 'mail', on: email }] as const;
  const silent = (await waitOf(tx, ofRecipient, now)) > 0;
  if (!silent) await countAttempt(tx, ofRecipient, now);
  return { waitMs: 0, silent };
}

/**
 * Answers a wish to register by mail only, so that the page does not tell who has an account: with a link, with a hint
 * that there is an account, or not at all where nobody invited this address. Milliseconds to wait when this address
 * has asked for too many; else 0.
 */
export async function requestRegistration(
  core: Core,
  email: string,
  returnTo: string | undefined,
  source: Source,
): Promise<number> {
  const now = Date.now();
  const welcome = core.registration === 'open' || (await core.invitations.isInvited(email));
  return writeAttempts(core.db, async (tx) => {
    const { waitMs, silent } = await takeMail(tx, email, source, now);
    if (waitMs > 0 || silent || !welcome) return waitMs;
    const known = await userByEmail(tx, email);
    if (known) await core.sendMail(tx, accountThere(core, known));
    else await mailLink(core, tx, { kind: 'registration', email, returnTo }, newAccount);
    return 0;
  });
}

/** The path on which who has proved to read the mails of an address creates an account; it works like the link of a mail. */
export function registrationOf(core: Core, email: string, returnTo: string): Promise<string> {
  return core.db.write(async (tx) => {
    await removeMailLinks(tx, 'registration', email);
    const token = await insertMailLink(tx, { kind: 'registration', email, returnTo }, Date.now());
    return `${newAccount.path}?token=${token}`;
  });
}

const accountThere = (core: Core, known: UserRow) => ({
  to: known.email,
  subject: 'You have an account already',
  text: `Somebody, probably you, wanted to create an account at ${core.issuer} with this address.\nThere is one already: sign in at ${core.issuer}/account\n`,
});

const newAccount: LinkMail = {
  path: '/account/welcome',
  subject: 'Create your account',
  text: (url) =>
    `Please follow this link to create your account. It works for 24 hours.\n\n${url}\n\nIf you did not ask for it, you need not do anything.\n`,
};

/** Sends a link to a new password; the page does not tell whether anything was sent. Answers as `requestRegistration`. */
export async function requestNewPassword(core: Core, email: string, source: Source): Promise<number> {
  const now = Date.now();
  return writeAttempts(core.db, async (tx) => {
    const { waitMs, silent } = await takeMail(tx, email, source, now);
    if (waitMs > 0) return waitMs;
    const found = await userByEmail(tx, email);
    const user = found?.kind === 'user' && found.state === 'Active' ? found : undefined;
    const outcome = silent ? 'Refused' : 'Succeeded';
    await core.audit.record(tx, {
      action: 'password.resetRequested',
      outcome,
      by: actingAs(undefined, source),
      ...concerning(user),
    });
    if (user && !silent) await mailLink(core, tx, { kind: 'password', email: user.email }, newPassword);
    return 0;
  });
}

const newPassword: LinkMail = {
  path: '/account/new-password',
  subject: 'Choose a new password',
  text: (url) =>
    `Please follow this link to choose a new password. It works for one hour.\n\n${url}\n\nIf you did not ask for it, you need not do anything.\n`,
};

/** Invites somebody into the organization of an administrator, with roles. Answers as `requestRegistration`. */
export async function inviteToOrganization(
  core: Core,
  invitation: { readonly email: string; readonly roles: readonly string[] },
  organization: { readonly id: string; readonly name: string },
  inviter: UserRow,
  source: Source,
): Promise<number> {
  const now = Date.now();
  const { email, roles } = invitation;
  return writeAttempts(core.db, async (tx) => {
    const { waitMs } = await takeAttempt(tx, [{ kind: 'invitation', on: `${organization.id} ${email}` }], now);
    if (waitMs > 0) return waitMs;
    await mailLink(
      core,
      tx,
      { kind: 'invitation', email, organizationId: organization.id, roles },
      {
        path: '/account/welcome',
        subject: `Join ${organization.name}`,
        text: (url) =>
          `${inviter.display_name} invites you to join ${organization.name} on the Twin Platform.\nPlease follow this link; it works for 7 days.\n\n${url}\n`,
      },
    );
    await core.audit.record(tx, {
      action: 'user.invited',
      owner: logOfOrganization(organization.id),
      by: actingAs(inviter, source),
      about: aboutInvitation(email),
      ...(roles.length > 0 ? { detail: roles.join(', ') } : {}),
    });
    return 0;
  });
}

/** Takes such an invitation back; nothing happens when there is none. */
export async function withdrawInvitation(
  core: Core,
  email: string,
  organizationId: string,
  administrator: UserRow,
  source: Source,
): Promise<void> {
  await core.db.write(async (tx) => {
    if ((await removeMailLinks(tx, 'invitation', email)) === 0) return;
    await core.audit.record(tx, {
      action: 'user.uninvited',
      owner: logOfOrganization(organizationId),
      by: actingAs(administrator, source),
      about: aboutInvitation(email),
    });
  });
}
