import type { Transaction } from '../../kernel/db/database.ts';
import { newId } from '../../std/ids.ts';
import { q, type Subject } from '../tables.ts';
import type { Revocations } from './revocations.ts';

/** Whose grants end: of a person, of an application, or of both together. */
export interface GrantOwner {
  readonly userId?: string;
  readonly clientId?: string;
}

/**
 * Ends grants with all their codes and tokens. `sessions` ends the person's sessions too. Answers nothing: what does
 * not exist is ended already.
 */
export async function endGrants(
  tx: Transaction,
  revocations: Revocations,
  owner: GrantOwner,
  now: number,
  sessions = false,
): Promise<void> {
  const kinds = sessions ? ['Grant', 'Session'] : ['Grant'];
  let found = q.selectFrom('auth_payloads').select(['kind', 'grant_id', 'lookup']).where('kind', 'in', kinds);
  if (owner.userId !== undefined) found = found.where('account_id', '=', owner.userId);
  if (owner.clientId !== undefined) found = found.where('client_id', '=', owner.clientId);
  const rows = await tx.all(found);
  const subjects = rows.map((row): Subject => (row.kind === 'Grant' ? `grant ${row.grant_id}` : `sid ${row.lookup}`));
  await revocations.revoke(tx, subjects, now);
  let ended = q.deleteFrom('auth_payloads').where('kind', '<>', 'Session');
  if (owner.userId !== undefined) ended = ended.where('account_id', '=', owner.userId);
  if (owner.clientId !== undefined) ended = ended.where('client_id', '=', owner.clientId);
  await tx.run(ended);
  if (sessions && owner.userId !== undefined) {
    await tx.run(q.deleteFrom('auth_payloads').where('kind', '=', 'Session').where('account_id', '=', owner.userId));
  }
}

/** Ends one grant with all its codes and tokens. */
export async function endGrant(tx: Transaction, revocations: Revocations, grantId: string, now: number): Promise<void> {
  await revocations.revoke(tx, [`grant ${grantId}`], now);
  await tx.run(q.deleteFrom('auth_payloads').where('grant_id', '=', grantId));
}

/** Ends all tokens that an application or its people hold. */
export async function endTokensOfApplication(
  tx: Transaction,
  revocations: Revocations,
  application: { readonly client_id: string; readonly grant_id: string },
  now: number,
): Promise<void> {
  await revocations.revoke(tx, [`grant ${application.grant_id}`], now);
  await tx.run(
    q.updateTable('auth_applications').set({ grant_id: newId() }).where('client_id', '=', application.client_id),
  );
  await endGrants(tx, revocations, { clientId: application.client_id }, now);
}
