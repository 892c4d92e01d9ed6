import type { Ports } from '../../../api/ports/ports.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import type { Mail } from '../../../kernel/mail/port.ts';
import { newId } from '../../../std/ids.ts';
import { nextSequence } from '../../../std/sequence.ts';
import { type MailRow, q } from '../tables.ts';

const mostKept = 200;

/** Keeps a mail in its sandbox; the oldest go where there are too many. */
export async function keepMail(
  tx: Transaction,
  sandboxId: string,
  { to, subject, text }: Mail,
  { ports, now }: { readonly ports: Pick<Ports, 'secrets'>; readonly now: number },
): Promise<void> {
  const content = ports.secrets.seal(JSON.stringify({ to, subject, text }));
  const row: MailRow = { id: newId(), sandbox_id: sandboxId, position: nextSequence(now), created: now, content };
  await tx.run(q.insertInto('test_mails').values(row));
  const newest = q.selectFrom('test_mails').select('position').where('sandbox_id', '=', sandboxId);
  const [over] = await tx.all(newest.orderBy('position', 'desc').limit(1).offset(mostKept));
  if (over === undefined) return;
  await tx.run(q.deleteFrom('test_mails').where('sandbox_id', '=', sandboxId).where('position', '<=', over.position));
}

/** Mails of a sandbox, the newest first; `before` leaves out those from a position on. */
export function mailsOf(db: Reader, sandboxId: string, before: number | undefined, limit: number): Promise<MailRow[]> {
  let rows = q.selectFrom('test_mails').selectAll().where('sandbox_id', '=', sandboxId);
  if (before !== undefined) rows = rows.where('position', '<', before);
  return db.all(rows.orderBy('position', 'desc').limit(limit));
}
