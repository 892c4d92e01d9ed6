import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Mode, Tier } from '../../kernel/callers/people.ts';
import { condition } from '../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import { newId, newToken } from '../../std/ids.ts';
import { jsonOf } from '../../std/json.ts';
import type { SecretBox } from '../../std/secrets.ts';
import { likeLiteral } from '../../std/text.ts';
import { type ApplicationRow, type ApplicationType, listOf, q } from '../tables.ts';
import { insertUser, names, updateUser } from './users.ts';

const oldSecretWorksMs = 24 * 3600_000;
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

export interface NewApplication {
  readonly clientId?: string;
  readonly type: ApplicationType;
  readonly displayName: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly organizationId: string | null;
  readonly createdBy: string;
  readonly tier?: Tier;
  readonly trusted?: boolean;
  /** Default: Production. */
  readonly mode?: Mode;
  /** Organization roles of a Service application's own user. */
  readonly roles?: readonly string[];
  /** Absent: none. */
  readonly secret?: string;
}

const byClientId = prepared((p: { clientId: string }) =>
  q.selectFrom('auth_applications').selectAll().where('client_id', '=', p.clientId),
);

export const applicationById = (db: Reader, clientId: string): Promise<ApplicationRow | undefined> =>
  db.first(byClientId, { clientId });

/** True once any application has had this id, deleted ones too. */
export const isUsedClientId = async (db: Reader, clientId: string): Promise<boolean> =>
  (await db.first(q.selectFrom('auth_client_ids').select('client_id').where('client_id', '=', clientId))) !== undefined;

/** Whether a single-page application of this origin is registered. */
export async function isOriginOfPage(db: Reader, origin: string | undefined): Promise<boolean> {
  if (origin === undefined || URL.parse(origin)?.origin !== origin) return false;
  const rows = await db.all(
    q
      .selectFrom('auth_applications')
      .select('redirect_uris')
      .where('type', '=', 'SPA')
      .where('state', '=', 'Active')
      .where(condition`lower(redirect_uris) like ${`%"${likeLiteral(origin)}%`} escape '\\'`),
  );
  return rows.some((row) => listOf(row.redirect_uris).some((uri) => URL.parse(uri)?.origin === origin));
}

export const hasSecret = (type: ApplicationType): boolean => type === 'Web' || type === 'Service';

export const newSecret = (): string => newToken(32);

/** `<type in lower case>-` and 26 random lower-case letters and digits; `test-` stands before that of a test application. */
export const newClientId = (type: ApplicationType, mode: Mode = 'Production'): string =>
  `${mode === 'Test' ? 'test-' : ''}${type.toLowerCase()}-${Array.from({ length: 26 }, () => alphabet[randomInt(alphabet.length)]).join('')}`;

export const secretHash = (secrets: SecretBox, secret: string): string => secrets.sign('client secret', secret);

/** Compares with both valid secrets, each in constant time. */
export function secretMatches(
  application: Pick<ApplicationRow, 'secret_hash' | 'old_secret_hash' | 'old_secret_until'>,
  hash: string,
  now: number,
): boolean {
  const current = equalHashes(application.secret_hash, hash);
  const old = equalHashes(application.old_secret_hash, hash);
  return current || (old && (application.old_secret_until ?? 0) > now);
}

function equalHashes(stored: string | null, given: string): boolean {
  if (stored === null || stored.length !== given.length) return false;
  return timingSafeEqual(Buffer.from(stored), Buffer.from(given));
}

/** Stores an application, and the own user of a Service application with the e-mail `<clientId>@apps.<host>`. */
export async function insertApplication(
  tx: Transaction,
  application: NewApplication,
  { secrets, host, now }: { readonly secrets: SecretBox; readonly host: string; readonly now: number },
): Promise<ApplicationRow> {
  const clientId = application.clientId ?? newClientId(application.type, application.mode);
  const user =
    application.type === 'Service'
      ? await insertUser(
          tx,
          {
            kind: 'service',
            email: `${clientId}@apps.${host}`,
            givenName: '',
            surname: '',
            displayName: application.displayName,
            organizationId: application.organizationId,
            roles: application.roles ?? [],
            emailProved: now,
          },
          now,
        )
      : undefined;
  const row: ApplicationRow = {
    client_id: clientId,
    type: application.type,
    display_name: application.displayName,
    redirect_uris: jsonOf(application.redirectUris),
    post_logout_redirect_uris: jsonOf(application.postLogoutRedirectUris),
    scopes: jsonOf(application.scopes),
    secret_hash: application.secret === undefined ? null : secretHash(secrets, application.secret),
    old_secret_hash: null,
    old_secret_until: null,
    user_id: user?.id ?? null,
    grant_id: newId(),
    organization_id: application.organizationId,
    tier: application.tier ?? 'Standard',
    trusted: application.trusted ? 1 : 0,
    state: 'Active',
    created_by: application.createdBy,
    created: now,
    modified: now,
    setup_secret: null,
    mode: application.mode ?? 'Production',
  };
  await tx.run(q.insertInto('auth_client_ids').values({ client_id: clientId }));
  await tx.run(q.insertInto('auth_applications').values(row));
  return row;
}

export async function updateApplication(
  tx: Transaction,
  application: ApplicationRow,
  change: Partial<ApplicationRow>,
  now: number,
): Promise<ApplicationRow> {
  const modified = { ...change, modified: Math.max(now, application.modified + 1) };
  await tx.run(q.updateTable('auth_applications').set(modified).where('client_id', '=', application.client_id));
  if (application.user_id && change.display_name !== undefined && change.display_name !== application.display_name) {
    const email = await tx.first(q.selectFrom('auth_users').select('email').where('id', '=', application.user_id));
    const renamed = names({
      email: email?.email ?? '',
      givenName: '',
      surname: '',
      displayName: change.display_name,
    });
    await updateUser(tx, application.user_id, renamed);
  }
  return { ...application, ...modified };
}

/** Stores a new secret; the old one works 24 h longer unless it must end at once. */
export async function rotateSecret(
  tx: Transaction,
  application: ApplicationRow,
  secret: { readonly hash: string; readonly immediately: boolean; readonly now: number },
): Promise<void> {
  await tx.run(
    q
      .updateTable('auth_applications')
      .set({
        secret_hash: secret.hash,
        old_secret_hash: secret.immediately ? null : application.secret_hash,
        old_secret_until: secret.immediately ? null : secret.now + oldSecretWorksMs,
        modified: secret.now,
      })
      .where('client_id', '=', application.client_id),
  );
}
