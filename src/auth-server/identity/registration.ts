import type { Transaction } from '../../kernel/db/database.ts';
import type { Core } from '../core.ts';
import { countFailure, lockedFor } from '../store/failures.ts';
import { insertMailLink, type NewMailLink, removeMailLinks, takeMailLink } from '../store/mail-links.ts';
import { insertOrganization } from '../store/organizations.ts';
import { administratorExists, insertUser, updateUser, userByEmail } from '../store/users.ts';
import type { UserRow } from '../tables.ts';
import { hashPassword } from './passwords.ts';

export const linkTo = (core: Core, path: string, token: string): string => `${core.issuer}${path}?token=${token}`;

/** Sends a link by mail. No more than five an hour go to one address. */
async function mailLink(
  core: Core,
  tx: Transaction,
  link: NewMailLink,
  mail: { readonly path: string; readonly subject: string; readonly text: (url: string) => string },
): Promise<void> {
  const token = await insertMailLink(tx, link, Date.now());
  await core.sendMail(tx, { to: link.email, subject: mail.subject, text: mail.text(linkTo(core, mail.path, token)) });
}

/**
 * Answers a wish to register by mail only, so that the page does not tell who has an account: with a link, with a hint
 * that there is an account, or not at all where nobody invited this address.
 */
export async function requestRegistration(core: Core, email: string, returnTo: string | undefined): Promise<void> {
  const now = Date.now();
  const welcome = core.registration === 'open' || (await core.invitations.isInvited(email));
  await core.db.write(async (tx) => {
    const tooOften = (await lockedFor(tx, 'mail', email, now)) > 0;
    await countFailure(tx, 'mail', email, now);
    if (!welcome || tooOften) return;
    const known = await userByEmail(tx, email);
    if (known) {
      await core.sendMail(tx, {
        to: known.email,
        subject: 'You have an account already',
        text: `Somebody, probably you, wanted to create an account at ${core.issuer} with this address.\nThere is one already: sign in at ${core.issuer}/account\n`,
      });
      return;
    }
    await removeMailLinks(tx, 'registration', email);
    await mailLink(
      core,
      tx,
      { kind: 'registration', email, returnTo },
      {
        path: '/account/welcome',
        subject: 'Create your account',
        text: (url) =>
          `Please follow this link to create your account. It works for 24 hours.\n\n${url}\n\nIf you did not ask for it, you need not do anything.\n`,
      },
    );
  });
}

/** Sends a link to a new password; the page does not tell whether anything was sent. */
export async function requestNewPassword(core: Core, email: string): Promise<void> {
  const now = Date.now();
  await core.db.write(async (tx) => {
    const tooOften = (await lockedFor(tx, 'mail', email, now)) > 0;
    await countFailure(tx, 'mail', email, now);
    const user = await userByEmail(tx, email);
    if (tooOften || user?.kind !== 'user' || user.state !== 'Active') return;
    await removeMailLinks(tx, 'password', user.email);
    await mailLink(
      core,
      tx,
      { kind: 'password', email: user.email },
      {
        path: '/account/new-password',
        subject: 'Choose a new password',
        text: (url) =>
          `Please follow this link to choose a new password. It works for one hour.\n\n${url}\n\nIf you did not ask for it, you need not do anything.\n`,
      },
    );
  });
}

/** Invites somebody into an organization with roles. */
export async function inviteToOrganization(
  core: Core,
  invitation: { readonly email: string; readonly organizationId: string; readonly roles: readonly string[] },
  words: { readonly organization: string; readonly inviter: string },
): Promise<void> {
  await core.db.write(async (tx) => {
    await removeMailLinks(tx, 'invitation', invitation.email);
    await mailLink(
      core,
      tx,
      { kind: 'invitation', ...invitation },
      {
        path: '/account/welcome',
        subject: `Join ${words.organization}`,
        text: (url) =>
          `${words.inviter} invites you to join ${words.organization} on the Twin Platform.\nPlease follow this link; it works for 7 days.\n\n${url}\n`,
      },
    );
  });
}

export interface NewPerson {
  readonly givenName: string;
  readonly surname: string;
  /** Absent where people sign in with an external provider. */
  readonly password?: string | undefined;
  readonly country?: string;
  readonly language?: string;
}

export type Welcomed = { readonly user: UserRow; readonly returnTo: string | null };

/** Makes the account that a mailed link allows; the link has proved the e-mail. Undefined when it is of no use now. */
export async function completeRegistration(
  core: Core,
  token: string,
  person: NewPerson,
): Promise<Welcomed | undefined> {
  const { password, ...names } = person;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const now = Date.now();
  return core.db.write(async (tx) => {
    const link = await takeMailLink(tx, token, ['registration', 'invitation'], now);
    if (link === undefined || (await userByEmail(tx, link.email))) return undefined;
    const user = await insertUser(
      tx,
      {
        ...names,
        email: link.email,
        passwordHash,
        organizationId: link.organization_id,
        roles: JSON.parse(link.roles) as string[],
        emailProved: now,
      },
      now,
    );
    return { user, returnTo: link.return_to };
  });
}

/** Brings a person who has an account already into the organization of an invitation. */
export async function joinOrganization(core: Core, token: string): Promise<'joined' | 'elsewhere' | 'unknown'> {
  return core.db.write(async (tx) => {
    const link = await takeMailLink(tx, token, ['invitation'], Date.now());
    const user = link && (await userByEmail(tx, link.email));
    if (link?.organization_id == null || user === undefined) return 'unknown';
    if (user.organization_id === link.organization_id) return 'joined';
    if (user.organization_id !== null) return 'elsewhere';
    await updateUser(tx, user.id, { organization_id: link.organization_id, roles: link.roles });
    return 'joined';
  });
}

/** A link with which whoever started the program becomes its first administrator; undefined when there is one. */
export async function createFirstAdministratorLink(core: Core): Promise<string | undefined> {
  return core.db.write(async (tx) => {
    if (await administratorExists(tx)) return undefined;
    await removeMailLinks(tx, 'administrator');
    const token = await insertMailLink(tx, { kind: 'administrator', email: '' }, Date.now());
    return linkTo(core, '/account/first-administrator', token);
  });
}

/** Makes the first organization and its administrator; works once, and never when there is one already. */
export async function createFirstAdministrator(
  core: Core,
  token: string,
  organizationName: string,
  person: NewPerson & { readonly email: string },
): Promise<UserRow | 'unknown' | 'emailTaken'> {
  const { password, ...names } = person;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const now = Date.now();
  return core.db.write(async (tx) => {
    if (await userByEmail(tx, person.email)) return 'emailTaken';
    const link = await takeMailLink(tx, token, ['administrator'], now);
    if (link === undefined || (await administratorExists(tx))) return 'unknown';
    const organization = await insertOrganization(tx, { name: organizationName }, now);
    await core.onOrganizationCreated(tx, { id: organization.id, name: organization.name });
    const roles = ['account_administrator'];
    return insertUser(tx, { ...names, passwordHash, organizationId: organization.id, roles, emailProved: now }, now);
  });
}
