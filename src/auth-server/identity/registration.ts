import type { Source } from '../../std/source.ts';
import type { Core } from '../core.ts';
import { insertMailLink, removeMailLinks, takeMailLink } from '../store/mail-links.ts';
import { insertOrganization } from '../store/organizations.ts';
import { administratorExists, insertUser, updateUser, userByEmail } from '../store/users.ts';
import { listOf, type UserRow } from '../tables.ts';
import { linkTo } from './mailed-links.ts';
import { hashPassword } from './passwords.ts';
import { aboutOrganization, aboutUser, actingAs, concerning, logOfOrganization } from './recording.ts';

export interface NewPerson {
  readonly givenName: string;
  readonly surname: string;
  /** Absent where people sign in with an external provider. */
  readonly password?: string | undefined;
  readonly country?: string;
  readonly language?: string;
}

/** What somebody does about themselves. */
const selfIn = (user: UserRow, source: Source) => ({ by: actingAs(user, source), ...concerning(user) });

export type Welcomed = { readonly user: UserRow; readonly returnTo: string | null };

/** Makes the account that a mailed link allows; the link has proved the e-mail. Undefined when it is of no use now. */
export async function completeRegistration(
  core: Core,
  token: string,
  person: NewPerson,
  source: Source,
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
        roles: listOf(link.roles),
        emailProved: now,
      },
      now,
    );
    await core.audit.record(tx, { action: 'user.registered', ...selfIn(user, source) });
    return { user, returnTo: link.return_to };
  });
}

/** Brings a person who has an account already into the organization of an invitation. */
export async function joinOrganization(
  core: Core,
  token: string,
  source: Source,
): Promise<'joined' | 'elsewhere' | 'unknown'> {
  return core.db.write(async (tx) => {
    const link = await takeMailLink(tx, token, ['invitation'], Date.now());
    const user = link && (await userByEmail(tx, link.email));
    if (link?.organization_id == null || user === undefined) return 'unknown';
    if (user.organization_id === link.organization_id) return 'joined';
    if (user.organization_id !== null) return 'elsewhere';
    const change = { organization_id: link.organization_id, roles: link.roles };
    await updateUser(tx, user.id, change);
    await core.audit.record(tx, { action: 'user.joined', ...selfIn({ ...user, ...change }, source) });
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
  source: Source,
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
    const administrator = { ...names, passwordHash, organizationId: organization.id, roles, emailProved: now };
    const user = await insertUser(tx, administrator, now);
    const by = actingAs(user, source);
    const owner = logOfOrganization(organization.id);
    await core.audit.record(tx, { action: 'organization.created', owner, by, about: aboutOrganization(organization) });
    await core.audit.record(tx, { action: 'user.registered', owner, by, about: aboutUser(user), detail: roles.join() });
    return user;
  });
}
