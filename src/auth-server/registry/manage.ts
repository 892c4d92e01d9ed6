import type { Actor } from '../../kernel/audit.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { jsonOf } from '../../std/json.ts';
import type { Core } from '../core.ts';
import { aboutApplication, logOfApplication } from '../identity/recording.ts';
import {
  hasSecret,
  insertApplication,
  type NewApplication,
  newClientId,
  newSecret,
  rotateSecret,
  secretHash,
  updateApplication,
} from '../store/applications.ts';
import { endTokensOfApplication } from '../store/grants.ts';
import { updateUser, userById } from '../store/users.ts';
import { type ApplicationRow, listOf, q } from '../tables.ts';

const entryOf = (application: ApplicationRow, by: Actor) => ({
  owner: logOfApplication(application),
  by,
  about: aboutApplication(application),
});

export interface Created {
  readonly application: ApplicationRow;
  /** Shown this once. */
  readonly secret: string | undefined;
}

export async function createApplication(
  core: Core,
  tx: Transaction,
  application: Omit<NewApplication, 'secret' | 'clientId'>,
  by: Actor,
): Promise<Created> {
  const secret = hasSecret(application.type) ? newSecret() : undefined;
  const made = {
    ...application,
    clientId: newClientId(application.type, application.mode),
    ...(secret === undefined ? {} : { secret }),
  };
  const row = await insertApplication(tx, made, { secrets: core.secrets, host: core.host, now: Date.now() });
  const detail = row.mode === 'Test' ? `${row.type}, test mode` : row.type;
  await core.audit.record(tx, { action: 'application.created', ...entryOf(row, by), detail });
  return { application: row, secret };
}

/** Changes an application; disabling it ends its tokens, and switches its own user off. */
export async function changeApplication(
  core: Core,
  tx: Transaction,
  application: ApplicationRow,
  change: Partial<ApplicationRow>,
  roles: readonly string[] | undefined,
  by: Actor,
): Promise<ApplicationRow> {
  const now = Date.now();
  const updated = await updateApplication(tx, application, change, now);
  if (application.user_id) {
    const own = roles ? { roles: jsonOf(roles) } : {};
    await updateUser(tx, application.user_id, { ...own, state: updated.state });
  }
  if (updated.state === 'Disabled' && application.state === 'Active') {
    await endTokensOfApplication(tx, core.revocations, application, now);
    await core.onApplicationEnded(tx, application.client_id, 'disabled');
  }
  const detail = changedIn(application, updated, roles);
  await core.audit.record(tx, { action: 'application.changed', ...entryOf(updated, by), detail });
  return updated;
}

/** The settings that are other ones now; nobody needs to know what a column is called. */
function changedIn(before: ApplicationRow, after: ApplicationRow, roles: readonly string[] | undefined): string {
  const settings = ['display_name', 'redirect_uris', 'post_logout_redirect_uris', 'scopes', 'tier', 'trusted'] as const;
  const named = settings.filter((name) => before[name] !== after[name]).map((name) => name.replaceAll('_', ' '));
  const state = before.state === after.state ? [] : [after.state];
  return [...state, ...named, ...(roles ? [`roles: ${roles.join(' ')}`] : [])].join(', ');
}

/** Removes an application with its tokens and consents; its own user stays known, but disabled. */
export async function deleteApplication(
  core: Core,
  tx: Transaction,
  application: ApplicationRow,
  by: Actor,
): Promise<void> {
  const now = Date.now();
  await endTokensOfApplication(tx, core.revocations, application, now);
  await core.onApplicationEnded(tx, application.client_id, 'deleted');
  await tx.run(q.deleteFrom('auth_consents').where('client_id', '=', application.client_id));
  await tx.run(q.deleteFrom('auth_applications').where('client_id', '=', application.client_id));
  if (application.user_id) await updateUser(tx, application.user_id, { state: 'Disabled' });
  await core.audit.record(tx, { action: 'application.deleted', ...entryOf(application, by) });
}

/** A new secret, shown this once; the old one works 24 h longer unless it must end at once. */
export async function renewSecret(
  core: Core,
  tx: Transaction,
  application: ApplicationRow,
  immediately: boolean,
  by: Actor,
): Promise<string> {
  const now = Date.now();
  const secret = newSecret();
  await rotateSecret(tx, application, { hash: secretHash(core.secrets, secret), immediately, now });
  const detail = immediately ? 'the old one has ended' : 'the old one works 24 hours longer';
  await core.audit.record(tx, { action: 'application.secretRenewed', ...entryOf(application, by), detail });
  return secret;
}

/** E-mail and roles of a Service application's own user. */
export async function ownUser(
  db: Reader,
  application: ApplicationRow,
): Promise<{ email: string; roles: string[] } | undefined> {
  const user = application.user_id ? await db.first(userById, { id: application.user_id }) : undefined;
  return user && { email: user.email, roles: listOf(user.roles) };
}
