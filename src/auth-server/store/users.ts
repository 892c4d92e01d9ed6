import { condition } from '../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import { newId } from '../../std/ids.ts';
import { jsonOf } from '../../std/json.ts';
import { fold } from '../../std/text.ts';
import { q, type UserRow } from '../tables.ts';

export const organizationRoles = ['account_administrator', 'co_administrator', 'services_administrator'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

/** ISO 3166 keeps this code free for users of the standard. */
export const unknownCountry = 'ZZ';

export const isOrganizationRole = (text: string): text is OrganizationRole =>
  organizationRoles.some((role) => role === text);

export interface NewUser {
  readonly id?: string;
  readonly kind?: 'user' | 'service';
  readonly email: string;
  readonly passwordHash?: string | null;
  readonly givenName: string;
  readonly surname: string;
  /** Default: given name and surname. */
  readonly displayName?: string;
  readonly organizationId: string | null;
  readonly roles?: readonly string[];
  readonly groups?: readonly string[];
  readonly emailProved: number | null;
  readonly country?: string;
  readonly language?: string;
  readonly setupPassword?: string;
  readonly upstreamSubject?: string;
}

export const userById = prepared((p: { id: string }) => q.selectFrom('auth_users').selectAll().where('id', '=', p.id));
const userByFoldedEmail = prepared((p: { email: string }) =>
  q.selectFrom('auth_users').selectAll().where('email_folded', '=', p.email),
);
export const userByUpstreamSubject = prepared((p: { subject: string }) =>
  q.selectFrom('auth_users').selectAll().where('upstream_subject', '=', p.subject),
);

/** The user with this e-mail whatever their state; compare case-insensitive. */
export const userByEmail = (db: Reader, email: string): Promise<UserRow | undefined> =>
  db.first(userByFoldedEmail, { email: fold(email) });

export async function insertUser(tx: Transaction, user: NewUser, now: number): Promise<UserRow> {
  const row: UserRow = {
    id: user.id ?? newId(),
    kind: user.kind ?? 'user',
    password_hash: user.passwordHash ?? null,
    organization_id: user.organizationId,
    roles: jsonOf(user.roles ?? []),
    groups: jsonOf(user.groups ?? []),
    state: 'Active',
    email_proved: user.emailProved,
    country: user.country ?? unknownCountry,
    language: user.language ?? 'en',
    created: now,
    setup_password: user.setupPassword ?? null,
    upstream_subject: user.upstreamSubject ?? null,
    ...names(user),
  };
  await tx.run(q.insertInto('auth_users').values(row));
  return row;
}

type Names = Pick<UserRow, 'email' | 'email_folded' | 'given_name' | 'surname' | 'display_name' | 'search_text'>;

/** The columns that follow from e-mail and names. */
export function names(user: Pick<NewUser, 'email' | 'givenName' | 'surname' | 'displayName'>): Names {
  const display = user.displayName ?? `${user.givenName} ${user.surname}`.trim();
  return {
    email: user.email,
    email_folded: fold(user.email),
    given_name: user.givenName,
    surname: user.surname,
    display_name: display || user.email,
    search_text: fold(`${user.email}\n${display}\n${user.givenName}\n${user.surname}`),
  };
}

export async function updateUser(tx: Transaction, id: string, change: Partial<UserRow>): Promise<void> {
  await tx.run(q.updateTable('auth_users').set(change).where('id', '=', id));
}

/** People of an organization by name, without its service applications. */
export const usersOfOrganization = (db: Reader, organizationId: string): Promise<UserRow[]> =>
  db.all(
    q
      .selectFrom('auth_users')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('kind', '=', 'user')
      .orderBy('search_text')
      .orderBy('id'),
  );

/** True while somebody who may sign in administers any organization. */
export async function administratorExists(db: Reader): Promise<boolean> {
  const found = await db.first(
    q
      .selectFrom('auth_users')
      .select('id')
      .where('kind', '=', 'user')
      .where('state', '=', 'Active')
      .where(condition`roles like ${'%"account_administrator"%'}`)
      .limit(1),
  );
  return found !== undefined;
}
