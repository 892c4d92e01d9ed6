import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { pick, prepared } from '../../kernel/db/query.ts';
import { readJson } from '../../std/json.ts';
import type { Source } from '../../std/source.ts';
import { type Payload, q, type SessionRow } from '../tables.ts';

/** No session lives longer. */
const keptMs = 15 * 24 * 3600_000;
/** Use is noted so exactly. */
const exactMs = 5 * 60_000;
const longestUserAgent = 500;

/** A living session of a person. */
export interface KnownSession {
  readonly uid: string;
  /** Milliseconds since 1970. */
  readonly began: number;
  readonly used: number | null;
  /** Absent for sessions that began before this was noted. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

const note = prepared((p: SessionRow) =>
  q
    .insertInto('auth_sessions')
    .values(pick(p, 'uid', 'user_id', 'began', 'used', 'address', 'user_agent'))
    .onConflict((on) => on.column('uid').doUpdateSet(pick(p, 'user_id', 'used', 'address', 'user_agent'))),
);
const usedAt = prepared((p: { uid: string }) => q.selectFrom('auth_sessions').select('used').where('uid', '=', p.uid));

/** Notes that a session is used, and from where; the first time, that it has begun. */
export async function noteSession(
  tx: Transaction,
  session: { readonly uid: string; readonly userId: string },
  { address, userAgent }: Source,
  now: number,
): Promise<void> {
  const user_agent = userAgent.slice(0, longestUserAgent);
  await tx.run(note, { uid: session.uid, user_id: session.userId, began: now, used: now, address, user_agent });
}

/** True when the last note is older than notes are exact. */
export async function isNoteOld(db: Reader, uid: string, now: number): Promise<boolean> {
  const row = await db.first(usedAt, { uid });
  return row === undefined || row.used + exactMs <= now;
}

/** When the person signed in, as the library notes it. */
const loginOf = ({ loginTs }: Payload): number => (typeof loginTs === 'number' ? loginTs : 0);

/** The living sessions of a person, the last used first. */
export async function sessionsOf(db: Reader, userId: string, now: number): Promise<KnownSession[]> {
  const rows = await db.all(
    q
      .selectFrom('auth_payloads as p')
      .leftJoin('auth_sessions as s', 's.uid', 'p.lookup')
      .select(['p.lookup as uid', 'p.payload', 's.began', 's.used', 's.address', 's.user_agent'])
      .where('p.kind', '=', 'Session')
      .where('p.account_id', '=', userId)
      .where('p.expires', '>', now)
      .orderBy('s.used', 'desc')
      .orderBy('p.lookup'),
  );
  return rows.map((row) => ({
    uid: row.uid ?? '',
    began: row.began ?? loginOf(readJson(row.payload)),
    used: row.used,
    address: row.address,
    userAgent: row.user_agent,
  }));
}

export const removeOldSessionNotes = (tx: Transaction, now: number): Promise<number> =>
  tx.run(q.deleteFrom('auth_sessions').where('used', '<', now - keptMs));
