import { ConfigError } from '../config/config.ts';
import { theSystem } from '../kernel/audit.ts';
import type { Mode, Tier } from '../kernel/callers/people.ts';
import type { Transaction } from '../kernel/db/database.ts';
import { isUuid, nilUuid } from '../std/ids.ts';
import { jsonOf } from '../std/json.ts';
import type { Core } from './core.ts';
import { emailFault, passwordFault } from './identity/field-rules.ts';
import { weaknessOf } from './identity/password-strength.ts';
import { hashPassword } from './identity/passwords.ts';
import { logOfOrganization } from './identity/recording.ts';
import { faultsOf, registeredScopes } from './registry/rules.ts';
import {
  applicationById,
  hasSecret,
  insertApplication,
  isUsedClientId,
  secretHash,
  updateApplication,
} from './store/applications.ts';
import { endGrants } from './store/grants.ts';
import { insertOrganization, organizationById, renameOrganization } from './store/organizations.ts';
import { insertUser, isOrganizationRole, names, updateUser, userByEmail, userById } from './store/users.ts';
import type { ApplicationRow, ApplicationType, UserRow } from './tables.ts';

export interface SetupOrganization {
  readonly id: string;
  readonly name: string;
}

export interface SetupUser {
  readonly id?: string;
  readonly email: string;
  readonly password?: string;
  readonly givenName: string;
  readonly surname: string;
  /** Id of an organization. */
  readonly organization?: string | null;
  readonly roles?: readonly string[];
  readonly groups?: readonly string[];
}

export interface SetupApplication {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly type: ApplicationType;
  readonly displayName: string;
  readonly organization?: string | null;
  readonly redirectUris?: readonly string[];
  readonly postLogoutRedirectUris?: readonly string[];
  readonly scopes?: readonly string[];
  readonly trusted?: boolean;
  readonly tier?: Tier;
  readonly mode?: Mode;
  readonly roles?: readonly string[];
}

/** The part of the set-up file that the authorization server keeps. */
export interface IdentitySetup {
  readonly organizations?: readonly SetupOrganization[];
  readonly users?: readonly SetupUser[];
  readonly applications?: readonly SetupApplication[];
}

export interface SetupFault {
  /** For example `['users', 0, 'email']`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What is wrong with values of the right types; the reader of the file knows their lines. */
export function setupFaults(setup: IdentitySetup, apiScopes: readonly string[]): SetupFault[] {
  return [
    ...(setup.organizations ?? []).flatMap(({ id }, at) =>
      isUuid(id) ? [] : [{ path: ['organizations', at, 'id'], message: 'must be a UUID' }],
    ),
    ...(setup.users ?? []).flatMap((user, at) =>
      userFaults(user).map(({ name, message }) => ({ path: ['users', at, name], message })),
    ),
    ...(setup.applications ?? []).flatMap((application, at) =>
      applicationFaults(application, apiScopes).map(({ name, message }) => ({
        path: ['applications', at, name],
        message,
      })),
    ),
  ];
}

interface NamedFault {
  readonly name: string;
  readonly message: string;
}

function userFaults(user: SetupUser): NamedFault[] {
  const faults: [string, string | undefined | false][] = [
    ['id', user.id !== undefined && !isUuid(user.id) && 'must be a UUID'],
    ['email', emailFault(user.email)],
    ['password', user.password !== undefined && passwordFault(user.password, undefined)],
    ['roles', user.roles?.some((role) => !isOrganizationRole(role)) && 'holds a role that does not exist'],
    ['organization', !!user.roles?.length && !user.organization && 'is needed for roles'],
  ];
  return faults.flatMap(([name, message]) => (message ? [{ name, message }] : []));
}

function applicationFaults(application: SetupApplication, apiScopes: readonly string[]): NamedFault[] {
  const { type, clientSecret } = application;
  const secretFault = hasSecret(type)
    ? !/^[\x20-\x7e]{16,}$/.test(clientSecret ?? '') && 'must have at least 16 printable ASCII characters'
    : clientSecret !== undefined && `must not be given for ${type}`;
  const idFault = !/^[A-Za-z0-9._~-]{1,200}$/.test(application.clientId) && 'may hold letters, digits and ._~- only';
  return [
    ...(idFault ? [{ name: 'clientId', message: idFault }] : []),
    ...(secretFault ? [{ name: 'clientSecret', message: secretFault }] : []),
    ...faultsOf(type, application, apiScopes).map(({ target, message }) => ({ name: target, message })),
  ];
}

/**
 * Makes or changes what the file names, and deletes nothing. Passwords and secrets are set only when the file gives
 * another one than the last time, so that people's own changes stay.
 */
export async function applySetup(core: Core, setup: IdentitySetup): Promise<void> {
  const hashes = await newPasswordHashes(core, setup.users ?? []);
  const now = Date.now();
  await core.db.write(async (tx) => {
    for (const organization of setup.organizations ?? []) await applyOrganization(core, tx, organization, now);
    for (const user of setup.users ?? []) await applyUser(core, tx, user, hashes.get(user), now);
    for (const application of setup.applications ?? []) await applyApplication(core, tx, application, now);
    for (const organization of setup.organizations ?? []) await recordSetup(core, tx, setup, organization);
  });
}

/** Each organization is told that a file speaks of it, and of how much. */
async function recordSetup(
  core: Core,
  tx: Transaction,
  { users = [], applications = [] }: IdentitySetup,
  organization: SetupOrganization,
): Promise<void> {
  const isOfIt = (one: { readonly organization?: string | null }) =>
    one.organization?.toLowerCase() === organization.id.toLowerCase();
  await core.audit.record(tx, {
    action: 'setup.applied',
    owner: logOfOrganization(organization.id.toLowerCase()),
    by: theSystem,
    about: { type: 'Setup', id: organization.id.toLowerCase(), name: organization.name },
    detail: `${users.filter(isOfIt).length} users, ${applications.filter(isOfIt).length} applications`,
  });
}

/** Passwords that the file gives for the first time and that are too easy to guess; to look at more would load a list. */
export async function weakPasswords(core: Core, setup: IdentitySetup): Promise<SetupFault[]> {
  const faults: SetupFault[] = [];
  for (const [at, user] of (setup.users ?? []).entries()) {
    if (user.password === undefined || !(await isNewPassword(core, user, user.password))) continue;
    const organization = setup.organizations?.find(({ id }) => id.toLowerCase() === user.organization?.toLowerCase());
    const personal = [user.email, user.givenName, user.surname, organization?.name];
    const message = await weaknessOf(user.password, personal);
    if (message) faults.push({ path: ['users', at, 'password'], message: `is too easy to guess. ${message}` });
  }
  return faults;
}

const markOf = (core: Core, password: string): string => core.secrets.sign('set-up password', password);

const isNewPassword = async (core: Core, user: SetupUser, password: string): Promise<boolean> =>
  (await userByEmail(core.db, user.email))?.setup_password !== markOf(core, password);

interface NewPassword {
  readonly hash: string;
  /** Signature of the password in the file. */
  readonly mark: string;
}

/** Passwords that the file gives for the first time, hashed before the transaction. */
async function newPasswordHashes(core: Core, users: readonly SetupUser[]): Promise<Map<SetupUser, NewPassword>> {
  const found = new Map<SetupUser, NewPassword>();
  for (const user of users) {
    if (user.password === undefined) continue;
    if (!(await isNewPassword(core, user, user.password))) continue;
    found.set(user, { hash: await hashPassword(user.password), mark: markOf(core, user.password) });
  }
  return found;
}

function refuse(why: string): never {
  throw new ConfigError(`The set-up file cannot be applied: ${why}.`);
}

async function applyOrganization(
  core: Core,
  tx: Transaction,
  { id, name }: SetupOrganization,
  now: number,
): Promise<void> {
  const before = await organizationById(tx, id.toLowerCase());
  if (before === undefined) {
    await insertOrganization(tx, { id: id.toLowerCase(), name }, now);
    await core.onOrganizationCreated(tx, { id: id.toLowerCase(), name });
  } else if (before.name !== name) await renameOrganization(tx, before.id, name);
}

/** Who has the id or the e-mail already; refuses who may not be changed by the file. */
async function userBefore(tx: Transaction, id: string | undefined, email: string): Promise<UserRow | undefined> {
  const before = (id && (await tx.first(userById, { id }))) || (await userByEmail(tx, email));
  if (before && before.kind !== 'user') refuse(`user ${email} is a service application`);
  if (before && before.email_proved === null) {
    refuse(`somebody signs in as ${email} who has not proved to hold that e-mail`);
  }
  return before;
}

async function applyUser(
  core: Core,
  tx: Transaction,
  user: SetupUser,
  password: NewPassword | undefined,
  now: number,
): Promise<void> {
  const id = user.id?.toLowerCase();
  const before = await userBefore(tx, id, user.email);
  const secrets = password ? { password_hash: password.hash, setup_password: password.mark } : {};
  const organizationId = user.organization?.toLowerCase() ?? null;
  if (!before) {
    const { password: _, organization: __, id: ___, ...rest } = user;
    const made = await insertUser(tx, { ...rest, ...(id ? { id } : {}), organizationId, emailProved: now }, now);
    if (password) await updateUser(tx, made.id, secrets);
    return;
  }
  const change: Partial<UserRow> = {
    ...names(user),
    ...secrets,
    organization_id: organizationId,
    ...(user.roles ? { roles: jsonOf(user.roles) } : {}),
    ...(user.groups ? { groups: jsonOf(user.groups) } : {}),
  };
  await updateUser(tx, before.id, change);
  if (password && before.password_hash) await endGrants(tx, core.revocations, { userId: before.id }, now, true);
}

async function applyApplication(core: Core, tx: Transaction, given: SetupApplication, now: number): Promise<void> {
  const before = await applicationById(tx, given.clientId);
  const mark = given.clientSecret === undefined ? null : secretHash(core.secrets, given.clientSecret);
  const organizationId = given.organization?.toLowerCase() ?? null;
  const { redirectUris = [], postLogoutRedirectUris = [] } = given;
  const scopes = registeredScopes(given.scopes ?? core.apiScopes.slice(0, 1), core.apiScopes);
  if (before === undefined) {
    if (await isUsedClientId(tx, given.clientId)) {
      refuse(`application ${given.clientId} was deleted, and no id is used again; give it another id`);
    }
    const { clientSecret: secret, organization: _, ...rest } = given;
    const lists = { redirectUris, postLogoutRedirectUris, scopes };
    const owned = { organizationId, createdBy: nilUuid, ...(secret === undefined ? {} : { secret }) };
    const row = await insertApplication(
      tx,
      { ...rest, ...lists, ...owned },
      { secrets: core.secrets, host: core.host, now },
    );
    await updateApplication(tx, row, { setup_secret: mark }, now);
    return;
  }
  if (before.created_by !== nilUuid) {
    refuse(`application ${given.clientId} was registered by a person (${before.created_by}); give yours another id`);
  }
  if (before.type !== given.type) {
    refuse(`application ${given.clientId} is of type ${before.type}, which cannot change`);
  }
  const { mode = 'Production' } = given;
  if (before.mode !== mode) {
    refuse(`application ${given.clientId} is of mode ${before.mode}, which cannot change`);
  }
  const change: Partial<ApplicationRow> = {
    display_name: given.displayName,
    redirect_uris: jsonOf(redirectUris),
    post_logout_redirect_uris: jsonOf(postLogoutRedirectUris),
    scopes: jsonOf(scopes),
    organization_id: organizationId,
    ...(given.tier ? { tier: given.tier } : {}),
    ...(given.trusted === undefined ? {} : { trusted: given.trusted ? 1 : 0 }),
    ...(mark !== before.setup_secret ? { secret_hash: mark, old_secret_hash: null, setup_secret: mark } : {}),
  };
  await updateApplication(tx, before, change, now);
  if (before.user_id) {
    const own = { organization_id: organizationId, ...(given.roles ? { roles: jsonOf(given.roles) } : {}) };
    await updateUser(tx, before.user_id, own);
  }
}
