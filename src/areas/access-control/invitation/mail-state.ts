import type { Context } from '../../../api/http/context.ts';
import type { InvitationRow } from '../tables.ts';
import type { MailState } from './schema.ts';

/** By the id of the invitation; jobs that ended long ago are forgotten, and nothing is said of their mails. */
export async function mailsOf(
  { db, ports }: Pick<Context, 'db' | 'ports'>,
  rows: readonly InvitationRow[],
): Promise<ReadonlyMap<string, MailState>> {
  const found = new Map<string, MailState>();
  for (const { id, mail_job, twin_id } of rows) {
    const job = mail_job === null ? undefined : await ports.jobs.find(db, mail_job);
    if (mail_job === null && (await ports.twins.find(db, twin_id))?.sandboxId) found.set(id, 'Kept');
    if (job?.state === 'Succeeded') found.set(id, job.step === 'Kept' ? 'Kept' : 'Sent');
    else if (job) found.set(id, job.state === 'Failed' || job.state === 'Cancelled' ? 'Failed' : 'Waiting');
  }
  return found;
}
