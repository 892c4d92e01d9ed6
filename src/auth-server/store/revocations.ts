import type { Database, Transaction } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import { q, type RevocationRow, type Subject } from '../tables.ts';

const staleAfterMs = 1000;
/** Other processes' clocks and running transactions may be this much behind. */
const overlapMs = 60_000;
/** Longer than any token lives that a revocation can concern. */
const keptMs = 2 * 3600_000;

export interface Revocations {
  revoke(tx: Transaction, subjects: readonly Subject[], now: number): Promise<void>;
  /** When it was revoked, in milliseconds since 1970; at most one second behind the other processes. */
  revokedAt(subject: Subject): number | undefined;
  /** To be awaited before `revokedAt` where it answers a promise. */
  upToDate(now: number): Promise<void> | undefined;
}

const since = prepared((p: { since: number; now: number }) =>
  q.selectFrom('auth_revocations').selectAll().where('revoked', '>', p.since).where('expires', '>', p.now),
);
const add = prepared((p: RevocationRow) =>
  q
    .insertInto('auth_revocations')
    .values({ subject: p.subject, revoked: p.revoked, expires: p.expires })
    .onConflict((on) => on.column('subject').doUpdateSet({ revoked: p.revoked, expires: p.expires })),
);

/** The revocations of all processes, kept in memory and read anew at most once a second, when asked for. */
export function openRevocations(db: Database): Revocations {
  const known = new Map<Subject, number>();
  let readAt = 0;
  let reading: Promise<void> | undefined;

  async function read(now: number): Promise<void> {
    for (const row of await db.all(since, { since: readAt - overlapMs, now })) {
      known.set(row.subject, row.revoked);
    }
    for (const [subject, revoked] of known) {
      if (revoked + keptMs < now) known.delete(subject);
    }
    readAt = now;
  }

  return {
    async revoke(tx, subjects, now) {
      for (const subject of subjects) await tx.run(add, { subject, revoked: now, expires: now + keptMs });
      tx.afterCommit(() => {
        for (const subject of subjects) known.set(subject, now);
      });
    },
    revokedAt: (subject) => known.get(subject),
    upToDate(now) {
      if (now - readAt < staleAfterMs) return undefined;
      reading ??= read(now).finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

export const removeExpiredRevocations = (tx: Transaction, now: number): Promise<number> =>
  tx.run(q.deleteFrom('auth_revocations').where('expires', '<', now));
