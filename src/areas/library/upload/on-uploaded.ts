import type { Ports } from '../../../api/ports/ports.ts';
import { type CommittedUpload, type UploadWatch, uploadsOf } from '../../../kernel/blobs/port.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { updateUpload, uploadOfDesign } from '../store/upload.ts';
import { uploadPlace } from './create.ts';

/** The first commit of the design file starts the job, in its transaction. */
export const startOfUploads = (ports: Pick<Ports, 'jobs'>): UploadWatch =>
  uploadsOf(uploadPlace, async (tx: Transaction, { id, size }: CommittedUpload) => {
    const row = await uploadOfDesign(tx, id);
    if (row === undefined || row.ending !== null || row.taken === 1) return;
    await updateUpload(tx, row.id, { size, due: null });
    if (row.due !== null) await ports.jobs.release(tx, row.job_id);
  });
