import type { Kit } from '../../../api/area.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { JobEnd } from '../../../kernel/jobs/job.ts';
import { archiveOfJob, updateArchive } from '../store/archive.ts';
import type { ArchiveRow } from '../tables.ts';

/** Brings the row along with the end of its job. */
export async function endArchive(tx: Transaction, jobId: string, end: JobEnd, kit: Kit): Promise<void> {
  const row = await archiveOfJob(tx, jobId);
  if (row === undefined) return;
  if (end.state === 'Succeeded') {
    await updateArchive(tx, row.id, { ending: 'Success', ended: kit.now() });
    return;
  }
  const failed = end.state === 'Failed';
  const error = failed ? sentenceOf(end) : null;
  await giveUpArchive(
    tx,
    { ...row, ending: row.ending ?? (failed ? 'Error' : 'Canceled'), error: row.error ?? error },
    kit,
  );
}

const sentenceOf = ({ code, message }: { readonly code: string; readonly message: string }): string =>
  code === 'InternalServerError'
    ? 'It could not be done because of an unexpected error. Try again, or ask the administrator of this server to look into its log.'
    : message;

/** Ends it without a result: its file goes. */
export async function giveUpArchive(tx: Transaction, row: ArchiveRow, { ports, now }: Pick<Kit, 'ports' | 'now'>) {
  await updateArchive(tx, row.id, { ending: row.ending, error: row.error, due: null, ended: now() });
  if (row.blob_id !== null) await ports.blobs.remove(tx, [row.blob_id]);
}
