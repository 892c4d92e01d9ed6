import type { Kit } from '../../api/area.ts';
import type { Maintenance } from '../../kernel/jobs/job.ts';
import { giveUpArchive } from './archive/end.ts';
import { deleteOldAnalytics } from './store/analytics.ts';
import { archiveOfJob, deleteOldArchives, overdueArchives } from './store/archive.ts';
import { deleteOldUploads, overdueUploads, uploadOfJob } from './store/upload.ts';
import { giveUp, keptJobs } from './upload/job.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const notSent = 'The file was not uploaded within 24 hours.';

/** Uploads whose file did not come in time end Aborted; their jobs were held all the time. */
export const abortOverdueUploads = (kit: Kit): Maintenance => ({
  name: 'library.uploads',
  everyMs: 5 * minute,
  async run(signal) {
    const { db, ports, now } = kit;
    for (const { job_id } of await overdueUploads(db, now())) {
      if (signal.aborted) return;
      await db.write(async (tx) => {
        const row = await uploadOfJob(tx, job_id);
        if (row === undefined || row.due === null || row.ending !== null) return; // its file came after all
        await giveUp(tx, { ...row, ending: 'Aborted', error: notSent }, kit);
        await ports.jobs.cancel(tx, job_id);
      });
    }
    for (const { job_id } of await overdueArchives(db, now())) {
      if (signal.aborted) return;
      await db.write(async (tx) => {
        const row = await archiveOfJob(tx, job_id);
        if (row === undefined || row.due === null || row.ending !== null) return;
        await giveUpArchive(tx, { ...row, ending: 'Aborted', error: notSent }, kit);
        await ports.jobs.cancel(tx, job_id);
      });
    }
    await db.write(async (tx) => {
      await deleteOldUploads(tx, now() - keptJobs);
      await deleteOldArchives(tx, now() - keptJobs);
    });
  },
});

/** Rows of analytics go when their time is over. */
export const removeOldAnalytics = ({ db, ports, now }: Kit): Maintenance => ({
  name: 'library.analytics',
  everyMs: 60 * minute,
  async run() {
    const before = now() - ports.settings.library.analyticsDays * day;
    await db.write((tx) => deleteOldAnalytics(tx, before));
  },
});
