import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import { jsonOf } from '../../std/json.ts';
import { type ConsentRow, listOf, q } from '../tables.ts';

const consentOf = prepared((p: { userId: string; clientId: string }) =>
  q.selectFrom('auth_consents').selectAll().where('user_id', '=', p.userId).where('client_id', '=', p.clientId),
);
const save = prepared((p: ConsentRow) =>
  q
    .insertInto('auth_consents')
    .values({ user_id: p.user_id, client_id: p.client_id, scopes: p.scopes, granted: p.granted })
    .onConflict((on) => on.columns(['user_id', 'client_id']).doUpdateSet({ scopes: p.scopes, granted: p.granted })),
);

/** The scopes a person has let an application have. */
export async function consentedScopes(db: Reader, userId: string, clientId: string): Promise<string[]> {
  const row = await db.first(consentOf, { userId, clientId });
  return row ? listOf(row.scopes) : [];
}

/** Adds to what was consented before. */
export async function addConsent(
  tx: Transaction,
  consent: { readonly userId: string; readonly clientId: string; readonly scopes: readonly string[] },
  now: number,
): Promise<void> {
  const before = await consentedScopes(tx, consent.userId, consent.clientId);
  const scopes = [...new Set([...before, ...consent.scopes])];
  await tx.run(save, {
    user_id: consent.userId,
    client_id: consent.clientId,
    scopes: jsonOf(scopes),
    granted: now,
  });
}

export interface Consent {
  readonly clientId: string;
  readonly displayName: string;
  readonly scopes: readonly string[];
  readonly granted: number;
}

/** A person's consents by the applications' names. */
export async function consentsOf(db: Reader, userId: string): Promise<Consent[]> {
  const rows = await db.all(
    q
      .selectFrom('auth_consents as c')
      .innerJoin('auth_applications as a', 'a.client_id', 'c.client_id')
      .select(['c.client_id', 'a.display_name', 'c.scopes', 'c.granted'])
      .where('c.user_id', '=', userId)
      .orderBy('a.display_name')
      .orderBy('c.client_id'),
  );
  return rows.map((row) => ({
    clientId: row.client_id,
    displayName: row.display_name,
    scopes: listOf(row.scopes),
    granted: row.granted,
  }));
}

/** False when there was none. */
export const removeConsent = async (tx: Transaction, userId: string, clientId: string): Promise<boolean> =>
  (await tx.run(q.deleteFrom('auth_consents').where('user_id', '=', userId).where('client_id', '=', clientId))) > 0;
