import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { newToken } from '../../std/ids.ts';
import { jsonOf } from '../../std/json.ts';
import { type MailLinkKind, type MailLinkRow, q } from '../tables.ts';
import { sha256 } from './payloads.ts';

const worksMs: Readonly<Record<MailLinkKind, number>> = {
  invitation: 7 * 24 * 3600_000,
  registration: 24 * 3600_000,
  password: 3600_000,
  administrator: 24 * 3600_000,
};

export interface NewMailLink {
  readonly kind: MailLinkKind;
  readonly email: string;
  readonly organizationId?: string | null;
  readonly roles?: readonly string[];
  readonly returnTo?: string | undefined;
}

/** Stores a link's rights and answers the token that stands in the link; it is kept nowhere else. */
export async function insertMailLink(tx: Transaction, link: NewMailLink, now: number): Promise<string> {
  const token = newToken();
  const row: MailLinkRow = {
    id: sha256(token),
    kind: link.kind,
    email: link.email,
    organization_id: link.organizationId ?? null,
    roles: jsonOf(link.roles ?? []),
    return_to: link.returnTo ?? null,
    created: now,
    expires: now + worksMs[link.kind],
  };
  await tx.run(q.insertInto('auth_mail_links').values(row));
  return token;
}

/** The link's rights, or undefined when it is unknown, used, too old or of another kind. */
export async function findMailLink(
  db: Reader,
  token: string,
  kinds: readonly MailLinkKind[],
  now: number,
): Promise<MailLinkRow | undefined> {
  const row = await db.first(q.selectFrom('auth_mail_links').selectAll().where('id', '=', sha256(token)));
  return row && row.expires > now && kinds.includes(row.kind) ? row : undefined;
}

/** Uses a link up, so that it works once. */
export async function takeMailLink(
  tx: Transaction,
  token: string,
  kinds: readonly MailLinkKind[],
  now: number,
): Promise<MailLinkRow | undefined> {
  const row = await findMailLink(tx, token, kinds, now);
  if (row) await tx.run(q.deleteFrom('auth_mail_links').where('id', '=', row.id));
  return row;
}

/** Ends the links of a kind, for one e-mail or for all; answers how many. */
export async function removeMailLinks(tx: Transaction, kind: MailLinkKind, email?: string): Promise<number> {
  const removal = q.deleteFrom('auth_mail_links').where('kind', '=', kind);
  return tx.run(email === undefined ? removal : removal.where('email', '=', email));
}

/** Invitations that still wait for their answer. */
export const pendingInvitations = (db: Reader, organizationId: string, now: number): Promise<MailLinkRow[]> =>
  db.all(
    q
      .selectFrom('auth_mail_links')
      .selectAll()
      .where('kind', '=', 'invitation')
      .where('organization_id', '=', organizationId)
      .where('expires', '>', now)
      .orderBy('email'),
  );

export const removeExpiredMailLinks = (tx: Transaction, now: number): Promise<number> =>
  tx.run(q.deleteFrom('auth_mail_links').where('expires', '<', now));
