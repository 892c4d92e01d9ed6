import type { Actor } from '../../kernel/audit.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { readJson } from '../../std/json.ts';
import type { Core } from '../core.ts';
import { endGrant } from '../store/grants.ts';
import { type KnownSession, sessionsOf } from '../store/session-notes.ts';
import { q, type UserRow } from '../tables.ts';
import { concerning } from './recording.ts';

/**
 * Ends sessions of a person from another place: with their access tokens, and with the refresh tokens that applications
 * got in them, which a mere signing off leaves alone. Answers how many there were.
 */
export async function endSessionsOf(
  core: Core,
  user: UserRow,
  isMeant: (session: KnownSession) => boolean,
  by: Actor,
): Promise<number> {
  const now = Date.now();
  return core.db.write(async (tx) => {
    const ended = (await sessionsOf(tx, user.id, now)).filter(isMeant);
    for (const { uid, address } of ended) {
      await core.revocations.revoke(tx, [`sid ${uid}`], now);
      await endGrantsOfSession(core, tx, user.id, uid, now);
      await tx.run(q.deleteFrom('auth_payloads').where('kind', '=', 'Session').where('lookup', '=', uid));
      await tx.run(q.deleteFrom('auth_sessions').where('uid', '=', uid));
      const detail = address ? `from ${address}` : 'from an unknown address';
      await core.audit.record(tx, { action: 'session.ended', by, ...concerning(user), detail });
    }
    return ended.length;
  });
}

async function endGrantsOfSession(
  core: Core,
  tx: Transaction,
  userId: string,
  uid: string,
  now: number,
): Promise<void> {
  const tokens = await tx.all(
    q
      .selectFrom('auth_payloads')
      .select(['grant_id', 'payload'])
      .where('account_id', '=', userId)
      .where('kind', 'in', ['RefreshToken', 'AuthorizationCode', 'DeviceCode']),
  );
  const madeInIt = tokens.filter(({ payload }) => readJson(payload).sessionUid === uid);
  for (const grantId of new Set(madeInIt.flatMap((row) => row.grant_id ?? []))) {
    await endGrant(tx, core.revocations, grantId, now);
  }
}
